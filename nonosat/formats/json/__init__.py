"""JSON in the layouts that programs use, and our own, which keeps all that a sheet holds."""
