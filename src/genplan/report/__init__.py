"""Reports: tables of results, beside the figures that others published."""
