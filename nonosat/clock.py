"""What processes cost: CPU seconds, where the system tells."""

from __future__ import annotations


def cpu_seconds_of_children() -> float:
    """CPU seconds of all child processes that have ended; 0 where the system does not tell."""
    try:
        import resource
    except ImportError:  # Windows
        return 0.0
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
