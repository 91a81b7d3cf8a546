// One line, exactly, as in line.py, which has the method and the glossary.
//
// Before: every set lies within the cells of the line.
#pragma once

#include <algorithm>
#include <vector>

#include "bits.hpp"

namespace nonosat {

struct Block {
    int length, color;
    int step;  // length, plus one for the blank before a follower of the same color

    static constexpr int UNKNOWN = 0;  // any length of at least 1; `step` is then the gap
    bool is_unknown() const { return length == UNKNOWN; }
    int gap() const { return step - length; }
};

// The clues of a board. Its lines are numbered, rows first, then columns.
class Lines {
  public:
    Lines(const std::vector<std::vector<Block>>& clues, int height, int width) : height(height), width(width) {
        for (const auto& clue : clues) {
            offset_.push_back(int(blocks_.size()));
            blocks_.insert(blocks_.end(), clue.begin(), clue.end());
            most_blocks = std::max(most_blocks, int(clue.size()));
            for (const Block& block : clue) any_unknown = any_unknown || block.is_unknown();
        }
        offset_.push_back(int(blocks_.size()));
    }

    const int height, width;
    int most_blocks = 0;       // of a line
    bool any_unknown = false;  // some block has an unknown length

    int count() const { return height + width; }
    int column(int c) const { return height + c; }
    bool is_row(int line) const { return line < height; }
    int length(int line) const { return is_row(line) ? width : height; }
    int index(int line) const { return is_row(line) ? line : line - height; }     // among the rows or columns
    int crossing(int line, int i) const { return is_row(line) ? height + i : i; }  // the line across its cell i
    const Block* blocks(int line) const { return blocks_.data() + offset_[line]; }
    int block_count(int line) const { return offset_[line + 1] - offset_[line]; }

  private:
    std::vector<Block> blocks_;  // of all lines; line l has [offset_[l], offset_[l + 1])
    std::vector<int> offset_;
};

// Walk along `road` from the seeds, as in bits.py.
template <class B>
B spread(const B& seeds, const B& road) {
    return (((seeds & road) + road) ^ road) | seeds;
}

template <class B>
B spread_down(B seeds, B road) {
    seeds = seeds & road;
    for (int size = 1; road.any(); size += size) {
        seeds = seeds | ((seeds >> size) & road);
        road = road & (road >> size);
    }
    return seeds;
}

// Places all blocks of a line. Kept between lines so that nothing is allocated.
template <class B>
class Placer {
  public:
    // Call this first, with the maximum number of blocks and whether lengths can be unknown.
    void reserve(int blocks, bool any_unknown) {
        starts.resize(blocks + 1);
        before.resize(blocks + 1);
        any_unknown_ = any_unknown;
        if (any_unknown) ends.resize(blocks + 1);
    }

    // Find the start set of each block, the end set of each block of unknown length, and the cells
    // that can be blank. Return false if there is no placement.
    bool place(const Block* block, int k, const B* allowed, int n) {
        return any_unknown_ ? place_in<true>(block, k, allowed, n) : place_in<false>(block, k, allowed, n);
    }

    // Fill `found` with the set of possible cells of each color. Return false if there is no
    // placement.
    bool narrow(const Block* block, int k, const B* allowed, int n, int colors, B* found) {
        if (any_unknown_) return narrow_in<true>(block, k, allowed, n, colors, found);
        if constexpr (W == 1) return narrow_in<false>(block, k, allowed, n, colors, found);
        int slack = n, longest = 0;
        for (int j = 0; j < k; ++j) {
            slack -= block[j].step;
            longest = std::max(longest, block[j].length);
        }
        return slack >= 0 && narrow_within<1>(block, k, allowed, slack, longest, colors, found);
    }

    std::vector<B> starts, ends;
    B can_blank;

  private:
    // Puzzles without unknown lengths, nearly all, do not pay for the others.
    template <bool UNKNOWN>
    bool place_in(const Block* block, int k, const B* allowed, int n) {
        const B blank = allowed[0];
        B reach = spread(B::one(0), blank);
        before[0] = reach;
        for (int j = 0; j < k; ++j) {
            const auto [length, color, step] = block[j];
            B fit = allowed[color];
            if (UNKNOWN && length == Block::UNKNOWN) {
                starts[j] = fit & reach;
                ends[j] = spread(starts[j] << 1, fit);
                if (step) ends[j] = ends[j] & blank;
                if (!ends[j].any()) return false;
                reach = spread(ends[j] << step, blank);
                before[j + 1] = reach;
                continue;
            }
            int size = 1;
            for (; size + size <= length; size += size) fit = fit & (fit >> size);
            if (size < length) fit = fit & (fit >> (length - size));
            if (step > length) fit = fit & (blank >> length);
            fit = fit & reach;
            if (!fit.any()) return false;
            starts[j] = fit;
            reach = spread(fit << step, blank);
            before[j + 1] = reach;
        }
        if (!reach.has(n)) return false;

        // stairs[s]: cells that begin a run of 2^s blanks; they carry the way down in log steps.
        int steps = 0;
        for (B road = blank; road.any(); road = road & (road >> (1 << steps++)))
            stairs[steps] = road;
        can_blank = B::none();
        B after = B::one(n);
        for (int j = k;; --j) {
            for (int s = 0; s < steps; ++s) after = after | ((after >> (1 << s)) & stairs[s]);
            can_blank = can_blank | (before[j] & (after >> 1));
            if (j == 0) break;
            const auto [length, color, step] = block[j - 1];
            if (UNKNOWN && length == Block::UNKNOWN) {
                ends[j - 1] = ends[j - 1] & (after >> step);
                if (step) can_blank = can_blank | ends[j - 1];
                after = starts[j - 1] = starts[j - 1] & spread_down(ends[j - 1] >> 1, allowed[color]);
                continue;
            }
            after = starts[j - 1] = starts[j - 1] & (after >> step);
            if (step > length) can_blank = can_blank | (after << length);
        }
        can_blank = can_blank & blank;
        return true;
    }

