// A puzzle being solved: propagation, probing and depth-first search, as in reference.py.
//
// Lines are numbered, rows first, then columns. The state holds, for every line, one set of cells
// per color; rows and columns are two views of the same cells and kept in step. Instead of copying
// the state for a trial, the old sets of each line that changes are kept on a trail and put back.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "belief.hpp"
#include "line.hpp"

namespace nonosat {

struct Counters {
    std::int64_t lines = 0, probes = 0, guesses = 0, nodes = 0;
    int depth = 0;
};

// What the binding sees of a board, whatever the size of its sets.
class AnyBoard {
  public:
    virtual ~AnyBoard() = default;
    virtual bool propagate() = 0;
    virtual bool probe() = 0;
    virtual bool next_solution() = 0;  // then `cells` tells it
    // False: some cell is open. `guessed`: as the search has it now, else as it is proved.
    virtual bool cells(unsigned char* out, bool guessed) const = 0;
    virtual void set_words(int line, int color, u64* out) const = 0;
    virtual int words() const = 0;
    // The likeliest color of each cell, and for each line with open cells the medians of its starts.
    // Then also `ramp` rounds with reinforcement; each `seed` but 0 begins a little differently.
    virtual void hints(int rounds, int ramp, u64 seed, unsigned char* out, std::vector<std::vector<int>>& medians) = 0;
    virtual bool starts(int line, std::vector<u64>& out) = 0;  // `words` of each block
    Counters counters;
};

template <class B>
class Board final : public AnyBoard {
  public:
    // `known`: for each row and color the words of its set; empty: nothing is known.
    Board(std::vector<std::vector<Block>> lines, int height, int width, int colors,
          const std::vector<u64>& known, std::function<void()> tick)
        : h_(height), w_(width), colors_(colors), tick_(std::move(tick)) {
        std::size_t most = 0;
        for (const auto& blocks : lines) {
            offset_.push_back(static_cast<int>(blocks_.size()));
            blocks_.insert(blocks_.end(), blocks.begin(), blocks.end());
            most = std::max(most, blocks.size());
        }
        offset_.push_back(static_cast<int>(blocks_.size()));
        placer_.reserve(static_cast<int>(most));
        if (sizeof(B) * std::size_t(h_ + w_) * colors_ > MOST_STATE) throw std::bad_alloc();
        state_.resize(std::size_t(h_ + w_) * colors_);
        for (int line = 0; line < h_ + w_; ++line)
            for (int c = 0; c < colors_; ++c) at(line)[c] = B::below(length(line));
        if (!known.empty()) {
            for (int r = 0; r < h_; ++r) {
                tick_now(std::int64_t(w_) * colors_);
                for (int c = 0; c < colors_; ++c) {
                    B& set = at(r)[c];
                    std::memcpy(set.w, &known[(std::size_t(r) * colors_ + c) * W], sizeof set.w);
                    set = set & B::below(w_);
                    for (int col = 0; col < w_; ++col)
                        if (!set.has(col)) at(h_ + col)[c].drop(r);
                }
            }
        }
        found_.resize(colors_);
        saved_at_.assign(h_ + w_, 0);
        changed_at_.assign(h_ + w_, 0);
        dirty_.assign((h_ + w_ + 63) / 64, 0);
        looked_.assign(dirty_.size(), 0);
    }

    bool propagate() override {
        for (int line = 0; line < h_ + w_; ++line) mark(line);
        return settle();
    }

    bool probe() override { return propagate() && probe_all(); }

    bool next_solution() override {
        try {
            return search();
        } catch (...) {  // a tick, or no memory: leave what is proved, not what is guessed
            ++clock_;
            while (!levels_.empty()) close_level();
            std::fill(dirty_.begin(), dirty_.end(), 0);
            ended_ = true;
            throw;
        }
    }

