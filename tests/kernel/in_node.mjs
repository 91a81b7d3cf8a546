/**
 * Runs pytest on the kernel in WebAssembly, in node, with Python in WebAssembly.
 *
 *     node in_node.mjs PYODIDE KERNEL.WASM CHECKOUT NONOSAT PACKAGES ARGUMENT...
 *
 * PYODIDE: the folder of npm's package. NONOSAT: the folder of the package, in the checkout or installed. PACKAGES: where pytest and what it needs are installed.
 */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, kernelFile, checkout, nonosat, packages, ...args] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const { Kernel } = await import(pathToFileURL(`${nonosat}/web/local/kernel.js`).href);
const python = await loadPyodide({ env: { NONOSAT_KERNEL: "wasm", PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1" } });
python.registerJsModule("nonosat_wasm", { kernel: new Kernel(new WebAssembly.Module(readFileSync(kernelFile))) });
python.mountNodeFS("/checkout", checkout);
python.mountNodeFS("/first/nonosat", nonosat);
// Only these: what is compiled for this machine does not run in there.
for (const name of ["pytest", "_pytest", "pluggy", "iniconfig", "packaging", "pygments"]) {
  python.mountNodeFS(`/packages/${name}`, `${packages}/${name}`);
}
python.FS.writeFile("/packages/py.py", readFileSync(`${packages}/py.py`));
python.globals.set("args", python.toPy(args));
const code = `
import os, sys
sys.path[:0] = ["/first", "/checkout", "/checkout/tests"]
sys.path.append("/packages")
sys.dont_write_bytecode = True
os.chdir("/checkout")
import pytest
from unittest import mock

# Hypothesis has parts that are compiled, and those are not here: what needs it is skipped.
skip = pytest.mark.skip(reason="no hypothesis in WebAssembly")
sys.modules["hypothesis"] = mock.MagicMock(given=lambda *_, **__: skip)
sys.modules["hypothesis.strategies"] = mock.MagicMock()
int(pytest.main(["-p", "no:cacheprovider", *args]))
`;
try {
  process.exitCode = python.runPython(code);
} catch (error) {
  console.error(String(error)); // not its place in files of one line each
  process.exitCode = 1;
}
