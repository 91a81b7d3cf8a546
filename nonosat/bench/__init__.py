"""Ways of solving compared: suites, runs in fresh processes, agreement, tables, plots.

A suite, a table or a plot may be added. The judge of answers may not change without a new version of
the saved runs: a program that is wrong must never count as one that solves.
"""
