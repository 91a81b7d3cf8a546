// Belief propagation between rows and columns, as in belief.py: which color each open cell most likely has.
//
// Before: any state; what is assumed above the first level is not looked at. After: nothing has
// changed; the opinions prove nothing.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "propagate.hpp"

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

// The natural logarithm of a positive number that is not tiny, within 1e-8: x = 2^k m with m about 1,
// then the series of log((1 + z) / (1 - z)).
inline double quick_log(double x) {
    constexpr u64 HALF_ROOT = 0x3FE6A09E667F3BCD, EXPONENT = u64(0xFFF) << 52, ONE = u64(1023) << 52;
    u64 bits;
    std::memcpy(&bits, &x, sizeof bits);
    const u64 raised = bits - HALF_ROOT + ONE;  // its exponent is k + 1023
    const u64 whole = raised >> 52 | u64(0x433) << 52, mantissa = bits - (raised & EXPONENT) + ONE;
    double k, m;  // `whole` is 2^52 + k + 1023
    std::memcpy(&k, &whole, sizeof k);
    std::memcpy(&m, &mantissa, sizeof m);
    const double z = (m - 1) / (m + 1), zz = z * z;
    const double series = 1 + zz * (1.0 / 3 + zz * (1.0 / 5 + zz * (1.0 / 7 + zz * (1.0 / 9))));
    return (k - 4503599627371519.0) * 0.6931471805599453 + 2 * z * series;
}

// Marginals of one line.
class Marginals {
  public:
    std::vector<double> share;  // [color * (n + 1) + cell]: the probability of the color
    std::vector<int> medians;   // for each block: it starts there or before with even odds

    // `weights` [color * n + cell] are logarithms; that of blank is 0 wherever blank is possible.
    // `placed` has the exact start and end sets of the blocks, so every placement built from them
    // is a placement of the line. `allowed` has one set per color. `tick` is called with the amount
    // of work.
    template <class B, class Tick>
    void run(const Block* block, int k, const Placer<B>& placed, const B* allowed, int n, int colors,
             const std::vector<double>& weights, const Tick& tick) {
        prepare(block, k, placed, n, colors, weights);
        for (int j = 0; j < k; ++j) {
            tick(n / 8);
            if (block[j].is_unknown()) {
                const double* weight = &weights[std::size_t(n) * block[j].color];
                weigh_cells(range_[j + 1], placed.starts[j], placed.ends[j], allowed[block[j].color], weight);
            } else {
                weigh(block[j], range_[j + 1], placed.starts[j], n);
            }
        }
        // The passes do not need each other: their chains of sums can go on side by side.
        for (int j = 0; j < k; ++j) {
            tick(n / 8);
            forward(range_[j], range_[j + 1]);
            backward(range_[k + 1 - j], range_[k - j]);
        }
        medians.assign(k, 0);
        share.assign(std::size_t(n + 1) * colors, 0);
        for (int j = 0; j < k; ++j) {
            tick(n / 8);
            medians[j] = spread_out(block[j], range_[j + 1], &share[std::size_t(n + 1) * block[j].color]);
        }
        // Differences to sums; what no ink takes is blank.
        std::fill(share.begin(), share.begin() + n, 1);
        for (int c = 1; c < colors; ++c) {
            double* of_color = &share[std::size_t(n + 1) * c];
            for (int i = 1; i < n; ++i) of_color[i] += of_color[i - 1];
            for (int i = 0; i < n; ++i) share[i] -= of_color[i];
        }
    }

  private:
    // The starts of a block, and the boundaries behind it and its gap. Two imaginary blocks, before
    // the first and behind the last, have one start each: the beginning and the end of the line.
    struct Range {
        int low, high;
        int out_low, out_high;
        int gap = 0;
        bool unknown = false;    // the length; then the boundaries have places of their own behind `at`
        std::size_t at = 0;      // in `own_`, and in `ahead_`
        std::size_t out_at = 0;  // in `rest_`, and in `ahead_`, where zeros follow
        std::size_t behind = 0;  // in `back_`, where zeros come before
        std::size_t cells = 0;   // of unknown length: in `cells_`
        int count() const { return high - low + 1; }
        int out_count() const { return out_high - out_low + 1; }
        int end_low() const { return out_low - gap; }
        int cell_count() const { return out_high - gap - low; }
    };