    template <bool UNKNOWN>
    bool narrow_in(const Block* block, int k, const B* allowed, int n, int colors, B* found) {
        if (!place_in<UNKNOWN>(block, k, allowed, n)) return false;
        found[0] = can_blank;
        for (int c = 1; c < colors; ++c) found[c] = B::none();
        for (int j = 0; j < k; ++j) {
            B smear = starts[j];
            const int length = block[j].length;
            if (UNKNOWN && length == Block::UNKNOWN) {
                // From some start and up to some end without leaving the color: so it can be there.
                const B road = allowed[block[j].color];
                smear = spread(smear, road) & spread_down(ends[j] >> 1, road);
                found[block[j].color] = found[block[j].color] | smear;
                continue;
            }
            int size = 1;
            for (; size + size <= length; size += size) smear = smear | (smear << size);
            if (size < length) smear = smear | (smear << (length - size));
            found[block[j].color] = found[block[j].color] | smear;
        }
        return true;
    }

    // Wide lines: all sets of a block are relative to its first start, when all blocks are as far at
    // the beginning as can be. So they have as many bits as the line has cells to spare, and a block
    // leads from a start to the boundary of the same number.
    template <int V>
    bool narrow_within(const Block* block, int k, const B* allowed, int slack, int longest, int colors, B* found) {
        if constexpr (V < W)
            if (slack >= 64 * V)
                return narrow_within<(V < 16 && 2 * V < W) ? 2 * V : W>(block, k, allowed, slack, longest, colors, found);
        using S = Bits<V>;
        int levels = 1;
        while (longest >> levels) ++levels;
        const std::size_t of_color = std::size_t(levels) * PADDED;
        runs_.resize(std::max(runs_.size(), 2 * of_color * colors));
        scratch_.resize(std::max(scratch_.size(), std::size_t(3 * V) * (k + 1)));
        // Of each color, level t: cells that begin a run of 2^t; later, cells that begin 2^t inked ones.
        u64* const runs = runs_.data();
        u64* const inked = runs + of_color * colors;
        for (int c = 0; c < colors; ++c) {
            B run = allowed[c];
            for (int t = 0; t < (c ? levels : 1); ++t) {
                if (t) run = run & (run >> (1 << (t - 1)));
                u64* const to = runs + of_color * c + t * PADDED;
                std::memcpy(to, run.w, sizeof run.w);
                std::memset(to + W, 0, sizeof(u64) * (PADDED - W));
            }
        }
        std::memset(inked, 0, sizeof(u64) * of_color * colors);
        S* const before = reinterpret_cast<S*>(scratch_.data());
        S *const roads = before + k + 1, *const fits = roads + k + 1;
        int first = 0;  // cell 0 of the sets
        roads[0] = S::window(runs, 0);
        before[0] = spread(S::one(0), roads[0]);
        for (int j = 0; j < k; ++j) {
            const auto [length, color, step] = block[j];
            const int t = highest(u64(length));
            const u64* const run = runs + of_color * color + t * PADDED;
            S fit = before[j] & S::window(run, first);
            if (length > 1 << t) fit = fit & S::window(run, first + length - (1 << t));
            if (step > length) fit = fit & S::window(runs, first + length);
            if (!fit.any()) return false;
            fits[j] = fit;
            first += step;
            roads[j + 1] = S::window(runs, first);
            before[j + 1] = spread(fit, roads[j + 1]);
        }
        if (!before[k].has(slack)) return false;
        S after = S::one(slack);
        for (int j = k;; --j) {
            after.flow_down(roads[j]);
            (before[j] & (after >> 1)).add_to(inked, first);
            if (j == 0) break;
            const auto [length, color, step] = block[j - 1];
            first -= step;
            after = after & fits[j - 1];
            const int t = highest(u64(length));
            u64* const ink = inked + of_color * color + t * PADDED;
            after.add_to(ink, first);
            if (length > 1 << t) after.add_to(ink, first + length - (1 << t));
            if (step > length) after.add_to(inked, first + length);
        }
        for (int c = 0; c < colors; ++c) {
            B all = B::none(), more;
            for (int t = c ? levels - 1 : 0; t >= 0; --t) {
                if (t < levels - 1 && c) all = all | (all << (1 << t));
                std::memcpy(more.w, inked + of_color * c + t * PADDED, sizeof more.w);
                all = all | more;
            }
            found[c] = all;
        }
        found[0] = found[0] & allowed[0];
        return true;
    }

    static constexpr int W = sizeof(B) / sizeof(u64);
    static constexpr int PADDED = 2 * W + 1;  // words of a set and of what a window may reach behind it

    std::vector<u64> runs_, scratch_;
    std::vector<B> before;
    B stairs[32];
    bool any_unknown_ = false;
};

}  // namespace nonosat
