// What the kernel cannot go on with.
//
// How a failure leaves the kernel is for its binding: native.cpp throws; WebAssembly without a runtime
// has no exceptions, so that wasm.cpp has its host throw one.
#pragma once

namespace nonosat {

enum class Failure {
    TOO_LARGE,     // a puzzle whose state would take too much memory
    ENDED,         // a search that its tick has ended is asked for more
    NO_PLACEMENT,  // clauses are wanted of a line without a placement
};

[[noreturn]] void fail(Failure failure);  // each binding defines it

}  // namespace nonosat
