"""Certificates: folders that prove a verdict to somebody who does not trust nonosat.

`verify` shares no code with the rest, and its copy in each folder must stay readable by people; the
other modules may change as long as `verify` accepts what they write.
"""