    bool cells(unsigned char* out, bool guessed) const override {
        std::memset(out, 0, std::size_t(h_) * w_);
        for (int r = 0; r < h_; ++r) {
            const B* sets = guessed ? at(r) : proved(r);
            B seen = B::none(), twice = B::none();
            for (int c = 0; c < colors_; ++c) {
                const B& set = sets[c];
                twice = twice | (seen & set);
                seen = seen | set;
                if (c) set.each([&](int i) { out[std::size_t(r) * w_ + i] = (unsigned char)c; });
            }
            if (twice.any() || !(seen == B::below(w_))) return false;
        }
        return true;
    }

    void set_words(int line, int color, u64* out) const override {
        std::memcpy(out, proved(line)[color].w, sizeof(B));
    }
    int words() const override { return W; }

    bool starts(int line, std::vector<u64>& out) override {
        const int k = offset_[line + 1] - offset_[line];
        if (!placer_.place(blocks_of(line), k, proved(line), length(line))) return false;
        out.resize(std::size_t(k) * W);
        for (int j = 0; j < k; ++j) std::memcpy(&out[std::size_t(j) * W], placer_.starts[j].w, sizeof(B));
        return true;
    }

    // A line without a placement says nothing and has no medians.
    void hints(int rounds, int ramp, u64 seed, unsigned char* out, std::vector<std::vector<int>>& medians) override {
        std::vector<typename Opinions<B>::Line> open;
        std::vector<const B*> rows;
        for (int line = 0; line < h_ + w_; ++line) {
            const B* sets = proved(line);
            if (line < h_) rows.push_back(sets);
            if (has_open(sets))
                open.push_back({line, blocks_of(line), offset_[line + 1] - offset_[line], sets, length(line)});
        }
        Opinions<B> opinions(std::move(open), std::move(rows), w_, colors_, placer_);
        const auto tick = [this](int work) { tick_now(work); };
        if (seed) opinions.disturb(seed);
        int still = 0;
        for (int i = 0; i < rounds && !(ramp > 0 && still == STILL); ++i) {
            opinions.round(tick);
            still = opinions.choose() ? 0 : still + 1;
        }
        for (int i = 0; i < ramp; ++i) {
            if (opinions.agreed()) break;
            opinions.reinforce(PULL * i / ramp);
            opinions.round(tick);
            opinions.choose();
        }
        std::copy(opinions.likeliest.begin(), opinions.likeliest.end(), out);
        medians = std::move(opinions.medians);
    }

  private:
    // As in belief.py.
    static constexpr double PULL = 0.9;
    static constexpr int STILL = 5;
    static constexpr int W = sizeof(B) / sizeof(u64);
    // Bytes: of the sets, beyond which a puzzle is refused, and of what is remembered of probes.
    static constexpr std::size_t MOST_STATE = std::size_t(1) << 29, MOST_MEMOS = std::size_t(1) << 28;
    // 2^bits remembered lines: about a megabyte, which the caches of a processor hold.
    static constexpr int CACHE_BITS = W == 1 ? 14 : W == 2 ? 13 : W == 4 ? 12 : 0;

    B* at(int line) { return &state_[std::size_t(line) * colors_]; }
    const B* at(int line) const { return &state_[std::size_t(line) * colors_]; }
    // The sets of a line without the guesses of a search: what its first change put on the trail.
    const B* proved(int line) const {
        for (std::size_t i = 0; i < trail_.size(); ++i)
            if (trail_[i].line == line) return &trail_sets_[i * colors_];
        return at(line);
    }
    int length(int line) const { return line < h_ ? w_ : h_; }
    const Block* blocks_of(int line) const { return blocks_.data() + offset_[line]; }
    void mark(int line) { dirty_[line >> 6] |= u64(1) << (line & 63); }

    // -- levels of the trail -----------------------------------------------------------------

    struct Saved {
        int line;
        std::int64_t level;  // where it had been saved before
    };
    struct Level {
        std::size_t start;   // of its part of the trail
        std::int64_t above;  // the level that it was opened on
    };

