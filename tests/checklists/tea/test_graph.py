"""The graph of tokens, and what stands between its nodes."""

from mteval.checklists.tea.graph import terminal_groups, token_graph


def test_terminals_stand_between_nodes_with_several_short_paths():
    sentences = [["in", "Paris", "now"], ["in", "New", "York", "now"], ["in", "San", "Jose", "City", "now"]]
    assert ("Paris", "New York") in terminal_groups(token_graph(sentences), k=2)
    assert ("Paris", "New York", "San Jose City") in terminal_groups(token_graph(sentences), k=3)
