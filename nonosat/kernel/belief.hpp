// Belief propagation between rows and columns: which color each open cell most likely has.
//
// Every line takes what the crossing lines think of its cells as weights, sums the weights of all
// its placements by one pass forward and one backward, and answers with what it thinks itself: its
// marginals without what it was told. On a grid with loops this proves nothing, but on hard puzzles
// the most likely colors are excellent first phases for a clause learner, and with reinforcement
// they are often a picture. The method and its sources are in belief.py.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "line.hpp"

namespace nonosat {

// e to the power of x, for -700 <= x <= 0, within 1e-8 of it: x = k log 2 + r, then a power series
// in r, times 2^k. Unlike std::exp it is inlined and done on several numbers at once.
inline double quick_exp(double x) {
    constexpr double ROUND = 6755399441055744.0;  // 1.5 * 2^52: adding it rounds to a whole number
    const double shifted = x * 1.4426950408889634 + ROUND;
    const double r = x - (shifted - ROUND) * 0.6931471805599453;
    double p = 1.0 / 5040;
    p = p * r + 1.0 / 720;
    p = p * r + 1.0 / 120;
    p = p * r + 1.0 / 24;
    p = p * r + 1.0 / 6;
    p = p * r + 0.5;
    p = p * r + 1;
    p = p * r + 1;
    u64 bits;
    std::memcpy(&bits, &shifted, sizeof bits);
    bits = (bits + 1023) << 52;  // the low bits of `shifted` are k
    double power;
    std::memcpy(&power, &bits, sizeof power);
    return p * power;
}

// Marginals of one line.
class Marginals {
  public:
    std::vector<double> share;  // [color * n + cell]: the probability of the color
    std::vector<int> medians;   // for each block: it starts there or before with even odds

    // `weights` [color * n + cell] are logarithms; that of blank is 0 wherever blank is possible.
    // `starts` are the exact start sets of the blocks, so that every placement made of them is one
    // of the line. `blank` tells which cells can be blank. `tick` is told of the work.
    template <class B, class Tick>
    void run(const Block* block, int k, const B* starts, const B& blank, int n, int colors,
             const std::vector<double>& weights, const Tick& tick) {
        sums_.resize(std::size_t(n + 1) * colors);  // of the weights of the cells before i
        for (int c = 1; c < colors; ++c) {
            double* sum = &sums_[std::size_t(n + 1) * c];
            sum[0] = 0;
            for (int i = 0; i < n; ++i) sum[i + 1] = sum[i] + weights[std::size_t(n) * c + i];
        }
        through_.resize(n);
        for (int i = 0; i < n; ++i) through_[i] = blank.has(i);
        range_.resize(k);
        std::size_t size = 0;
        for (int j = 0; j < k; ++j) {
            const int low = starts[j].first(), high = starts[j].last();
            range_[j] = {low, high, size};
            size += high - low + 1;
        }
        ahead_.resize(size);
        own_.resize(size);

        // Forward: ahead_[j][s - low] = weight of all before block j, when it starts at s. Each block is
        // scaled by its largest term; the factors cancel, since every placement has every block.
        flow_.assign(n + 2, 0);  // weight that enters each boundary behind a block
        flow_[0] = 1;
        int from = 0;
        for (int j = 0; j < k; ++j) {
            tick(n / 8);
            const int length = block[j].length, step = block[j].step;
            const auto [low, high, at] = range_[j];
            const int count = high - low + 1;
            const double* sum = &sums_[std::size_t(n + 1) * block[j].color + low];
            double* ahead = &ahead_[at];
            double* own = &own_[at];
            double most = -1e300;
            for (int s = 0; s < count; ++s) own[s] = sum[s + length] - sum[s];
            starts[j].each([&, low = low](int s) { most = std::max(most, own[s - low]); });
            for (int s = 0; s < count; ++s)
                own[s] = quick_exp(std::min(0.0, std::max(-700.0, own[s] - most)));
            double run = 0, top = 0;
            for (int s = from; s <= high; ++s) {
                run = (s > from ? run * through_[s - 1] : 0) + flow_[s];
                if (s >= low) ahead[s - low] = run;
            }
            for (int s = 0; s < count; ++s) {
                own[s] = starts[j].has(low + s) ? own[s] : 0;
                top = std::max(top, ahead[s] * own[s]);
            }
            const double scale = top > 0 ? 1 / top : 1;
            std::fill(flow_.begin(), flow_.end(), 0);
            for (int s = 0; s < count; ++s) {
                ahead[s] *= scale;
                flow_[low + s + step] = ahead[s] * own[s];
            }
            from = low + step;
        }

        // Backward: the same from the end, and what block j weighs at s in all.
        medians.assign(k, 0);
        share.assign(std::size_t(n) * colors, 0);
        back_.resize(n + 1);
        std::fill(flow_.begin(), flow_.end(), 0);
        flow_[n] = 1;
        int until = n;  // no weight enters behind it
        for (int j = k - 1; j >= 0; --j) {
            tick(n / 8);
            const int length = block[j].length, step = block[j].step;
            const auto [low, high, at] = range_[j];
            const int count = high - low + 1;
            const double* ahead = &ahead_[at];
            double* own = &own_[at];
            // back_[i]: weight of everything from boundary i on.
            double run = 0;
            for (int i = until; i >= low + step; --i) {
                run = (i < until ? run * through_[i] : 0) + flow_[i];
                back_[i] = run;
            }
            for (int i = until + 1; i <= high + step; ++i) back_[i] = 0;
            double top = 0, total = 0;
            for (int s = 0; s < count; ++s) {
                own[s] *= back_[low + s + step];
                top = std::max(top, own[s]);
                total += ahead[s] * own[s];
            }
            const double scale = top > 0 ? 1 / top : 1;
            std::fill(flow_.begin(), flow_.end(), 0);
            for (int s = 0; s < count; ++s) flow_[low + s] = own[s] * scale;
            until = high;
            medians[j] = high;
            if (total <= 0) continue;  // underflow: this block says nothing
            double passed = 0;
            double* of_color = &share[std::size_t(n) * block[j].color];
            for (int s = low; s <= high; ++s) {
                const double part = ahead[s - low] * own[s - low] / total;
                if (passed < 0.5 && part > 0) medians[j] = s;
                passed += part;
                of_color[s] += part;
                if (s + length < n) of_color[s + length] -= part;
            }
        }
        // Differences to sums; what no ink takes is blank.
        std::fill(share.begin(), share.begin() + n, 1);
        for (int c = 1; c < colors; ++c) {
            double* of_color = &share[std::size_t(n) * c];
            for (int i = 1; i < n; ++i) of_color[i] += of_color[i - 1];
            for (int i = 0; i < n; ++i) share[i] -= of_color[i];
        }
    }

