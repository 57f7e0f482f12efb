"""Random models of a few thousand weights, saved as transformers would save trained ones: no network, no downloads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

TEXT = "a the man woman dog bench bank shore sits runs on under red ein eine der Mann Frau Hund Bank Ufer sitzt auf . ,"
WORDS = TEXT.split()
SPECIALS = ["<s>", "<pad>", "</s>", "<unk>"]
CODES = ["eng_Latn", "deu_Latn", "fra_Latn"]


def tokenizer(*, end: bool = True) -> Any:
    """Words to numbers; `</s>` after the sentence where `end`."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    vocabulary = {word: i for i, word in enumerate([*SPECIALS, *WORDS])}
    inner = Tokenizer(models.WordLevel(vocabulary, unk_token="<unk>"))
    inner.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    inner.decoder = decoders.Sequence([])
    if end:
        inner.post_processor = processors.TemplateProcessing("$A </s>", "$A </s> $B </s>", [("</s>", 2)])
    return PreTrainedTokenizerFast(
        tokenizer_object=inner, bos_token="<s>", pad_token="<pad>", eos_token="</s>", unk_token="<unk>"
    )


def nllb_tokenizer() -> Any:
    """NLLB's own class, with three languages."""
    from transformers import NllbTokenizer

    vocabulary = {
        word: i for i, word in enumerate([*SPECIALS, *("▁" + word for word in WORDS), *map(chr, range(97, 123))])
    }
    return NllbTokenizer(vocab=vocabulary, merges=[], extra_special_tokens=CODES)


def shape(**more: Any) -> dict[str, Any]:
    return {
        "vocab_size": 64,
        "d_model": 16,
        "encoder_layers": 2,
        "decoder_layers": 2,
        "encoder_attention_heads": 2,
        "decoder_attention_heads": 2,
        "encoder_ffn_dim": 24,
        "decoder_ffn_dim": 24,
        "max_position_embeddings": 40,
        "bos_token_id": 0,
        "pad_token_id": 1,
        "eos_token_id": 2,
        "decoder_start_token_id": 2,
        "forced_eos_token_id": None,
        **more,
    }


def build(kind: str) -> Any:
    """A random model of one architecture, with weights large enough to tell sentences apart."""
    import torch
    import transformers as t

    torch.manual_seed(7)
    t5 = {"vocab_size": 64, "d_model": 16, "d_kv": 6, "d_ff": 24, "num_layers": 2, "num_heads": 3, "pad_token_id": 1}
    t5 |= {"eos_token_id": 2, "decoder_start_token_id": 1, "relative_attention_num_buckets": 8}
    gpt = {
        "vocab_size": 64,
        "n_positions": 40,
        "n_embd": 16,
        "n_layer": 2,
        "n_head": 2,
        "bos_token_id": 0,
        "eos_token_id": 2,
    }
    llama = {
        "vocab_size": 64,
        "hidden_size": 16,
        "intermediate_size": 24,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
    }
    makers = {
        "marian": lambda: t.MarianMTModel(t.MarianConfig(**shape(scale_embedding=True))),
        "m2m_100": lambda: t.M2M100ForConditionalGeneration(t.M2M100Config(**shape(scale_embedding=True))),
        "mbart": lambda: t.MBartForConditionalGeneration(t.MBartConfig(**shape())),
        "bart": lambda: t.BartForConditionalGeneration(t.BartConfig(**shape(activation_function="gelu"))),
        "t5": lambda: t.T5ForConditionalGeneration(t.T5Config(**t5)),
        "t5-gated": lambda: t.T5ForConditionalGeneration(
            t.T5Config(**t5, feed_forward_proj="gated-gelu", tie_word_embeddings=False)
        ),
        "mt5": lambda: t.MT5ForConditionalGeneration(t.MT5Config(**t5)),
        "pegasus": lambda: t.PegasusForConditionalGeneration(t.PegasusConfig(**shape())),
        "gpt2": lambda: t.GPT2LMHeadModel(t.GPT2Config(**gpt)),
        "llama": lambda: t.LlamaForCausalLM(t.LlamaConfig(**llama, max_position_embeddings=64, eos_token_id=2)),
        "bloom": lambda: t.BloomForCausalLM(t.BloomConfig(vocab_size=64, hidden_size=16, n_layer=2, n_head=2)),
        "bert": lambda: t.BertForSequenceClassification(bert_config(["negative", "positive"])),
        "nli": lambda: t.BertForSequenceClassification(bert_config(["CONTRADICTION", "NEUTRAL", "ENTAILMENT"])),
    }
    model = makers[kind]().eval()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.mul_(1.5).add_(torch.randn_like(parameter) * 0.15)
    return model


def bert_config(labels: list[str]) -> Any:
    from transformers import BertConfig

    return BertConfig(
        vocab_size=64,
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=24,
        max_position_embeddings=40,
        pad_token_id=1,
        id2label=dict(enumerate(labels)),
        label2id={label: i for i, label in enumerate(labels)},
    )


def save(kind: str, folder: Path, words: Any = None) -> Path:
    """A model and its tokenizer on disk."""
    build(kind).save_pretrained(folder)
    (words or tokenizer(end=kind not in ("gpt2", "llama", "bloom"))).save_pretrained(folder)
    return folder
