"""From a puzzle to its solutions: the backends, the judge's use, the search, the result.

`backends` find pictures and prove that there are no more; `api` judges each picture and derives
the verdict. A backend may be added; nothing here may claim a verdict that was not proved.
"""
