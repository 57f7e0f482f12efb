"""Private parts of the metric integrity."""
