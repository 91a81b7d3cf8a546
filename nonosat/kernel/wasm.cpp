// The kernel for WebAssembly: a C interface over the boards, which kernel.js calls for wasm.py.
//
// There is no runtime here, and so no exceptions. What ends the work of a call is thrown by the host,
// from a tick or from `fail`, and passes through all our frames without unwinding them; then the
// host calls `abandon`, which does what they would have done. Numbers go in as arguments, all else
// through the buffers `given` and `answer`.
#include <array>
#include <climits>
#include <cstdlib>
#include <memory>
#include <vector>

#include "board.hpp"

using namespace nonosat;

#define HOST(name) __attribute__((import_module("host"), import_name(name)))
#define EXPORT(name) extern "C" __attribute__((export_name(name)))

// In wasm.py there is a table of these, too. The first ones are those of failure.hpp.
enum Error { NO_MEMORY = 3, BAD_ARGUMENT = 4 };

extern "C" {
HOST("tick") void host_tick();
[[noreturn]] HOST("fail") void host_fail(int error);
}

void nonosat::fail(Failure failure) { host_fail(int(failure)); }

// -- memory ----------------------------------------------------------------------------------------

namespace {

// While a call works on what it drops again in the end, its memory is listed: nobody frees it if the
// call is abandoned.
struct alignas(16) Header {
    Header *before, *after;
};
Header temporary{&temporary, &temporary};
bool listing = false;

void take_out(Header* header) {
    header->before->after = header->after;
    header->after->before = header->before;
}

// Ends the list; what is on it stays, or is freed.
void end_list(bool stays) {
    listing = false;
    while (temporary.after != &temporary) {
        Header* const header = temporary.after;
        take_out(header);
        header->before = header->after = header;
        if (!stays) std::free(header);
    }
}

class Listing {
  public:
    Listing() { listing = true; }
    ~Listing() { end_list(true); }
};

}  // namespace

void* operator new(std::size_t size) {
    auto* const header = static_cast<Header*>(std::malloc(sizeof(Header) + size));
    if (!header) host_fail(NO_MEMORY);
    header->before = header->after = header;
    if (listing) {
        *header = {&temporary, temporary.after};
        header->after->before = temporary.after = header;
    }
    return header + 1;
}
void operator delete(void* memory) noexcept {
    if (!memory) return;
    Header* const header = static_cast<Header*>(memory) - 1;
    take_out(header);
    std::free(header);
}
void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }

// -- boards ----------------------------------------------------------------------------------------

namespace {

constexpr int WIDEST = 160;  // words: sides up to 10,239 cells

std::vector<int> given;             // what the host writes before a call
std::vector<unsigned char> answer;  // what a call leaves for it

struct Puzzle {
    int height, width, colors;
    std::vector<std::vector<Block>> clues;
    const u64* known;  // `need` words for each row and color; null: nothing is known
    int need;          // words of a set
};

template <int W, int... Wider>
AnyBoard* made(const Puzzle& puzzle) {
    if constexpr (sizeof...(Wider) > 0) {
        if (puzzle.need > W) return made<Wider...>(puzzle);
    }
    std::vector<u64> known;
    if (puzzle.known) {
        const std::size_t sets = std::size_t(puzzle.height) * puzzle.colors;
        known.assign(sets * W, 0);
        for (std::size_t set = 0; set < sets; ++set)
            std::memcpy(&known[set * W], puzzle.known + set * puzzle.need, sizeof(u64) * puzzle.need);
    }
    return new Board<Bits<W>>(puzzle.clues, puzzle.height, puzzle.width, puzzle.colors, known, host_tick);
}

constexpr int UNKNOWN = INT_MIN;  // a length, as the host gives it

// The clues in `given`: of each line the number of its blocks, then their lengths and colors.
// Returns what comes next in there.
const int* read_clues(Puzzle& puzzle) {
    const int *next = given.data(), *const end = next + given.size();
    std::size_t work = 0;
    for (int line = 0; line < puzzle.height + puzzle.width; ++line) {
        if (next == end || *next < 0 || end - next - 1 < 2 * std::ptrdiff_t(*next)) host_fail(BAD_ARGUMENT);
        std::vector<Block> blocks(*next++);
        for (Block& block : blocks) {
            const int length = *next++, color = *next++;
            if ((length < 1 && length != UNKNOWN) || length > 1'000'000 || color < 1 || color >= puzzle.colors)
                host_fail(BAD_ARGUMENT);
            block.length = block.step = length == UNKNOWN ? Block::UNKNOWN : length;
            block.color = color;
            if (&block != blocks.data() && (&block)[-1].color == block.color) ++(&block)[-1].step;
        }
        work += 1 + blocks.size();
        if (work > 20000) {
            work = 0;
            host_tick();
        }
        puzzle.clues.push_back(std::move(blocks));
    }
    return next;
}

template <class T>
void tell(const std::vector<T>& values) {
    const auto* const bytes = reinterpret_cast<const unsigned char*>(values.data());
    answer.insert(answer.end(), bytes, bytes + sizeof(T) * values.size());
}

int cells(const AnyBoard& board, int size, bool guessed) {
    answer.resize(size);
    return board.cells(answer.data(), guessed);
}

}  // namespace

