"""Benchmarks: speed, memory and growth. Each module prints a table."""
