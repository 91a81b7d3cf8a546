// Lets each allocation of a board's work fail in turn; the board must be of use afterwards.
//
// Exit code 0: after every failure the board holds what it is known to hold, and can be asked again.
#include <cstdio>
#include <cstdlib>
#include <new>
#include <stdexcept>

#include "board.hpp"

using namespace nonosat;

void nonosat::fail(Failure failure) {
    if (failure == Failure::ENDED) throw std::logic_error("the search has ended");
    std::abort();
}

static long left = -1;  // allocations until one fails; -1: none fails

void* operator new(std::size_t size) {
    if (left > 0 && --left == 0) throw std::bad_alloc();
    if (void* memory = std::malloc(size)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

// n blocks of one cell in n rows and columns: n! solutions, so the search has to guess.
using Small = Board<Bits<1>>;
constexpr int N = 5;

static Small fresh() {
    return Small(std::vector<std::vector<Block>>(2 * N, {{1, 1, 1}}), N, N, 2, {}, [] {});
}

static bool holds_everything(const Small& board) {
    for (int line = 0; line < 2 * N; ++line)
        for (int color = 0; color < 2; ++color) {
            u64 word;
            board.set_words(line, color, &word);
            if (word != (u64(1) << N) - 1) return false;
        }
    return true;
}

static int fail(const char* what, long number) {
    std::printf("%s after allocation %ld had failed\n", what, number);
    return 1;
}

int main() {
    int failures = 0;
    for (long number = 1;; ++number) {
        Small board = fresh();
        unsigned char cells[N * N];
        bool failed = false;
        left = number;
        try {
            for (int found = 0; found < 8 && board.next_solution(); ++found) {
            }
        } catch (const std::bad_alloc&) {
            failed = true;
        }
        left = -1;
        if (!failed) break;
        ++failures;
        if (!holds_everything(board)) return fail("the board has lost a solution", number);
        try {
            board.next_solution();
            return fail("the search went on", number);
        } catch (const std::logic_error&) {
        }
        if (!board.probe()) return fail("the board contradicts itself", number);
        if (!holds_everything(board)) return fail("probing has lost a solution", number);
        if (board.cells(cells, false)) return fail("guesses are taken for proved", number);
    }
    std::printf("%d allocations\n", failures);
    return failures > 10 ? 0 : fail("too little was tried", failures);
}
