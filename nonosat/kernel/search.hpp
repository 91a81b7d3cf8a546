// Depth-first search: every solution once, one after the other.
//
// What: probe; where that leaves cells open, branch on the cell whose probes decide most. Of its
// colors comes first the one that a picture has there, if one is given. Else the last ink comes
// first, blank last: an ink decides more, and so fails or succeeds sooner.
// Each branch is a level of the trail; going back closes it.
// Before: nothing is assumed. Between two solutions the levels of the last one stay open, and the
// sets from Trail::proved are certain at any time.
#pragma once

#include <algorithm>
#include <vector>

#include "probe.hpp"

namespace nonosat {

template <class B>
class Search {
  public:
    explicit Search(Probing<B>& probing, Propagation<B>& board) : board_(board), probing_(probing) {}

    // Forget the search, but not what it has proved: next() begins at the root again.
    // `picture`: the color of each cell to try first; empty: none. `straight`: nothing is probed until
    // a guess is not that of the picture. If that is a solution, this is a quick way to others.
    void restart(Score score, std::vector<unsigned char> picture, bool straight) {
        board_.close_all();
        guesses_.clear();
        board_.counters.depth = 0;
        probing_.score = score;
        picture_ = std::move(picture);
        straight_ = straight && !picture_.empty();
        started_ = finished_ = ended_ = false;
    }

    // Go to the next solution. Return false if there is none.
    bool next() {
        if (ended_) fail(Failure::ENDED);
        const Leaving leaving{*this};
        ended_ = true;  // unless it comes back: a tick may throw, or there is no memory
        const bool found = advance();
        ended_ = false;
        return found;
    }

    // Assume nothing any more if the search has ended.
    void tidy() {
        if (ended_) board_.close_all();
    }

  private:
    struct Leaving {
        Search& search;
        ~Leaving() { search.tidy(); }
    };
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
            int cell;
            if (straight_) {
                cell = board_.first_open();
            } else if (probing_.probe_all()) {
                cell = probing_.best_cell;
            } else {
                possible = backtrack();
                continue;
            }
            if (cell < 0) return true;
            ++board_.counters.guesses;
            branch(cell);
            possible = backtrack();
        }
        finished_ = true;
        return false;
    }

    // Plan the branches on a cell.
    void branch(int cell) {
        Guess guess{cell, {}};
        for (int color = 0; color < board_.colors; ++color)
            if (board_.can_be(cell, color)) guess.colors.push_back(color);
        if (!picture_.empty()) {
            const auto first = std::find(guess.colors.begin(), guess.colors.end(), int(picture_[cell]));
            if (first != guess.colors.end()) std::rotate(first, first + 1, guess.colors.end());
        }
        guesses_.push_back(std::move(guess));
        board_.counters.depth = std::max(board_.counters.depth, int(guesses_.size()));
    }

    // Go to the next branch without an immediate contradiction. Return false if there is none.
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
            straight_ = straight_ && color == picture_[guess.cell];
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
    std::vector<unsigned char> picture_;
    bool straight_ = false;  // all guesses so far are those of the picture, and unprobed
    std::vector<Guess> guesses_;
    bool started_ = false, finished_ = false, ended_ = false;
};

}  // namespace nonosat
