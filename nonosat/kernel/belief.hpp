// Belief propagation between rows and columns: which color each open cell most likely has.
//
// Every line takes what the crossing lines think of its cells as weights, sums the weights of all
// its placements by one pass forward and one backward, and answers with what it thinks itself: its
// marginals without what it was told. On a grid with loops this proves nothing, but on hard puzzles
// the most likely colors are excellent first phases for a clause learner.
#pragma once

#include <cmath>
#include <vector>

#include "line.hpp"

namespace nonosat {

// Marginals of one line: in `weights` and out `marginals`, both [cell * colors + color].
class Marginals {
  public:
    // Weights are logarithms. `starts` are the exact start sets of the blocks, so that every
    // placement made of them is one of the line. `blank` tells which cells can be blank. `tick` is
    // told of the work before each block.
    template <class B, class Tick>
    void run(const Block* block, int k, const B* starts, const B& blank, int n, int colors,
             const std::vector<float>& weights, std::vector<double>& marginals, const Tick& tick) {
        sums_.assign(std::size_t(n + 1) * colors, 0);  // sums of log weights of cells before i
        for (int i = 0; i < n; ++i)
            for (int c = 0; c < colors; ++c)
                sums_[(i + 1) * colors + c] = sums_[i * colors + c] + weights[i * colors + c];
        ahead_.assign(std::size_t(k) * n, 0);
        blocks_.assign(std::size_t(k) * n, 0);

        // Forward: ahead_[j][s] = weight of all before block j, when it starts at s. Each block is
        // scaled by its largest term; the factors cancel, since every placement has every block.
        flow_.assign(n + 2, 0);
        for (int j = 0; j < k; ++j) {
            tick(n / 4);
            // No structured binding: C++17 does not let lambdas capture one.
            const int length = block[j].length, color = block[j].color, step = block[j].step;
            double* here = &ahead_[std::size_t(j) * n];
            double* own = &blocks_[std::size_t(j) * n];
            double most = -1e300;
            starts[j].each([&](int s) {
                // The cells of the block, and the blank that must follow it.
                double w = sums_[(s + length) * colors + color] - sums_[s * colors + color];
                if (step > length) w += weights[(s + length) * colors];
                own[s] = w;
                if (w > most) most = w;
            });
            double run = 0, top = 0;
            for (int s = 0; s < n; ++s) {
                if (s > 0) run = blank.has(s - 1) ? run * std::exp(double(weights[(s - 1) * colors])) : 0;
                run += j == 0 ? (s == 0 ? 1.0 : 0.0) : flow_[s];
                if (starts[j].has(s)) {
                    own[s] = std::exp(own[s] - most);
                    here[s] = run;
                    top = std::max(top, run * own[s]);
                }
            }
            std::fill(flow_.begin(), flow_.end(), 0);
            if (top <= 0) top = 1;
            starts[j].each([&](int s) {
                here[s] /= top;
                flow_[s + step] += here[s] * own[s];
            });
        }

        medians.assign(k, 0);

        // Backward: the same from the end, and what block j weighs at s in all.
        marginals.assign(std::size_t(n) * colors, 0);
        flow_.assign(n + 2, 0);
        flow_[n] = 1;
        std::vector<double>& back = back_;
        back.assign(n + 1, 0);
        for (int j = k - 1; j >= 0; --j) {
            tick(n / 4);
            const int length = block[j].length, color = block[j].color, step = block[j].step;
            // back[i]: weight of everything from boundary i on.
            double run = 0, top = 0;
            for (int i = n; i >= 0; --i) {
                if (i < n) run = blank.has(i) ? run * std::exp(double(weights[i * colors])) : 0;
                run += flow_[i];
                back[i] = run;
            }
            const double* here = &ahead_[std::size_t(j) * n];
            const double* own = &blocks_[std::size_t(j) * n];
            double total = 0;
            starts[j].each([&](int s) { total += here[s] * own[s] * back[s + step]; });
            std::fill(flow_.begin(), flow_.end(), 0);
            starts[j].each([&](int s) {
                flow_[s] = own[s] * back[s + step];
                top = std::max(top, flow_[s]);
            });
            if (top > 0) starts[j].each([&](int s) { flow_[s] /= top; });
            if (total <= 0) {  // underflow: this block says nothing
                starts[j].each([&](int s) { medians[j] = s; });
                continue;
            }
            double passed = 0;
            starts[j].each([&](int s) {
                if (passed < 0.5 * total) medians[j] = s;
                passed += here[s] * own[s] * back[s + step];
            });
            starts[j].each([&](int s) {
                const double share = here[s] * own[s] * back[s + step] / total;
                marginals[s * colors + color] += share;
                if (s + length < n) marginals[(s + length) * colors + color] -= share;
            });
        }
        // Differences to sums; what no ink takes is blank.
        for (int c = 1; c < colors; ++c)
            for (int i = 1; i < n; ++i) marginals[i * colors + c] += marginals[(i - 1) * colors + c];
        for (int i = 0; i < n; ++i) {
            double ink = 0;
            for (int c = 1; c < colors; ++c) ink += marginals[i * colors + c];
            marginals[i * colors] = 1 - ink;
        }
    }

    std::vector<int> medians;  // for each block: it starts there or before with even odds

  private:
    std::vector<double> sums_, ahead_, blocks_, flow_, back_;
};

}  // namespace nonosat
