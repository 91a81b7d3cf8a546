"""Ways of solving compared: suites, runs in fresh processes, agreement, tables, plots."""