    // Keep the sets of a line before their first change on this level. There may be no memory for
    // it: then nothing is on the trail, and the line is as it was, so closing the level restores all.
    void save(int line) {
        if (saved_at_[line] == level_) return;
        trail_sets_.resize((trail_.size() + 1) * colors_);
        std::copy(at(line), at(line) + colors_, trail_sets_.end() - colors_);
        trail_.push_back({line, saved_at_[line]});  // last: only what it counts is on the trail
        saved_at_[line] = level_;
    }
    void open_level() {
        levels_.push_back({trail_.size(), level_});
        level_ = ++last_level_;
    }
    void close_level() {
        const Level level = levels_.back();
        while (trail_.size() > level.start) {
            const Saved saved = trail_.back();
            trail_.pop_back();
            const B* sets = &trail_sets_[trail_.size() * colors_];
            std::copy(sets, sets + colors_, at(saved.line));
            saved_at_[saved.line] = saved.level;
            if (!probing_) changed_at_[saved.line] = clock_;
        }
        level_ = level.above;
        levels_.pop_back();
    }
    // Closes the level again however its scope is left: a tick may throw, or there is no memory.
    struct Trial {
        Board& board;
        explicit Trial(Board& b) : board(b) {
            board.open_level();
            board.probing_ = true;
        }
        ~Trial() {
            board.close_level();
            board.probing_ = false;
        }
    };

    // -- propagation -------------------------------------------------------------------------

    void note_change(int line) {
        if (!probing_) changed_at_[line] = clock_;
    }

    // Take colors away from the cells of a line, in both views.
    void remove(int line, int color, const B& gone) {
        const int first = line < h_ ? h_ : 0, index = line < h_ ? line : line - h_;
        gone.each([&](int i) {
            const int crossing = first + i;
            save(crossing);
            at(crossing)[color].drop(index);
            mark(crossing);
            note_change(crossing);
        });
    }

    void decide(int cell, int color) {
        const int r = cell / w_, c = cell % w_;
        save(r);
        save(h_ + c);
        for (int other = 0; other < colors_; ++other)
            if (other != color) {
                at(r)[other].drop(c);
                at(h_ + c)[other].drop(r);
            }
        mark(r);
        mark(h_ + c);
        note_change(r);
        note_change(h_ + c);
    }

    void exclude(int cell, int color) {
        const int r = cell / w_, c = cell % w_;
        save(r);
        save(h_ + c);
        at(r)[color].drop(c);
        at(h_ + c)[color].drop(r);
        mark(r);
        mark(h_ + c);
        note_change(r);
        note_change(h_ + c);
    }

    // Solve dirty lines, rows and columns in turn, until none is left; false: contradiction.
    bool settle() {
        bool rows = true;
        int idle = 0;
        while (idle < 2) {
            const int first = rows ? 0 : h_, end = rows ? h_ : h_ + w_;
            bool any = false;
            for (int word = first >> 6; word <= (end - 1) >> 6; ++word) {
                for (;;) {
                    u64 mask = dirty_[word];
                    if (64 * word < first) mask &= ~u64(0) << (first - 64 * word);
                    if (64 * word + 64 > end) mask &= (u64(1) << (end - 64 * word)) - 1;
                    if (!mask) break;
                    const int line = 64 * word + lowest(mask);
                    dirty_[word] &= ~(u64(1) << (line & 63));
                    any = true;
                    if (!solve(line)) {
                        std::fill(dirty_.begin(), dirty_.end(), 0);
                        return false;
                    }
                }
            }
            idle = any ? 0 : idle + 1;
            rows = !rows;
        }
        return true;
    }

    // Count work, and let the tick look at the clock every quarter of a millisecond or so.
    void tick_now(std::int64_t work) {
        work_ += work;
        if (work_ > 20000) {
            work_ = 0;
            tick_();
        }
    }

