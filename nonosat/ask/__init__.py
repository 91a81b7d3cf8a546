"""Questions about a puzzle other than "is it unique?": count, backbone, why, conflict, rate, steps, repair, blot.

Each is a search that can be stopped, and a result that is a value. Nothing here prints or reads files.
A rule of reasoning may be added in `explain/rules.py`; the meaning of `Verdict` may not change here.
"""