    template <class B>
    void prepare(const Block* block, int k, const Placer<B>& placed, int n, int colors,
                 const std::vector<double>& weights) {
        sums_.resize(std::size_t(n + 1) * colors);  // of the weights of the cells before i
        for (int c = 1; c < colors; ++c) {
            double* sum = &sums_[std::size_t(n + 1) * c];
            sum[0] = 0;
            for (int i = 0; i < n; ++i) sum[i + 1] = sum[i] + weights[std::size_t(n) * c + i];
        }
        through_.resize(n + 1);
        for (int i = 0; i < n; ++i) through_[i] = placed.can_blank.has(i);
        range_.resize(k + 2);
        range_[0] = {0, 0, 0, 0};
        for (int j = 0; j < k; ++j) {
            const bool unknown = block[j].is_unknown();
            const int low = placed.starts[j].first(), high = placed.starts[j].last(), step = block[j].step;
            const int out_low = unknown ? placed.ends[j].first() : low, out_high = unknown ? placed.ends[j].last() : high;
            range_[j + 1] = {low, high, out_low + step, out_high + step, block[j].gap(), unknown};
        }
        range_[k + 1] = {n, n, n, n};
        // A pass goes through the starts of one block and on to those of the next one.
        std::size_t ahead = 0, back = 0, cells = 0;
        for (int j = 0; j <= k + 1; ++j) {
            Range& range = range_[j];
            const int front = j > 0 ? range.low - range_[j - 1].out_low : 0;
            const int behind = j <= k ? range_[j + 1].high - range.out_high : 0;
            range.at = range.out_at = ahead;
            range.behind = back + front;
            if (range.unknown) {
                range.out_at += range.count();
                range.cells = cells;
                cells += range.cell_count();
            }
            ahead = range.out_at + range.out_count() + behind;
            back += range.count() + front;
        }
        cells_.resize(cells);
        own_.resize(ahead);
        rest_.resize(ahead);
        ahead_.assign(ahead, 0);
        back_.assign(back, 0);
        ahead_[range_[0].at] = back_[range_[k + 1].behind] = 1;
    }

    // Compute the weight of a block's cells at each of its starts, scaled so that the largest is 1.
    template <class B>
    void weigh(const Block& block, const Range& range, const B& starts, int n) {
        const int count = range.count();
        const double* sum = &sums_[std::size_t(n + 1) * block.color + range.low];
        double* own = &own_[range.at];
        const B gaps = B::below(range.high + 1) & ~B::below(range.low) & ~starts;
        for (int s = 0; s < count; ++s) own[s] = sum[s + block.length] - sum[s];
        gaps.each([&](int s) { own[s - range.low] = LOWEST; });
        const double most = largest(own, count, LOWEST);
        for (int s = 0; s < count; ++s) own[s] = quick_exp(std::max(-700.0, own[s] - most));
        gaps.each([&](int s) { own[s - range.low] = 0; });
    }

    // Set the weight of each cell that a block of unknown length may fill. In `own_`, mark its
    // starts and its ends with 1, and all else with 0.
    template <class B>
    void weigh_cells(const Range& range, const B& starts, const B& ends, const B& road, const double* weight) {
        double *own = &own_[range.at], *out = &own_[range.out_at], *cell = &cells_[range.cells];
        for (int i = 0; i < range.count(); ++i) own[i] = starts.has(range.low + i);
        for (int i = 0; i < range.out_count(); ++i) out[i] = ends.has(range.end_low() + i);
        for (int i = 0; i < range.cell_count(); ++i) cell[i] = road.has(range.low + i) ? weight[range.low + i] : LOWEST;
    }

    // `ahead_` at each start: the weight of the blocks up to this one in all placements that have it there.
    // Of a block of unknown length: without its own cells, which are in `ahead_` at its ends.
    void forward(const Range& before, const Range& range) {
        const int from = before.out_low, lead = range.low - from, count = range.count();
        const double *flow = &ahead_[before.out_at], *open = &through_[from], *own = &own_[range.at];
        double* ahead = &ahead_[range.at];
        double run = flow[0];
        for (int i = 1; i <= lead; ++i) run = run * open[i - 1] + flow[i];
        ahead[0] = run;
        for (int i = 1; i < count; ++i) ahead[i] = run = run * open[lead + i - 1] + flow[lead + i];
        for (int i = 0; i < count; ++i) ahead[i] *= own[i];
        if (range.unknown)
            stretch_forward(range);
        else
            keep_in_range(ahead, count);
    }

