"""Neighbours in few clusters: never promised more than there is, and exact where every cluster is searched."""

import numpy as np
import pytest

from mteval.vectors.cluster_index import ClusterIndex
from mteval.vectors.embeddings import unit_length


@pytest.fixture(scope="module")
def vectors():
    rng = np.random.default_rng(0)
    centres = rng.standard_normal((12, 16))
    return unit_length(centres[rng.integers(0, 12, 600)] + 0.5 * rng.standard_normal((600, 16)))


def means(points, vectors, k):
    """The mean of the k highest cosines, over all vectors."""
    cosines = points.astype(float) @ vectors.astype(float).T
    return np.sort(cosines, axis=1)[:, -k:].mean(axis=1)


def test_every_cluster_searched_is_the_whole_set(vectors):
    index = ClusterIndex(vectors, clusters=12)
    found = index.neighbourhood(vectors[:50], 10, probes=12)
    assert found.bound == pytest.approx(means(vectors[:50], vectors, 10), abs=1e-5)


@pytest.mark.parametrize("probes", [1, 2, 4])
def test_few_clusters_never_promise_too_much(vectors, probes):
    index = ClusterIndex(vectors, clusters=12)
    found = index.neighbourhood(vectors[:50], 10, probes)
    assert (found.bound <= means(vectors[:50], vectors, 10) + 1e-9).all()
    assert (found.bound >= -1).all()
    nearest = (vectors[:50].astype(float) @ index.centroids.astype(float).T).max(axis=1)
    assert found.nearest == pytest.approx(nearest, abs=1e-5)


def test_more_clusters_say_more(vectors):
    index = ClusterIndex(vectors, clusters=12)
    bounds = [index.neighbourhood(vectors[:50], 10, probes).bound for probes in (1, 3, 12)]
    # Products of matrices of other sizes may differ in the last digit.
    assert (bounds[0] <= bounds[1] + 1e-6).all()
    assert (bounds[1] <= bounds[2] + 1e-6).all()


def test_what_is_not_there_counts_as_the_opposite(vectors):
    # Two members for a neighbourhood of four: the missing two count as −1.
    index = ClusterIndex(vectors[:2], clusters=1)
    found = index.neighbourhood(vectors[:1], 4, probes=1)
    cosine = float(vectors[0].astype(float) @ vectors[1].astype(float))
    assert found.bound[0] == pytest.approx((1 + cosine - 1 - 1) / 4, abs=1e-5)


def test_the_same_seed_makes_the_same_clusters(vectors):
    one, other = ClusterIndex(vectors, seed=3), ClusterIndex(vectors, seed=3)
    assert (one.centroids == other.centroids).all()