    bool has_open(const B* sets) const {
        B seen = B::none(), twice = B::none();
        for (int c = 0; c < colors_; ++c) {
            twice = twice | (seen & sets[c]);
            seen = seen | sets[c];
        }
        return twice.any();
    }

    bool solve(int line) {
        const int k = offset_[line + 1] - offset_[line];
        tick_now(4 + k * W);
        ++counters.lines;
        if (probing_) looked_[line >> 6] |= u64(1) << (line & 63);
        B* allowed = at(line);
        if (!narrow(line, allowed)) return false;
        bool same = true;
        for (int c = 0; c < colors_; ++c) same = same && found_[c] == allowed[c];
        if (same) return true;
        save(line);
        note_change(line);
        for (int c = 0; c < colors_; ++c) {
            const B gone = allowed[c] & ~found_[c];
            allowed[c] = found_[c];
            if (gone.any()) remove(line, c, gone);
        }
        return true;
    }

    // Solve a line into found_; while probing, most lines have been solved before just so.
    bool narrow(int line, const B* allowed) {
        const Block* blocks = blocks_of(line);
        const int k = offset_[line + 1] - offset_[line];
        if (!probing_ || CACHE_BITS == 0 || colors_ > 4)
            return placer_.narrow(blocks, k, allowed, length(line), colors_, found_.data());
        const int words = colors_ * W;  // of the sets, which are the key; then come the results
        if (cache_.empty()) cache_.assign(std::size_t(2 * words + 1) << CACHE_BITS, 0);
        u64 hash = u64(line + 1) * 0x9E3779B97F4A7C15u;  // multipliers: any odd, well-mixed ones do
        const u64* key = allowed[0].w;
        for (int i = 0; i < words; ++i) hash = (hash ^ key[i] ^ (hash >> 29)) * 0xD6E8FEB86659FD93u;
        u64* entry = &cache_[(2 * words + 1) * std::size_t(hash >> (64 - (CACHE_BITS ? CACHE_BITS : 1)))];
        const u64 tag = 2 * u64(line + 1);
        if (entry[0] >> 1 << 1 == tag && std::memcmp(entry + 1, key, sizeof(u64) * words) == 0) {
            std::memcpy(found_[0].w, entry + 1 + words, sizeof(u64) * words);
            return entry[0] & 1;
        }
        const bool possible = placer_.narrow(blocks, k, allowed, length(line), colors_, found_.data());
        entry[0] = tag | u64(possible);
        std::memcpy(entry + 1, key, sizeof(u64) * words);
        std::memcpy(entry + 1 + words, found_[0].w, sizeof(u64) * words);
        return possible;
    }

    // -- probing -----------------------------------------------------------------------------

    struct Memo {
        std::int64_t clock = -1;  // when it was probed; -1: never, or that is forgotten
        float score = 0;
        std::vector<u64> looked;  // lines its probes solved
    };

    // Probe every open cell until nothing changes; then best_cell_ is where to branch, or -1.
    bool probe_all() {
        if (memo_.empty()) memo_.resize(h_);
        for (bool again = true; again;) {
            again = false;
            best_cell_ = -1;
            float best = -1;
            for (int r = 0; r < h_; ++r) {
                int col = -1;
                while ((col = next_open(r, col + 1)) >= 0) {
                    const int cell = r * w_ + col;
                    Memo& memo = memo_of(r, col);
                    tick_now(W + std::int64_t(memo.looked.size()));
                    if (!fresh(memo)) {
                        const std::int64_t before = clock_;
                        if (!probe_cell(cell, memo)) return false;
                        again = again || clock_ != before;
                    }
                    if (memo.score > best && !decided(cell)) {
                        best = memo.score;
                        best_cell_ = cell;
                    }
                }
            }
        }
        return true;
    }