    // `rest_` at each start (of a block of unknown length: at each end): the weight of all behind the
    // block. `back_` at each start: with the block itself.
    void backward(const Range& next, const Range& range) {
        const int until = range.out_low, count = range.out_count();
        const double *flow = &back_[next.behind - (next.low - until)], *open = &through_[until];
        const double* own = &own_[range.at];
        double *rest = &rest_[range.out_at], *back = &back_[range.behind];
        int i = next.high - until;
        double run = flow[i];
        for (--i; i >= count - 1; --i) run = run * open[i] + flow[i];
        rest[count - 1] = run;
        for (i = count - 2; i >= 0; --i) rest[i] = run = run * open[i] + flow[i];
        if (range.unknown) {
            stretch_backward(range);
            return;
        }
        for (i = 0; i < count; ++i) back[i] = rest[i] * own[i];
        keep_in_range(back, count);
    }

    // The passes through a block of unknown length: running sums over its lengths. They are logarithms,
    // since such weights differ by more than numbers hold.
    void stretch_forward(const Range& range) {
        const double *ahead = &ahead_[range.at], *cell = &cells_[range.cells];
        double *out = &ahead_[range.out_at], total = LOWEST;
        const int shortest = range.end_low() - range.low, count = range.count(), cells = range.cell_count();
        for (int i = 0; i < cells; ++i) {
            if (i < count && ahead[i] > 0) total = add_logarithms(total, std::log(ahead[i]));
            total += cell[i];
            if (i + 1 >= shortest) out[i + 1 - shortest] = total;
        }
        to_numbers(out, &own_[range.out_at], range.out_count());
    }
    void stretch_backward(const Range& range) {
        const double *rest = &rest_[range.out_at], *ends = &own_[range.out_at], *cell = &cells_[range.cells];
        double *back = &back_[range.behind], total = LOWEST;
        const int shortest = range.end_low() - range.low, count = range.count();
        for (int i = range.cell_count() - 1; i >= 0; --i) {
            const int end = i + 1 - shortest;
            if (end >= 0 && ends[end] * rest[end] > 0) total = add_logarithms(total, std::log(rest[end]));
            total += cell[i];
            if (i < count) back[i] = total;
        }
        to_numbers(back, &own_[range.at], count);
    }

    static double add_logarithms(double a, double b) {
        const double low = std::min(a, b), high = std::max(a, b);
        return high + quick_log(1 + quick_exp(std::max(-700.0, low - high)));
    }

    // From logarithms, those that are `there` (1, else 0); the largest becomes 1. All 0 if none has a weight.
    static void to_numbers(double* values, const double* there, int count) {
        for (int i = 0; i < count; ++i)
            if (there[i] == 0) values[i] = LOWEST;
        const double most = largest(values, count, LOWEST);
        for (int i = 0; i < count; ++i)
            values[i] = most > LOWEST / 2 ? there[i] * quick_exp(std::max(-700.0, values[i] - most)) : 0;
    }

    // No smaller than `least`. Several chains of comparisons, since each has to wait for the last.
    static double largest(const double* values, int count, double least) {
        double tops[4] = {least, least, least, least};
        int i = 0;
        for (; i + 4 <= count; i += 4)
            for (int lane = 0; lane < 4; ++lane) tops[lane] = std::max(tops[lane], values[i + lane]);
        for (; i < count; ++i) tops[0] = std::max(tops[0], values[i]);
        return std::max(std::max(tops[0], tops[1]), std::max(tops[2], tops[3]));
    }

    // The factors of a block cancel, since every placement has every block.
    static void keep_in_range(double* values, int count) {
        const double top = largest(values, count, 0);
        if (top > 1e-30 && top < 1e30) return;
        if (top > 0)
            for (int i = 0; i < count; ++i) values[i] /= top;
    }

    // Add the share of each start to the cells it fills, as a difference where it begins and where
    // it ends. Returns the median of the starts.
    int spread_out(const Block& block, const Range& range, double* share) {
        if (range.unknown) return spread_out_unknown(range, share);
        const int count = range.count();
        const double* rest = &rest_[range.at];
        double *part = &ahead_[range.at], total = 0;
        for (int i = 0; i < count; ++i) total += part[i] *= rest[i];
        if (!(total > 1e-300)) return range.high;  // underflow: this block says nothing
        const double scale = 1 / total;
        share += range.low;
        for (int i = 0; i < count; ++i) share[i] += part[i] *= scale;
        share += block.length;
        for (int i = 0; i < count; ++i) share[i] -= part[i];
        return range.low + median_of(part, count);
    }

