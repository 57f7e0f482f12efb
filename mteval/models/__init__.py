"""Neural models opened and batched: segmenters, files, the hub, scoring with prefix trees."""
