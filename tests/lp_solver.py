"""A solver of integer programs for the tests: ``lp_solver.py FILE`` reads CPLEX LP, prints as HiGHS does.

It reads only what it needs of CPLEX LP, by itself, and asks CP-SAT.
"""

import re
import sys
from pathlib import Path

from ortools.sat.python import cp_model


def main(file: str) -> None:
    text = re.sub(r"(?m)^\\.*\n", "", Path(file).read_text())
    sums, names = re.split(r"(?m)^(?:Minimize|Subject To|Binary|End)\n", text)[2:4]
    model = cp_model.CpModel()
    variables = {name: model.new_bool_var(name) for name in names.split()}
    for one in sums.split(":")[1:]:
        terms, relation, bound = re.fullmatch(
            r"(.*?)(>=|=) (-?\d+)(?:\s+c\d+)?\s*", one, re.S
        ).groups()
        words = terms.split()
        total = sum(
            variables[name] if sign == "+" else -variables[name]
            for sign, name in zip(words[::2], words[1::2], strict=True)
        )
        model.add(total == int(bound) if relation == "=" else total >= int(bound))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) == cp_model.INFEASIBLE:
        print("Model status: Infeasible")
        return
    print("Model status: Optimal\n# Columns", len(variables))
    for name, variable in variables.items():
        print(name, solver.value(variable))


if __name__ == "__main__":
    main(sys.argv[1])
