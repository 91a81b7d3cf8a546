// Propagation: solve every line whose cells have changed until none is left.
//
// What: a line solved exactly loses colors in some cells; the lines that cross there become dirty.
// Rows and columns take turns, all dirty ones of a kind in order, so that a line gets many changes
// at once. This is the line logic that settles most published puzzles.
// Why the memory for solved lines: the trials of probing solve the same lines with the same sets
// again and again.
// Why some lines are hot: what contradicted the last trials most likely contradicts the next, so it
// is solved first.
// Before: code that changes a line saves and marks it. After settle(), if it returns true, both
// views agree, no line is dirty, and a further pass would change nothing. It returns false if a
// line has no placement.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "line.hpp"
#include "trail.hpp"

namespace nonosat {

struct Counters {
    std::int64_t lines = 0, probes = 0, guesses = 0, nodes = 0;
    int depth = 0;
};

template <class B>
class Propagation {
  public:
    // `known`: for each row and color the words of its set; empty: nothing is known.
    Propagation(const std::vector<std::vector<Block>>& clues, int height, int width, int colors,
                const std::vector<u64>& known, Counters& counters, std::function<void()> tick)
        : lines(clues, height, width),
          colors(colors),
          counters(counters),
          trail(lines.count(), colors),
          tick_(std::move(tick)) {
        placer.reserve(lines.most_blocks, lines.any_unknown);
        for (int line = 0; line < lines.count(); ++line)
            for (int c = 0; c < colors; ++c) trail.at(line)[c] = B::below(lines.length(line));
        if (!known.empty()) learn(known);
        found_.resize(colors);
        changed_at_.assign(lines.count(), 0);
        dirty_.assign((lines.count() + 63) / 64, 0);
        looked.assign(dirty_.size(), 0);
        std::fill(hot_, hot_ + HOT, -1);
    }

    const Lines lines;
    const int colors;
    Counters& counters;
    Trail<B> trail;
    Placer<B> placer;
    std::int64_t clock = 0;  // counts changes outside of trials
    LineSet looked;          // lines solved in trials, since somebody emptied it

    // Solve every line, then settle.
    bool propagate() {
        for (int line = 0; line < lines.count(); ++line) mark(line);
        return settle();
    }

    // Solve dirty lines, rows and columns in turn, until none is left. Return false on a
    // contradiction.
    bool settle() {
        bool rows = true;
        int idle = 0;
        while (idle < 2) {
            const int first = rows ? 0 : lines.height, end = rows ? lines.height : lines.count();
            bool any = false, hot = on_trial_;
            for (int from = first;;) {
                int line = hot ? dirty_hot() : -1;
                hot = line >= 0;
                if (!hot) {
                    line = next_dirty(from, end);
                    if (line < 0) break;
                    from = line + 1;
                }
                any = true;
                dirty_[line >> 6] &= ~(u64(1) << (line & 63));
                if (!solve(line)) {
                    forget_dirty();
                    if (on_trial_) heat(line);
                    return false;
                }
            }
            idle = any ? 0 : idle + 1;
            rows = !rows;
        }
        return true;
    }

    // Leave a cell only one color.
    void decide(int cell, int color) {
        change_cell(cell, [color](int other) { return other != color; });
    }
    // Take one color from a cell.
    void exclude(int cell, int color) {
        change_cell(cell, [color](int other) { return other == color; });
    }
    // Take a color from the cells `gone` of a line.
    void exclude(int line, int color, const B& gone) {
        trail.save(line);
        trail.at(line)[color] = trail.at(line)[color] & ~gone;
        touch(line);
        exclude_across(line, color, gone);
    }

    bool can_be(int cell, int color) const { return trail.at(cell / lines.width)[color].has(cell % lines.width); }
    // Return the first column, at `col` or later, whose cell in row r is open, or -1.
    int next_open(int r, int col) const {
        const B open = Choices<B>(trail.at(r), colors).several;
        for (int word = col >> 6; word < W; ++word) {
            u64 x = open.w[word];
            if (word == col >> 6) x &= ~u64(0) << (col & 63);
            if (x) return 64 * word + lowest(x);
        }
        return -1;
    }

    // The first open cell, row by row, or -1.
    int first_open() const {
        for (int r = 0; r < lines.height; ++r) {
            const int col = next_open(r, 0);
            if (col >= 0) return r * lines.width + col;
        }
        return -1;
    }
    bool changed_since(int line, std::int64_t time) const { return changed_at_[line] > time; }

    // Count work, and let the tick look at the clock every quarter of a millisecond or so.
    void tick_now(std::int64_t work) {
        work_ += work;
        if (work_ > 20000) {
            work_ = 0;
            tick_();
        }
    }

    void open_level() { trail.open(); }
    void close_level() {
        trail.close([this](int line) { note_change(line); });
    }
    // Leave what is proved, not what is assumed: after a tick that has thrown, or without memory.
    void close_all() {
        ++clock;
        while (trail.is_open()) close_level();
        forget_dirty();
    }

    // Close the level of a trial, if there is one.
    void end_trial() {
        if (on_trial_) close_level();
        on_trial_ = false;
    }

    // A level whose changes do not count. It closes again however its scope is left.
    class Trial {
      public:
        explicit Trial(Propagation& board) : board_(board) {
            board_.open_level();
            board_.on_trial_ = true;
        }
        ~Trial() { board_.end_trial(); }
        Trial(const Trial&) = delete;

      private:
        Propagation& board_;
    };

