"""Job objects of Windows: a process and all that it starts, bounded and ended together.

https://learn.microsoft.com/windows/win32/procthread/job-objects
"""

import ctypes
import sys
import threading
from ctypes import c_int, c_int64, c_size_t, c_uint32, c_uint64, c_void_p

LIMIT_PROCESS_MEMORY, LIMIT_DIE_ON_UNHANDLED_EXCEPTION, LIMIT_KILL_ON_JOB_CLOSE = (
    0x100,
    0x400,
    0x2000,
)
BASIC_ACCOUNTING, EXTENDED_LIMITS = 1, 9
PROCESS_SET_QUOTA, PROCESS_TERMINATE = 0x100, 0x1
TICKS = 10_000_000
"""Ticks per second of the times that Windows reports."""


class JobLimits(ctypes.Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION with the structures inside of it."""

    _fields_ = (
        ("per_process_user_time", c_int64),
        ("per_job_user_time", c_int64),
        ("flags", c_uint32),
        ("least_working_set", c_size_t),
        ("most_working_set", c_size_t),
        ("active_processes", c_uint32),
        ("affinity", c_size_t),
        ("priority", c_uint32),
        ("scheduling", c_uint32),
        ("io_counters", c_uint64 * 6),
        ("process_memory", c_size_t),
        ("job_memory", c_size_t),
        ("peak_process_memory", c_size_t),
        ("peak_job_memory", c_size_t),
    )


class JobAccounting(ctypes.Structure):
    """JOBOBJECT_BASIC_ACCOUNTING_INFORMATION."""

    _fields_ = (
        ("user_time", c_int64),
        ("kernel_time", c_int64),
        ("period_user_time", c_int64),
        ("period_kernel_time", c_int64),
        ("page_faults", c_uint32),
        ("processes", c_uint32),
        ("active_processes", c_uint32),
        ("terminated_processes", c_uint32),
    )


class EndedProcesses:
    """Totals of the processes in closed jobs."""

    def __init__(self) -> None:
        self.cpu_seconds: float = 0.0
        self.peak: int = 0
        self._lock = threading.Lock()

    def add(self, cpu_seconds: float, peak: int) -> None:
        with self._lock:
            self.cpu_seconds += cpu_seconds
            self.peak = max(self.peak, peak)


ended: EndedProcesses = EndedProcesses()


if sys.platform == "win32":

    def _kernel() -> ctypes.WinDLL:
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        # Without these, handles are cut to 32 bits.
        kernel.CreateJobObjectW.restype = kernel.OpenProcess.restype = c_void_p
        kernel.CreateJobObjectW.argtypes = c_void_p, c_void_p
        kernel.OpenProcess.argtypes = c_uint32, c_int, c_uint32
        kernel.AssignProcessToJobObject.argtypes = c_void_p, c_void_p
        kernel.TerminateJobObject.argtypes = c_void_p, c_uint32
        kernel.SetInformationJobObject.argtypes = c_void_p, c_int, c_void_p, c_uint32
        kernel.QueryInformationJobObject.argtypes = c_void_p, c_int, c_void_p, c_uint32, c_void_p
        kernel.CloseHandle.argtypes = (c_void_p,)
        return kernel

    _KERNEL = _kernel()

    class Job:
        """A new job without processes; closing it ends the processes put into it.

        It is closed when this process ends at the latest, since only this process has its handle.

        Args:
            memory: bytes that each of its processes may allocate; None means no bound.
        """

        def __init__(self, memory: int | None) -> None:
            self._handle: int | None = _KERNEL.CreateJobObjectW(None, None)
            if self._handle is None:
                raise ctypes.WinError(ctypes.get_last_error())
            # No window asks what to do about a process that has crashed.
            flags = LIMIT_KILL_ON_JOB_CLOSE | LIMIT_DIE_ON_UNHANDLED_EXCEPTION
            limits = JobLimits(flags=flags)
            if memory is not None:
                limits.flags, limits.process_memory = flags | LIMIT_PROCESS_MEMORY, memory
            if not _KERNEL.SetInformationJobObject(
                self._handle, EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits)
            ):
                raise ctypes.WinError(ctypes.get_last_error())

        def take(self, pid: int) -> bool:
            """Put a process into the job; return False if it has ended, or Windows refuses."""
            process = _KERNEL.OpenProcess(PROCESS_SET_QUOTA | PROCESS_TERMINATE, False, pid)
            if process is None:
                return False
            try:
                return bool(_KERNEL.AssignProcessToJobObject(self._handle, process))
            finally:
                _KERNEL.CloseHandle(process)

        def terminate(self) -> None:
            """End all that is in the job."""
            if self._handle is not None:
                _KERNEL.TerminateJobObject(self._handle, 1)

        def close(self) -> None:
            """Count what its processes have spent, and let go of it."""
            handle, self._handle = self._handle, None
            if handle is None:
                return
            times, limits = JobAccounting(), JobLimits()
            for kind, told in ((BASIC_ACCOUNTING, times), (EXTENDED_LIMITS, limits)):
                _KERNEL.QueryInformationJobObject(
                    handle, kind, ctypes.byref(told), ctypes.sizeof(told), None
                )
            _KERNEL.CloseHandle(handle)
            ended.add((times.user_time + times.kernel_time) / TICKS, limits.peak_process_memory)