    // Where there is no room for a memo, the cell is just probed again.
    Memo& memo_of(int row, int col) {
        if (memo_[row].empty()) {
            const std::size_t size = sizeof(Memo) * w_;
            if (size > memo_room_) return scratch_ = Memo();
            memo_[row].resize(w_);
            memo_room_ -= size;
        }
        return memo_[row][col];
    }
    void remember(Memo& memo) {
        const std::size_t size = sizeof(u64) * looked_.size();
        if (memo.looked.empty()) {
            if (size > memo_room_) return;
            memo.looked.resize(looked_.size());
            memo_room_ -= size;
        }
        std::copy(looked_.begin(), looked_.end(), memo.looked.begin());
        memo.clock = clock_;
    }

    bool fresh(const Memo& memo) const {
        if (memo.clock < 0) return false;
        for (std::size_t word = 0; word < memo.looked.size(); ++word)
            for (u64 x = memo.looked[word]; x; x &= x - 1)
                if (changed_at_[64 * word + lowest(x)] > memo.clock) return false;
        return true;
    }

    // The next column from `col` on whose cell in row r is open, or -1.
    int next_open(int r, int col) const {
        B seen = B::none(), twice = B::none();
        for (int c = 0; c < colors_; ++c) {
            twice = twice | (seen & at(r)[c]);
            seen = seen | at(r)[c];
        }
        for (int word = col >> 6; word < W; ++word) {
            u64 x = twice.w[word];
            if (word == col >> 6) x &= ~u64(0) << (col & 63);
            if (x) return 64 * word + lowest(x);
        }
        return -1;
    }
    bool decided(int cell) const {
        int options = 0;
        for (int c = 0; c < colors_; ++c) options += at(cell / w_)[c].has(cell % w_);
        return options < 2;
    }

    // Lines that a trial changed, and their sets then.
    struct Outcome {
        std::vector<int> lines;
        std::vector<B> sets;
    };

    bool probe_cell(int cell, Memo& memo) {
        std::fill(looked_.begin(), looked_.end(), 0);
        memo.clock = -1;
        const std::int64_t start = clock_;
        int gain_least = 0, gain_most = 0, alive = 0;
        for (int color = 0; color < colors_; ++color) {
            if (!at(cell / w_)[color].has(cell % w_)) continue;
            ++counters.probes;
            bool possible;
            int gain = 0;
            {
                Trial trial(*this);
                decide(cell, color);
                possible = settle();
                if (possible) gain = collect(alive == 0);
            }
            if (!possible) {
                ++clock_;
                exclude(cell, color);
                if (!settle()) return false;
                continue;
            }
            gain_least = alive ? std::min(gain_least, gain) : gain;
            gain_most = alive ? std::max(gain_most, gain) : gain;
            ++alive;
        }
        if (!alive) return false;
        if (!adopt()) return false;
        memo.score = float(gain_least + 1.85 * std::log1p(gain_most - gain_least));
        // A cell that changed something is looked at again: its own lines have changed.
        if (clock_ == start) remember(memo);
        return true;
    }

    // Unite the outcome of the present trial with those before; returns how many (cell, color)
    // pairs it excludes. Only lines that every trial changed can teach anything.
    int collect(bool first) {
        int gain = 0;
        const std::size_t start = levels_.back().start;
        for (std::size_t i = start; i < trail_.size(); ++i) {
            const int line = trail_[i].line;
            if (line >= h_) continue;  // rows tell it all
            const B* old = &trail_sets_[i * colors_];
            for (int c = 0; c < colors_; ++c) gain += old[c].count() - at(line)[c].count();
        }
        if (first) {
            agreed_.lines.clear();
            agreed_.sets.clear();
            for (std::size_t i = start; i < trail_.size(); ++i) {
                if (trail_[i].line >= h_) continue;
                agreed_.lines.push_back(trail_[i].line);
                agreed_.sets.insert(agreed_.sets.end(), at(trail_[i].line), at(trail_[i].line) + colors_);
            }
        } else {
            for (std::size_t i = 0; i < agreed_.lines.size(); ++i)
                for (int c = 0; c < colors_; ++c)
                    agreed_.sets[i * colors_ + c] =
                        agreed_.sets[i * colors_ + c] | at(agreed_.lines[i])[c];
        }
        return gain;
    }