// Allocate room for `bytes` bytes of input from the host, and return its address.
EXPORT("give") void* give(int bytes) {
    given.resize((std::size_t(bytes) + sizeof(u64) - 1) / sizeof(u64) * 2);
    return given.data();
}
EXPORT("answer_at") const void* answer_at() { return answer.data(); }
EXPORT("answer_size") int answer_size() { return int(answer.size()); }

// Create a board from the input: the clues, followed (if `known`) by the words of its sets, which
// begin at the next whole word. Each set has as many words as its row needs.
EXPORT("create") AnyBoard* create(int height, int width, int colors, int known) {
    const Listing listed;  // also holds the board until its constructor has finished
    const int need = (height > width ? height : width) / 64 + 1;  // boundaries 0 .. n
    if (height < 1 || width < 1 || colors < 2 || colors > 256 || need > WIDEST) host_fail(BAD_ARGUMENT);
    Puzzle puzzle{height, width, colors, {}, nullptr, need};
    const int* next = read_clues(puzzle);
    if (known) {
        next += (next - given.data()) & 1;
        const auto left = given.data() + given.size() - next;
        if (left < std::ptrdiff_t(2) * height * colors * need) host_fail(BAD_ARGUMENT);
        puzzle.known = reinterpret_cast<const u64*>(next);
    }
    return made<1, 2, 4, 16, WIDEST>(puzzle);
}
EXPORT("drop") void drop(AnyBoard* board) { delete board; }

// Clean up after a call that the host has ended. `board` is the board of the call; null if it was
// not finished.
EXPORT("abandon") void abandon(AnyBoard* board) {
    end_list(false);
    if (board) board->abandon();
}

EXPORT("propagate") int propagate(AnyBoard* board) { return board->propagate(); }
EXPORT("probe") int probe(AnyBoard* board) { return board->probe(); }

EXPORT("allow_sample") void allow_sample(AnyBoard* board, int allowed) { board->sampling.allowed = allowed; }
EXPORT("sampled") int sampled(AnyBoard* board) { return board->sampling.used; }

// The first `size` bytes given are the colors to try first.
EXPORT("restart") void restart(AnyBoard* board, int sum, int straight, int size) {
    if (std::size_t(size) > sizeof(int) * given.size()) host_fail(BAD_ARGUMENT);
    const auto* const colors = reinterpret_cast<const unsigned char*>(given.data());
    board->restart(sum ? Score::SUM : Score::PRODUCT, {colors, colors + size}, straight);
}

// The cells are answered if it is true.
EXPORT("next_solution") int next_solution(AnyBoard* board, int size) {
    return board->next_solution() && cells(*board, size, true);
}
EXPORT("cells") int known_cells(AnyBoard* board, int size) { return cells(*board, size, false); }

// Answers the words of the sets of all rows.
EXPORT("rows") int rows(AnyBoard* board, int height, int colors) {
    const int n = board->words();
    answer.resize(sizeof(u64) * n * height * colors);
    auto* out = reinterpret_cast<u64*>(answer.data());
    for (int r = 0; r < height; ++r)
        for (int c = 0; c < colors; ++c, out += n) board->set_words(r, c, out);
    return n;
}

// Answers the words of the start sets of a line; returns how many each has, or 0 without a placement.
EXPORT("starts") int starts(AnyBoard* board, int line) {
    std::vector<u64> words;
    if (!board->starts(line, words)) return 0;
    answer.clear();
    tell(words);
    return board->words();
}

// Answers the picture, and behind it of each line the number of its medians and these.
EXPORT("hints") void hints(AnyBoard* board, int rounds, int ramp, double seed, bool late, int size) {
    answer.assign(size, 0);
    const Listing listed;
    std::vector<std::vector<int>> medians;
    board->hints(rounds, ramp, u64(seed), late, answer.data(), medians);
    std::vector<int> all;
    for (const auto& line : medians) {
        all.push_back(int(line.size()));
        all.insert(all.end(), line.begin(), line.end());
    }
    tell(all);
}

// Lines, probes, guesses, nodes and depth. A tick may ask for them, so the answer of the call that it
// interrupts is left alone.
EXPORT("counters") const std::int64_t* counters(const AnyBoard* board) {
    static std::array<std::int64_t, 5> numbers;
    const Counters& counted = board->counters;
    numbers = {counted.lines, counted.probes, counted.guesses, counted.nodes, counted.depth};
    return numbers.data();
}
