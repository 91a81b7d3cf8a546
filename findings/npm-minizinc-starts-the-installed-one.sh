#!/usr/bin/env bash
# minizinc 4.5.1 (npm), in Node.js.
#
# The guess: the package brings MiniZinc as WebAssembly, so it solves a model right after npm install.
# Seen: in Node.js it starts the program minizinc of the PATH. Without one the answer is ENOENT; with one
# the version and the solvers are those of that program. The WebAssembly is for browsers alone.
#
#   without minizinc on the PATH: ENOENT
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
npm init -y >/dev/null 2>&1 && npm install --silent minizinc@4.5.1 >install.log 2>&1 || { cat install.log; exit 2; }
cat >see.mjs <<'END'
import * as MiniZinc from "minizinc";

process.env.PATH = "";
const model = new MiniZinc.Model();
model.addFile("a.mzn", "var bool: x; solve satisfy;");
try {
    const { status } = await model.solve({ options: { solver: "gecode" } });
    console.log(status);
} catch (err) {
    console.log(err.code ?? JSON.stringify(err));
}
process.exit(0);
END
seen=$(node see.mjs 2>&1 | grep -o ENOENT | head -n 1)
echo "without minizinc on the PATH: $seen"
[ "$seen" = ENOENT ]