    // Keep what all trials agreed on; false: contradiction.
    bool adopt() {
        bool changed = false;
        for (std::size_t i = 0; i < agreed_.lines.size(); ++i) {
            const int line = agreed_.lines[i];
            for (int c = 0; c < colors_; ++c) {
                const B gone = at(line)[c] & ~agreed_.sets[i * colors_ + c];
                if (!gone.any()) continue;
                if (!changed) ++clock_;
                changed = true;
                save(line);
                at(line)[c] = at(line)[c] & ~gone;
                mark(line);
                note_change(line);
                remove(line, c, gone);
            }
        }
        return !changed || settle();
    }

    // -- search ------------------------------------------------------------------------------

    bool search() {
        if (ended_) throw std::logic_error("the search was ended by its tick");
        if (finished_) return false;
        bool possible = started_ ? backtrack() : propagate();
        started_ = true;
        while (possible) {
            ++counters.nodes;
            if (!probe_all()) {
                possible = backtrack();
                continue;
            }
            if (best_cell_ < 0) return true;
            ++counters.guesses;
            branch();
            possible = backtrack();
        }
        finished_ = true;
        return false;
    }

    struct Guess {
        int cell;
        std::vector<int> colors;  // still to be tried, the next one last
        bool open = false;        // a level is open for the color tried last
    };

    // Plan the branches on the best cell: what leaves most open is tried first, since a solution
    // is more likely there (measured: it settles a tenth more puzzles in the same time).
    void branch() {
        std::vector<std::pair<int, int>> order;
        for (int color = 0; color < colors_; ++color) {
            if (!at(best_cell_ / w_)[color].has(best_cell_ % w_)) continue;
            Trial trial(*this);
            decide(best_cell_, color);
            if (settle()) order.push_back({collect(false), color});
        }
        std::sort(order.rbegin(), order.rend());
        Guess guess{best_cell_, {}, false};
        for (const auto& [gain, color] : order) guess.colors.push_back(color);
        guesses_.push_back(std::move(guess));
        counters.depth = std::max(counters.depth, int(guesses_.size()));
    }

    // Go to the next branch that is not a contradiction at once; false: there is none.
    bool backtrack() {
        while (!guesses_.empty()) {
            Guess& guess = guesses_.back();
            ++clock_;
            if (guess.open) close_level();
            guess.open = false;
            if (guess.colors.empty()) {
                guesses_.pop_back();
                continue;
            }
            const int color = guess.colors.back();
            guess.colors.pop_back();
            open_level();
            guess.open = true;
            decide(guess.cell, color);
            if (settle()) return true;
        }
        return false;
    }

    const int h_, w_, colors_;
    std::function<void()> tick_;
    std::vector<Block> blocks_;  // of all lines; line l has [offset_[l], offset_[l + 1])
    std::vector<int> offset_;
    Placer<B> placer_;
    std::vector<B> state_, found_;
    std::vector<u64> dirty_, looked_, cache_;
    std::int64_t work_ = 0;

    std::vector<Saved> trail_;
    std::vector<B> trail_sets_;
    std::vector<Level> levels_;
    std::vector<std::int64_t> saved_at_;
    std::int64_t level_ = 0, last_level_ = 0;

    std::int64_t clock_ = 0;  // counts changes outside of trials
    std::vector<std::int64_t> changed_at_;
    bool probing_ = false;
    std::vector<std::vector<Memo>> memo_;  // by row
    std::size_t memo_room_ = MOST_MEMOS;
    Memo scratch_;
    Outcome agreed_;
    int best_cell_ = -1;

    std::vector<Guess> guesses_;
    bool started_ = false, finished_ = false, ended_ = false;
};

}  // namespace nonosat