    // The same of a block whose ends have shares of their own.
    int spread_out_unknown(const Range& range, double* share) {
        double *part = &ahead_[range.at], *out = &ahead_[range.out_at], total = 0, total_out = 0;
        const int count = range.count(), out_count = range.out_count();
        for (int i = 0; i < count; ++i) total += part[i] *= back_[range.behind + i];
        for (int i = 0; i < out_count; ++i) total_out += out[i] *= rest_[range.out_at + i];
        if (!(total > 1e-300 && total_out > 1e-300)) return range.high;
        for (int i = 0; i < count; ++i) share[range.low + i] += part[i] /= total;
        for (int i = 0; i < out_count; ++i) share[range.end_low() + i] -= out[i] / total_out;
        return range.low + median_of(part, count);
    }

    // Of shares that sum to 1: the first at or before which half of them lies.
    static int median_of(const double* part, int count) {
        int median = 0;
        for (double passed = 0; median < count - 1 && (passed += part[median]) < 0.5;) ++median;
        while (median > 0 && !(part[median] > 0)) --median;  // rounding may leave no half
        return median;
    }

    static constexpr double LOWEST = -1e9;
    std::vector<double> sums_, through_, own_, ahead_, rest_, back_, cells_;
    std::vector<Range> range_;
};

// The opinions of rows and columns about the cells of a board; there are none at the beginning.
template <class B>
class Opinions {
  public:
    explicit Opinions(Propagation<B>& board)
        : board_(board), lines_(board.lines), width_(board.lines.width), colors_(board.colors) {
        std::size_t heard = 0;
        for (int line = 0; line < lines_.count(); ++line) {
            const B* sets = board.trail.proved(line);
            if (lines_.is_row(line)) rows_.push_back(sets);
            const B several = Choices<B>(sets, colors_).several;
            if (!several.any()) continue;
            open_.push_back({line, sets, several});
            heard += std::size_t(lines_.length(line)) * colors_;
        }
        last_heard_.assign(heard, 2 * (CLEAR + NEWS));  // unlike anything that is heard
        const std::size_t cells = rows_.size() * width_;
        for (auto& side : said_) side.assign(cells * colors_, 0);
        field_.assign(cells * colors_, 0);
        likeliest.assign(cells, 0);
        medians.resize(lines_.count());
        choose();
    }

    std::vector<unsigned char> likeliest;   // color of each cell
    std::vector<std::vector<int>> medians;  // of each line heard, for each block

    // All rounds of `Board.hints`.
    void form(int rounds, int ramp, u64 seed, bool late) {
        if (seed) disturb(seed);
        int still = 0;
        for (int i = 0; i < rounds && !(ramp > 0 && still == STILL); ++i) {
            round();
            still = choose() ? 0 : still + 1;
        }
        for (int i = 0; i < ramp; ++i) {
            if (agreed()) break;
            const double done = double(i) / ramp;
            reinforce(PULL * (late ? done * done * done : done));
            round();
            choose();
        }
    }

  private:
    // As in belief.py.
    static constexpr double DAMPING = 0.1, SURE = 12, LEAST = 1e-12, PULL = 0.9, NOISE = 0.5;
    static constexpr float NEWS = 0.15f, CLEAR = 5;
    static constexpr int STILL = 5;

    struct OpenLine {
        int number;
        const B* allowed;  // one set a color
        B open;            // cells with several colors
    };

