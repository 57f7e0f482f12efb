"""A checkpoint's weights in our own model: the paper's log-probabilities, old layouts, and what is refused."""

from __future__ import annotations

import pytest

from mteval.core.errors import DataError
from tests.systems._fairseq.random_checkpoints import (
    ITEMS,
    LAYERS,
    VARIANTS,
    ForwardPass,
    opened,
    save,
    torch,
)

pytest.importorskip("transformers", reason="the fairseq backend needs transformers")
pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("engine", ["auto", "plain"])
def test_log_probabilities_are_those_of_the_paper(tmp_path, variant, engine):
    expected = ForwardPass(*save(tmp_path, **VARIANTS[variant]))
    for query, answer in zip(ITEMS, opened(tmp_path, engine=engine).answer(ITEMS), strict=True):
        assert answer.values == pytest.approx([expected(query.source, target) for target in query.targets], abs=1e-4)
        assert answer.tokens == tuple(len(target.split()) + 1 for target in query.targets)
        assert answer.unknown == sum("unbekannt" in target for target in query.targets)


def test_old_checkpoints_are_read_as_fairseq_reads_them(tmp_path):
    args, weights = save(tmp_path, **VARIANTS["pre-norm"])
    expected = [answer.values for answer in opened(tmp_path).answer(ITEMS)]
    old = dict(weights)
    for side, norms in (("encoder", ["self_attn", "final"]), ("decoder", ["self_attn", "encoder_attn", "final"])):
        for number in range(LAYERS):
            at = f"{side}.layers.{number}"
            for kind in ("weight", "bias"):
                parts = [old.pop(f"{at}.self_attn.{part}_proj.{kind}") for part in "qkv"]
                old[f"{at}.self_attn.in_proj_{kind}"] = torch.cat(parts)
                for index, norm in enumerate(norms):
                    old[f"{at}.layer_norms.{index}.{kind}"] = old.pop(f"{at}.{norm}_layer_norm.{kind}")
    torch.save({"args": args, "model": old}, tmp_path / "model.pt")
    assert [answer.values for answer in opened(tmp_path).answer(ITEMS)] == expected


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"layernorm_embedding": True}, "layernorm_embedding is not known here.*library=fairseq"),
        ({"decoder_normalize_before": True}, "encoder and decoder normalise differently"),
        ({"encoder_attention_heads": 2, "adaptive_input": True}, "adaptive_input is not known here"),
    ],
)
def test_other_architectures_are_refused_by_name(tmp_path, change, message):
    save(tmp_path, **change)
    with pytest.raises(DataError, match=message):
        list(opened(tmp_path).answer(ITEMS))
