"""A stand-in for a solver of models: ``model_stand_in.py FORM FILE`` prints one solution as such solvers do.

It reads the comments of a model, tries every picture, and shares no code with nonosat.
"""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # also where Python leaves it out

from stand_in import solutions


def main(form: str, file: str) -> None:
    text = Path(file).read_text()
    lines = [re.sub(r"^[c*%\\] ", "", line) for line in text.splitlines()]
    clues = {
        axis: [[int(n) for n in re.findall(r"(\d+):1", line)] for line in lines if line.split()[:1] == [axis]]
        for axis in ("row", "column")
    }  # fmt: skip
    puzzle = {"width": len(clues["column"]), "rows": clues["row"], "columns": clues["column"]}
    found = solutions(puzzle)
    if not found:
        print({"lp": "Infeasible", "mzn": "=====UNSATISFIABLE====="}.get(form, "s UNSATISFIABLE"))
        return
    if form == "twice":  # as one that looks for a second model
        main("cnf", file)
        print("s UNSATISFIABLE" if len(found) == 1 else "s SATISFIABLE")
        return
    cells = "".join(found[0])
    if form == "mzn":
        print("\n".join([*found[0], "----------"]))
    elif form == "xcsp3":
        values = " ".join(str(int(cell == "#")) for cell in cells)
        instance = f"<instantiation> <list> cell[][] </list> <values> {values} </values>"
        print(f"s SATISFIABLE\nv {instance} </instantiation>")
    else:
        start = next(at for at, line in enumerate(lines) if line.startswith("cells of ink"))
        names = " ".join(lines[start + 1 : start + 1 + len(found[0])]).split()
        filled = [name for name, cell in zip(names, cells, strict=True) if cell == "#"]
        if form == "lp":
            print("Optimal\n" + "\n".join(f"x{name} 1" for name in filled))
        else:
            print(
                "s SATISFIABLE\nv "
                + " ".join({"opb": f"x{n}", "cnf": n}[form] for n in filled)
                + " 0"
            )


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