    // Pass the opinions of crossing lines to each line, and renew its own opinions if they changed.
    void round() {
        const auto tick = [this](int work) { board_.tick_now(work); };
        float* last = last_heard_.data();
        for (const OpenLine& line : open_) {
            const int n = lines_.length(line.number), k = lines_.block_count(line.number);
            const Block* blocks = lines_.blocks(line.number);
            tick(n);
            const bool row = lines_.is_row(line.number);
            auto &said = said_[row], &heard = said_[!row];
            weights_.resize(std::size_t(n) * colors_);
            for (int c = 0; c < colors_; ++c)
                for (int i = 0; i < n; ++i) {
                    const std::size_t at = cell(line.number, i) * colors_ + c;
                    weights_[std::size_t(n) * c + i] = heard[at] + field_[at];
                }
            const bool news = heard_news(last);
            last += weights_.size();
            if (!news || !board_.placer.place(blocks, k, line.allowed, n)) continue;
            marginals_.run(blocks, k, board_.placer, line.allowed, n, colors_, weights_, tick);
            medians[line.number] = marginals_.medians;
            // Take out the opinion that was received, so that it does not come back as an echo.
            for (int c = 0; c < colors_; ++c) {
                const double* share = &marginals_.share[std::size_t(n + 1) * c];
                double* thought = &weights_[std::size_t(n) * c];
                for (int i = 0; i < n; ++i) thought[i] = quick_log(std::max(share[i], LEAST)) - thought[i];
            }
            line.open.each([&](int i) {
                double* own = &said[cell(line.number, i) * colors_];
                const double* thought = &weights_[i];
                int c = 0;
                while (!line.allowed[c].has(i)) ++c;
                const double base = thought[std::size_t(n) * c];  // only ratios count
                for (++c; c < colors_; ++c)
                    if (line.allowed[c].has(i))
                        own[c] = DAMPING * own[c] + (1 - DAMPING) * cut(thought[std::size_t(n) * c] - base);
            });
        }
    }

    // Before the first round: give each cell a small random opinion that depends on the seed.
    void disturb(u64 seed) {
        for (std::size_t i = 0; i < field_.size(); ++i) {
            if (i % colors_ == 0) continue;  // that of blank stays 0
            seed = seed * 6364136223846793005u + 1442695040888963407u;  // as in Knuth's MMIX
            field_[i] = NOISE * (double(seed >> 32) / 2147483648.0 - 1);
        }
    }

    // Reinforcement: set the field of each cell, which biases the next rounds, to `share` of its
    // total opinion.
    void reinforce(double share) {
        for (std::size_t i = 0; i < field_.size(); ++i)
            field_[i] = cut(share * (said_[0][i] + said_[1][i] + field_[i]));
    }

    // Update `likeliest`, and return true if it has changed.
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

    // Return true if the likeliest colors satisfy every line.
    bool agreed() const {
        for (const OpenLine& line : open_)
            if (!satisfied(line.number)) return false;
        return true;
    }

    static double cut(double weight) { return std::max(-SURE, std::min(SURE, weight)); }

    // Whether `weights_` differ from what the line heard when it last spoke; if so, they take its place.
    bool heard_news(float* last) const {
        const auto clear = [](double weight) { return std::max(-CLEAR, std::min(CLEAR, float(weight))); };
        int changes = 0;
        for (std::size_t i = 0; i < weights_.size(); ++i)
            changes += std::fabs(clear(weights_[i]) - last[i]) > NEWS;
        if (!changes) return false;
        for (std::size_t i = 0; i < weights_.size(); ++i) last[i] = clear(weights_[i]);
        return true;
    }

    // The number of a line's cell i in the grid, row by row.
    std::size_t cell(int line, int i) const {
        return lines_.is_row(line) ? std::size_t(line) * width_ + i : std::size_t(i) * width_ + (line - lines_.height);
    }

    bool satisfied(int line) const {
        const int n = lines_.length(line), k = lines_.block_count(line);
        const Block* block = lines_.blocks(line);
        int j = 0;
        for (int i = 0; i < n;) {
            const int color = likeliest[cell(line, i)];
            int end = i + 1;
            while (end < n && likeliest[cell(line, end)] == color) ++end;
            if (color) {
                if (j == k || block[j].color != color) return false;
                if (!block[j].is_unknown() && block[j].length != end - i) return false;
                ++j;
            }
            i = end;
        }
        return j == k;
    }

    Propagation<B>& board_;
    const Lines& lines_;
    const int width_, colors_;
    std::vector<OpenLine> open_;
    std::vector<const B*> rows_;  // the sets of all rows
    Marginals marginals_;
    // [cell * colors + color]: what the columns (0) and the rows (1) think of a cell, as weights
    // relative to its first possible color; and what reinforcement adds. Doubles: with floats
    // reinforcement ends with lines wrong that it gets right so.
    std::vector<double> said_[2], field_;
    std::vector<double> weights_;
    std::vector<float> last_heard_;  // of one line after the other
};

}  // namespace nonosat