  private:
    struct Range {  // of the starts of a block
        int low, high;
        std::size_t at;  // in `ahead_` and `own_`
    };
    std::vector<double> sums_, through_, ahead_, own_, flow_, back_;
    std::vector<Range> range_;
};

// What rows and columns think of the cells of a board; nothing, to begin with.
template <class B>
class Opinions {
  public:
    struct OpenLine {
        int number;  // among the lines of the board: rows first, then columns
        const Block* blocks;
        int k;
        const B* allowed;  // one set a color
        int n;
    };

    // `lines`: those with open cells. `rows`: the sets of all rows, one a color.
    Opinions(std::vector<OpenLine> lines, std::vector<const B*> rows, int width, int colors, Placer<B>& placer)
        : lines_(std::move(lines)), rows_(std::move(rows)), width_(width), colors_(colors), placer_(placer) {
        const std::size_t weights = rows_.size() * width_ * colors_;
        for (auto& side : said_) side.assign(weights, 0);
        field_.assign(weights, 0);
        likeliest.assign(rows_.size() * width_, 0);
        medians.resize(rows_.size() + width_);
        choose();
    }

    std::vector<unsigned char> likeliest;   // color of each cell
    std::vector<std::vector<int>> medians;  // of each line heard, for each block

    // Let each line hear what its crossing lines think, and say what it thinks itself.
    template <class Tick>
    void round(const Tick& tick) {
        for (const OpenLine& line : lines_) {
            const int n = line.n;
            tick(n);
            if (!placer_.place(line.blocks, line.k, line.allowed, n)) continue;
            const bool row = line.number < int(rows_.size());
            const Place place = place_of(line.number);
            auto &said = said_[row], &heard = said_[!row];
            weights_.resize(std::size_t(n) * colors_);
            for (int c = 0; c < colors_; ++c)
                for (int i = 0; i < n; ++i) {
                    const std::size_t at = (place.cell + i * place.stride) * colors_ + c;
                    weights_[std::size_t(n) * c + i] = heard[at] + field_[at];
                }
            marginals_.run(line.blocks, line.k, placer_.starts.data(), placer_.can_blank, n, colors_, weights_, tick);
            medians[line.number] = marginals_.medians;
            for (int i = 0; i < n; ++i) {
                double* own = &said[(place.cell + i * place.stride) * colors_];
                double base = 0;
                bool first = true;
                for (int c = 0; c < colors_; ++c) {
                    if (!line.allowed[c].has(i)) continue;
                    const std::size_t at = std::size_t(n) * c + i;
                    // What was heard is taken out again, lest it come back as an echo.
                    const double news = std::log(std::max(marginals_.share[at], LEAST)) - weights_[at];
                    if (first) base = news;  // only ratios count
                    first = false;
                    own[c] = DAMPING * own[c] + (1 - DAMPING) * cut(news - base);
                }
            }
        }
    }

