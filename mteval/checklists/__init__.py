"""CheckList files, their templates and perturbations, and templates extracted from instances (TEA)."""