  private:
    static constexpr int W = sizeof(B) / sizeof(u64);
    // 2^bits remembered lines: about a megabyte, which the caches of a processor hold, or some
    // megabytes where lines take longer.
    static constexpr int CACHE_BITS = W == 1 ? 13 : W == 2 ? 12 : W == 4 ? 11 : W == 8 ? 14 : W == 16 ? 13 : W == 40 ? 11 : 9;

    void learn(const std::vector<u64>& known) {
        for (int r = 0; r < lines.height; ++r) {
            tick_now(std::int64_t(lines.width) * colors);
            for (int c = 0; c < colors; ++c) {
                B& set = trail.at(r)[c];
                std::memcpy(set.w, &known[(std::size_t(r) * colors + c) * W], sizeof set.w);
                set = set & B::below(lines.width);
                for (int col = 0; col < lines.width; ++col)
                    if (!set.has(col)) trail.at(lines.column(col))[c].drop(r);
            }
        }
    }

    // The first dirty line among those before `end` that are not before `from`, or -1.
    int next_dirty(int from, int end) const {
        for (int word = from >> 6; 64 * word < end; ++word) {
            u64 mask = dirty_[word];
            if (64 * word < from) mask &= ~u64(0) << (from - 64 * word);
            if (64 * word + 64 > end) mask &= (u64(1) << (end - 64 * word)) - 1;
            if (mask) return 64 * word + lowest(mask);
        }
        return -1;
    }
    void heat(int line) {
        if (std::find(hot_, hot_ + HOT, line) != hot_ + HOT) return;
        std::copy_backward(hot_, hot_ + HOT - 1, hot_ + HOT);
        hot_[0] = line;
    }
    // The first hot line that is dirty, or -1.
    int dirty_hot() const {
        for (const int line : hot_)
            if (line >= 0 && dirty_[line >> 6] >> (line & 63) & 1) return line;
        return -1;
    }

    void mark(int line) { add_line(dirty_, line); }
    void forget_dirty() { std::fill(dirty_.begin(), dirty_.end(), 0); }
    void note_change(int line) {
        if (!on_trial_) changed_at_[line] = clock;
    }

    void touch(int line) {
        mark(line);
        note_change(line);
    }

    template <class Loses>
    void change_cell(int cell, Loses loses) {
        const int r = cell / lines.width, c = cell % lines.width, column = lines.column(c);
        trail.save(r);
        trail.save(column);
        for (int color = 0; color < colors; ++color)
            if (loses(color)) {
                trail.at(r)[color].drop(c);
                trail.at(column)[color].drop(r);
            }
        touch(r);
        touch(column);
    }

    void exclude_across(int line, int color, const B& gone) {
        const int index = lines.index(line), first = lines.crossing(line, 0);
        gone.each([&](int i) {
            const int crossing = first + i;
            trail.save(crossing);
            trail.at(crossing)[color].drop(index);
            touch(crossing);
        });
    }

    bool solve(int line) {
        tick_now(4 + lines.block_count(line) * W);
        ++counters.lines;
        if (on_trial_) add_line(looked, line);
        B* allowed = trail.at(line);
        if (!narrow(line, allowed)) return false;
        bool same = true;
        for (int c = 0; c < colors; ++c) same = same && found_[c] == allowed[c];
        if (same) return true;
        trail.save(line);
        note_change(line);
        for (int c = 0; c < colors; ++c) {
            const B gone = allowed[c] & ~found_[c];
            allowed[c] = found_[c];
            if (gone.any()) exclude_across(line, c, gone);
        }
        return true;
    }

    // Solve a line into found_; in trials most lines have been solved before just so.
    bool narrow(int line, const B* allowed) {
        const Block* blocks = lines.blocks(line);
        const int k = lines.block_count(line), n = lines.length(line);
        if (!on_trial_ || colors > 4)
            return placer.narrow(blocks, k, allowed, n, colors, found_.data());
        const int words = colors * W;  // of the sets, which are the key; then come the results
        if (cache_.empty()) cache_.assign(std::size_t(2 * words + 1) << CACHE_BITS, 0);
        u64 hash = u64(line + 1) * 0x9E3779B97F4A7C15u;  // multipliers: any odd, well-mixed ones do
        const u64* key = allowed[0].w;
        for (int i = 0; i < words; ++i) hash = (hash ^ key[i] ^ (hash >> 29)) * 0xD6E8FEB86659FD93u;
        u64* entry = &cache_[(2 * words + 1) * std::size_t(hash >> (64 - CACHE_BITS))];
        const u64 tag = 2 * u64(line + 1);
        u64 differ = entry[0] >> 1 << 1 ^ tag;
        for (int i = 0; i < words; ++i) differ |= entry[1 + i] ^ key[i];
        if (!differ) {
            std::copy(entry + 1 + words, entry + 1 + 2 * words, found_[0].w);
            return entry[0] & 1;
        }
        const bool possible = placer.narrow(blocks, k, allowed, n, colors, found_.data());
        entry[0] = tag | u64(possible);
        std::memcpy(entry + 1, key, sizeof(u64) * words);
        std::memcpy(entry + 1 + words, found_[0].w, sizeof(u64) * words);
        return possible;
    }

    std::function<void()> tick_;
    std::int64_t work_ = 0;
    std::vector<B> found_;
    LineSet dirty_;
    std::vector<std::int64_t> changed_at_;  // for each line by `clock`
    std::vector<u64> cache_;
    bool on_trial_ = false;
    static constexpr int HOT = 8;
    int hot_[HOT];  // lines that contradicted the last trials, the latest first; -1: none yet
};

}  // namespace nonosat
