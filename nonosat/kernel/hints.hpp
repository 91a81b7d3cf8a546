// Hints: the likeliest picture, by rounds of belief propagation (belief.hpp).
//
// What: every line with open cells is heard for some rounds; then, if asked for, come rounds with
// reinforcement, which pull each cell towards what is thought of it until one picture is left.
// Why it pays: the colors are excellent first phases for a clause learner, and often a solution.
// Before: any state; what is assumed above the first level is not looked at. After: nothing has
// changed; the hints prove nothing.
#pragma once

#include <vector>

#include "belief.hpp"
#include "propagate.hpp"

namespace nonosat {

// As in belief.py.
constexpr double PULL = 0.9;
constexpr int STILL = 5;

// Writes the likeliest color of each cell to `out`, and for each line with open cells the medians of
// its starts. A line without a placement says nothing and has no medians.
// `ramp`: rounds with reinforcement after the first `rounds`. Each `seed` but 0 begins a little
// differently. `late`: reinforcement grows with the cube of the rounds.
template <class B>
void hints(Propagation<B>& board, int rounds, int ramp, u64 seed, bool late, unsigned char* out,
           std::vector<std::vector<int>>& medians) {
    const Lines& lines = board.lines;
    std::vector<typename Opinions<B>::OpenLine> open;
    std::vector<const B*> rows;
    for (int line = 0; line < lines.count(); ++line) {
        const B* sets = board.trail.proved(line);
        if (lines.is_row(line)) rows.push_back(sets);
        const B several = Choices<B>(sets, board.colors).several;
        if (several.any())
            open.push_back({line, lines.blocks(line), lines.block_count(line), sets, lines.length(line), several});
    }
    Opinions<B> opinions(std::move(open), std::move(rows), lines.width, board.colors, board.placer);
    const auto tick = [&board](int work) { board.tick_now(work); };
    if (seed) opinions.disturb(seed);
    int still = 0;
    for (int i = 0; i < rounds && !(ramp > 0 && still == STILL); ++i) {
        opinions.round(tick);
        still = opinions.choose() ? 0 : still + 1;
    }
    for (int i = 0; i < ramp; ++i) {
        if (opinions.agreed()) break;
        const double done = double(i) / ramp;
        opinions.reinforce(PULL * (late ? done * done * done : done));
        opinions.round(tick);
        opinions.choose();
    }
    std::copy(opinions.likeliest.begin(), opinions.likeliest.end(), out);
    medians = std::move(opinions.medians);
}

}  // namespace nonosat
