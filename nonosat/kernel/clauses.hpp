// Clauses: what is open of a board in the order encoding, as in clauses.py, which explains it.
//
// Why it pays: large puzzles take half a million clauses; Python takes longer for them than many a learner.
// Before: what is known is settled and free of contradiction; or nothing is known, and each line has
// a placement. After: nothing has changed.
#pragma once

#include <climits>
#include <vector>

#include "propagate.hpp"

namespace nonosat {

// Rows and columns that lie side by side, each from the first to before the end.
struct Crop {
    int top, bottom, left, right;

    bool crosses(int line, int height) const {
        return line < height ? top <= line && line < bottom : left <= line - height && line - height < right;
    }
};

// The clauses of a board, and what their variables mean.
struct Encoded {
    struct Option {
        int cell, color;
        int literal;  // "the cell has the color"
    };
    // A block of unknown length, which has variables for its ends, too.
    struct End {
        int line, block, first;
        std::vector<u64> set;
    };
    std::vector<int> literals;  // of each clause, and a 0 behind it
    std::int64_t count = 0;     // of clauses
    int variables = 0;
    std::vector<Option> options;  // of the open cells, row by row
    int first_guard = 0;          // the literal of the first line; the others come next
    std::vector<int> block_counts;  // of each line
    // Of each block of each line: the variable of its first start, and all its starts. The other starts
    // have the next variables, but the last one has none.
    std::vector<int> first_variables;
    std::vector<u64> starts;
    std::vector<End> ends;
};

template <class B>
class Encoder {
  public:
    // `crop` may be null, for the whole board.
    Encoder(Propagation<B>& board, std::int64_t most, const Crop* crop, Encoded& out)
        : board_(board), lines_(board.lines), most_(most), whole_(!crop),
          crop_(crop ? *crop : Crop{0, lines_.height, 0, lines_.width}), out_(out) {}

    // Return false if there are more clauses than allowed, if possible before making any.
    bool encode(const std::vector<int>& lines, bool guarded) {
        std::int64_t positions = 0;
        for (const int line : lines) {
            if (!whole_) break;
            place(line);
            for (int j = 0; j < lines_.block_count(line); ++j) {
                positions += board_.placer.starts[j].count() - 1;
                if (lines_.blocks(line)[j].is_unknown()) positions += board_.placer.ends[j].count() - 1;
            }
            if (positions > most_) return false;
        }
        if (!add_cells()) return false;
        out_.first_guard = out_.variables + 1;
        if (guarded) out_.variables += int(lines.size());
        for (std::size_t i = 0; i < lines.size(); ++i) {
            guard_ = guarded ? out_.first_guard + int(i) : 0;
            if (!add_line(lines[i])) return false;
        }
        return true;
    }

  private:
    static constexpr int W = sizeof(B) / sizeof(u64);
    static constexpr int TRUE = INT_MAX, FALSE = -INT_MAX;  // literals that never reach a clause

    // The starts or the ends of a block of the line at hand. Positions that are none share the literal of
    // the one before.
    struct Order {
        int low, high;       // the first and the last
        int first, count;    // its variables
        const int* literal;  // "starts (ends) at or before p", for low <= p < high

        int by(int p) const { return p < low ? FALSE : p < high ? literal[p - low] : TRUE; }
    };

    void place(int line) {
        const int k = lines_.block_count(line);
        board_.tick_now(lines_.length(line) + k);
        if (!board_.placer.place(lines_.blocks(line), k, board_.trail.proved(line), lines_.length(line)))
            fail(Failure::NO_PLACEMENT);
    }

    bool add_cells() {
        const int w = lines_.width;
        const B inside = span(crop_.left, crop_.right);
        for (int r = 0; r < lines_.height; ++r) {
            board_.tick_now(w * board_.colors);
            rows_.push_back(board_.trail.proved(r));
            open_.push_back(crop_.top <= r && r < crop_.bottom ? Choices<B>(rows_[r], board_.colors).several & inside
                                                             : B::none());
            opened_before_.push_back(int(first_options_.size()));
            open_[r].each([&](int col) { add_cell(r, col); });
            if (out_.count > most_) return false;
        }
        return true;
    }