    // Before the first round: give each cell a small opinion of its own, another one for each seed.
    void disturb(u64 seed) {
        for (std::size_t i = 0; i < field_.size(); ++i) {
            if (i % colors_ == 0) continue;  // that of blank stays 0
            seed = seed * 6364136223846793005u + 1442695040888963407u;  // as in Knuth's MMIX
            field_[i] = NOISE * (double(seed >> 32) / 2147483648.0 - 1);
        }
    }

    // Reinforcement: from now on a cell hears `share` of what is thought of it in all.
    void reinforce(double share) {
        for (std::size_t i = 0; i < field_.size(); ++i)
            field_[i] = cut(share * (said_[0][i] + said_[1][i] + field_[i]));
    }

    // Renew `likeliest`; true: it has changed.
    bool choose() {
        bool changed = false;
        for (std::size_t cell = 0; cell < likeliest.size(); ++cell) {
            double best = 0;
            int chosen = -1;
            for (int c = 0; c < colors_; ++c) {
                if (!rows_[cell / width_][c].has(int(cell % width_))) continue;
                const std::size_t at = cell * colors_ + c;
                const double weight = said_[0][at] + said_[1][at] + field_[at];
                if (chosen < 0 || weight > best) {
                    best = weight;
                    chosen = c;
                }
            }
            if (chosen < 0) chosen = 0;  // a contradiction
            changed = changed || likeliest[cell] != chosen;
            likeliest[cell] = (unsigned char)chosen;
        }
        return changed;
    }

    // The likeliest colors satisfy every line.
    bool agreed() const {
        for (const OpenLine& line : lines_)
            if (!satisfied(line)) return false;
        return true;
    }

  private:
    // As in belief.py.
    static constexpr double DAMPING = 0.5, SURE = 12, LEAST = 1e-12, NOISE = 0.5;

    struct Place {
        std::size_t cell, stride;
    };

    static double cut(double weight) { return std::max(-SURE, std::min(SURE, weight)); }

    Place place_of(int number) const {
        const int rows = int(rows_.size());
        return number < rows ? Place{std::size_t(number) * width_, 1}
                             : Place{std::size_t(number - rows), std::size_t(width_)};
    }

    bool satisfied(const OpenLine& line) const {
        const Place place = place_of(line.number);
        int j = 0;
        for (int i = 0; i < line.n;) {
            const int color = likeliest[place.cell + i * place.stride];
            int end = i + 1;
            while (end < line.n && likeliest[place.cell + end * place.stride] == color) ++end;
            if (color) {
                if (j == line.k || line.blocks[j].color != color || line.blocks[j].length != end - i) return false;
                ++j;
            }
            i = end;
        }
        return j == line.k;
    }

    std::vector<OpenLine> lines_;
    std::vector<const B*> rows_;
    int width_, colors_;
    Placer<B>& placer_;
    Marginals marginals_;
    // [cell * colors + color]: what the columns (0) and the rows (1) think of a cell, as weights
    // relative to its first possible color; and what reinforcement adds. Doubles: with floats
    // reinforcement ends with lines wrong that it gets right so.
    std::vector<double> said_[2], field_;
    std::vector<double> weights_;
};

}  // namespace nonosat
