"""Campaigns that look for faults with random cases; README.md says how to run them."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent))  # for brute_force, as pytest has it