    void add_cell(int r, int col) {
        if (out_.count > most_) return;
        const int cell = r * lines_.width + col, begin = int(out_.options.size());
        first_options_.push_back(begin);
        for (int c = 0; c < board_.colors; ++c)
            if (rows_[r][c].has(col)) out_.options.push_back({cell, c, 0});
        const int size = int(out_.options.size()) - begin;
        Encoded::Option* const options = &out_.options[begin];
        if (size == 2) {
            options[1].literal = ++out_.variables;
            options[0].literal = -options[1].literal;
            return;
        }
        for (int i = 0; i < size; ++i) {
            options[i].literal = ++out_.variables;
            out_.literals.push_back(options[i].literal);
        }
        end_clause();
        for (int i = 0; i < size; ++i)
            for (int other = 0; other < i; ++other) add_clause(-options[i].literal, -options[other].literal);
        board_.tick_now(size * size);
    }

    bool add_line(int line) {
        begin_ = lines_.is_row(line) ? crop_.left : crop_.top;
        stop_ = lines_.is_row(line) ? crop_.right : crop_.bottom;
        place(line);
        const Block* const blocks = lines_.blocks(line);
        const int k = lines_.block_count(line), n = lines_.length(line);
        add_variables(line);
        literals_of_.assign(std::size_t(board_.colors) * n, 0);
        const int* const blank = literals_of(line, 0);
        for (int j = 0; j < k; ++j) {
            const int gap = blocks[j].gap();
            const Order &order = orders_[j], &end = ends_[j];
            const int* const ink = literals_of(line, blocks[j].color);
            add_chain(order);
            if (blocks[j].is_unknown()) {
                add_chain(end);
                (board_.placer.ends[j] & span(begin_ + 1, stop_ + 1)).each([&](int p) { add_clause(-end.by(p), order.by(p - 1)); });
            }
            // Covered.
            for (int i = std::max(order.low, begin_); i < std::min(end.high, stop_); ++i) imply(order.by(i), end.by(i), ink[i]);
            // Neighbors.
            for (int p = std::max(end.low, begin_); j + 1 < k && p < std::min(end.high, stop_ - gap); ++p)
                if (end.by(p) != end.by(p + 1)) add_clause(-orders_[j + 1].by(p + gap), end.by(p));
            board_.tick_now(3 * (end.high - order.low));
            if (out_.count > most_) return false;
        }
        for (int j = 0; j <= k; ++j) {
            // Gap.
            const int first = std::max(j ? ends_[j - 1].low : 0, begin_);
            const int end = std::min(j < k ? orders_[j].high : n, stop_);
            for (int i = first; i < end; ++i)
                imply(j ? ends_[j - 1].by(i) : TRUE, j < k ? orders_[j].by(i) : FALSE, blank[i]);
            board_.tick_now(1 + std::max(0, end - first));
            if (out_.count > most_) return false;
        }
        return true;
    }

