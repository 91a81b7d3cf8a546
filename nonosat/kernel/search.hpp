// Depth-first search: every solution once, one after the other.
//
// What: probe; where that leaves cells open, branch on the cell whose probes decide most, and take
// of its colors first the one that leaves most open, since a solution is more likely there
// (measured: it settles a tenth more puzzles in the same time).
// Each branch is a level of the trail; going back closes it.
// Before: nothing is assumed. Between two solutions the levels of the last one stay open: what
// Trail::proved tells is certain all the while. After next() is false: there is no more solution.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "probe.hpp"

namespace nonosat {

template <class B>
class Search {
  public:
    explicit Search(Probing<B>& probing, Propagation<B>& board) : board_(board), probing_(probing) {}

    // Go to the next solution; false: there is none.
    bool next() {
        if (ended_) throw std::logic_error("the search was ended by its tick");
        try {
            return advance();
        } catch (...) {  // a tick, or no memory
            board_.close_all();
            ended_ = true;
            throw;
        }
    }

  private:
    struct Guess {
        int cell;
        std::vector<int> colors;  // still to be tried, the next one last
        bool open = false;        // a level is open for the color tried last
    };

    bool advance() {
        if (finished_) return false;
        bool possible = started_ ? backtrack() : board_.propagate();
        started_ = true;
        while (possible) {
            ++board_.counters.nodes;
            if (!probing_.probe_all()) {
                possible = backtrack();
                continue;
            }
            if (probing_.best_cell < 0) return true;
            ++board_.counters.guesses;
            branch(probing_.best_cell);
            possible = backtrack();
        }
        finished_ = true;
        return false;
    }

    // Plan the branches on a cell.
    void branch(int cell) {
        std::vector<std::pair<int, int>> order;  // (what it excludes, color)
        for (int color = 0; color < board_.colors; ++color) {
            if (!board_.can_be(cell, color)) continue;
            const typename Propagation<B>::Trial trial(board_);
            board_.decide(cell, color);
            if (board_.settle()) order.push_back({probing_.gain(), color});
        }
        std::sort(order.rbegin(), order.rend());
        Guess guess{cell, {}, false};
        for (const auto& [gain, color] : order) guess.colors.push_back(color);
        guesses_.push_back(std::move(guess));
        board_.counters.depth = std::max(board_.counters.depth, int(guesses_.size()));
    }

    // Go to the next branch that is not a contradiction at once; false: there is none.
    bool backtrack() {
        while (!guesses_.empty()) {
            Guess& guess = guesses_.back();
            ++board_.clock;
            if (guess.open) board_.close_level();
            guess.open = false;
            if (guess.colors.empty()) {
                guesses_.pop_back();
                continue;
            }
            const int color = guess.colors.back();
            guess.colors.pop_back();
            board_.open_level();
            guess.open = true;
            board_.decide(guess.cell, color);
            if (board_.settle()) return true;
        }
        return false;
    }

    Propagation<B>& board_;
    Probing<B>& probing_;
    std::vector<Guess> guesses_;
    bool started_ = false, finished_ = false, ended_ = false;
};

}  // namespace nonosat