    // Gives variables to the blocks of a line whose start and end sets are found.
    void add_variables(int line) {
        const std::vector<B>&starts = board_.placer.starts, &ends = board_.placer.ends;
        const Block* const blocks = lines_.blocks(line);
        const int k = lines_.block_count(line);
        orders_.clear();
        ends_.clear();
        positions_.clear();
        for (int j = 0; j < k; ++j) {
            out_.first_variables.push_back(out_.variables + 1);
            out_.starts.insert(out_.starts.end(), starts[j].w, starts[j].w + W);
            B window = span(begin_, stop_);
            if (!blocks[j].is_unknown()) window = window | (span(begin_, stop_ + 1) >> blocks[j].length);
            orders_.push_back(add_positions(starts[j], window));
            if (blocks[j].is_unknown()) {
                out_.ends.push_back({line, j, out_.variables + 1, std::vector<u64>(ends[j].w, ends[j].w + W)});
                ends_.push_back(add_positions(ends[j], span(begin_, stop_ + 1)));
            } else {
                ends_.push_back(orders_[j]);
                ends_[j].low += blocks[j].length;
                ends_[j].high += blocks[j].length;
            }
        }
        out_.block_counts.push_back(k);
        const int* next = positions_.data();  // which does not move any more
        for (int j = 0; j < k; ++j) {
            orders_[j].literal = ends_[j].literal = next;
            next += orders_[j].high - orders_[j].low;
            if (!blocks[j].is_unknown()) continue;
            ends_[j].literal = next;
            next += ends_[j].high - ends_[j].low;
        }
    }

    // Gives a variable to each of these positions in the window but the last. Literals of others are not used:
    // the first of each run of the window has its own, too.
    Order add_positions(const B& set, const B& window) {
        Order order{set.first(), set.last(), out_.variables + 1, 0, nullptr};
        const B own = (set | (window & ~(window << 1) & ~B::below(order.low))) & window;
        for (int p = order.low; p < order.high; ++p) {
            out_.variables += own.has(p);
            positions_.push_back(out_.variables);
        }
        order.count = out_.variables + 1 - order.first;
        return order;
    }

    static B span(int first, int end) { return B::below(end) & ~B::below(first); }

    // Each of its variables implies the next.
    void add_chain(const Order& order) {
        for (int i = 1; i < order.count; ++i) add_clause(-(order.first + i - 1), order.first + i);
    }

    // For each cell of the line at hand the literal "it has this color".
    const int* literals_of(int line, int color) {
        const int n = lines_.length(line);
        int* const all = &literals_of_[std::size_t(color) * n];
        if (all[begin_] == 0) {
            for (int i = begin_; i < stop_; ++i)
                all[i] = lines_.is_row(line) ? literal(line, i, color) : literal(i, line - lines_.height, color);
            board_.tick_now(stop_ - begin_);
        }
        return all;
    }

    int literal(int r, int col, int color) const {
        if (!rows_[r][color].has(col)) return FALSE;
        if (!open_[r].has(col)) return TRUE;
        const int number = opened_before_[r] + (open_[r] & B::below(col)).count();
        const Encoded::Option* option = &out_.options[first_options_[number]];
        while (option->color != color) ++option;
        return option->literal;
    }

    // What is present and not absent implies the third literal.
    void imply(int present, int absent, int result) {
        if (result != TRUE && present != absent) add_clause(-present, absent, result);
    }

    // Adds a clause unless it always holds; constants vanish.
    template <class... Literals>
    void add_clause(Literals... literals) {
        if (((literals == TRUE) || ...)) return;
        if (guard_) out_.literals.push_back(-guard_);
        const auto add = [this](int literal) {
            if (literal != FALSE) out_.literals.push_back(literal);
        };
        (add(literals), ...);
        end_clause();
    }
    void end_clause() {
        out_.literals.push_back(0);
        ++out_.count;
    }

    Propagation<B>& board_;
    const Lines& lines_;
    const std::int64_t most_;
    const bool whole_;
    const Crop crop_;
    Encoded& out_;
    int guard_ = 0;  // of the current line; 0 means none
    // For each row: its sets, its open cells, and the number of open cells in the rows before it.
    std::vector<const B*> rows_;
    std::vector<B> open_;
    std::vector<int> opened_before_;
    std::vector<int> first_options_;  // of each open cell
    // Of the current line:
    int begin_ = 0, stop_ = 0;  // its cells in the crop
    std::vector<Order> orders_, ends_;
    std::vector<int> positions_;    // of all its blocks
    std::vector<int> literals_of_;  // by color, then by cell; those of a color are filled in on use
};

}  // namespace nonosat
