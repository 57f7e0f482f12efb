"""Opening models of Hugging Face's transformers: never running code or pickles that came with them, unless told to."""

from __future__ import annotations

import json
import logging
import os
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from mteval.core.errors import DataError, MissingDependencyError, UsageError
from mteval.models.hub_access import hub_address, reachable
from mteval.models.model_files import first_present, require

WEIGHTS = ("model.safetensors", "model.safetensors.index.json", "pytorch_model.bin", "pytorch_model.bin.index.json")
TOKENIZERS = ("tokenizer.json", "tokenizer_config.json", "source.spm", "*.model", "vocab.json", "vocab.txt")
DTYPES = ("float32", "bfloat16", "float16")
KERNELS_KEPT = 64
KERNEL_CACHES = ("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "LRU_CACHE_CAPACITY")
"""oneDNN keeps compiled code and scratch memory for each of the last 1024 sizes of a matrix, and so does torch's layer over it:
hundreds of megabytes where every batch has another size."""


@dataclass(frozen=True, slots=True)
class ModelSource:
    """Where a model comes from: a directory, or a name on the hub with a revision."""

    name: str
    folder: Path | None
    revision: str | None = None
    trust: bool = False

    def files(self) -> list[Path]:
        """The files answers depend on, where the model is a directory."""
        if self.folder is None:
            return []
        patterns = ("*.json", "*.safetensors", "*.bin", "*.model", "*.spm", "*.txt")
        return sorted({path for pattern in patterns for path in self.folder.glob(pattern) if path.is_file()})


def model_source(argument: str, *, revision: str | None, trust: bool) -> ModelSource:
    """Say whether the argument is a directory or a name on the hub, and that nothing is missing in the directory."""
    folder = Path(argument).expanduser()
    if folder.is_dir():
        require(folder, ["config.json"], "the description of a transformers model", "hugging-face")
        require(folder, WEIGHTS, "the weights", "hugging-face")
        _require_shards(folder)
        require(folder, TOKENIZERS, "the tokenizer is missing", "hugging-face")
        return ModelSource(argument, folder, None, trust)
    if not argument or argument.startswith((".", "/", "~")) or argument.count("/") > 1 or folder.exists():
        raise DataError(argument or ".", "there is no such model directory (hugging-face:NAME_OR_DIR)")
    return ModelSource(argument, None, revision, trust)


def _require_shards(folder: Path) -> None:
    index = first_present(folder, ["*.index.json"])
    if index is None or (folder / "model.safetensors").exists():
        return
    try:
        shards = sorted(set(json.loads(index.read_text(encoding="utf-8"))["weight_map"].values()))
    except (ValueError, KeyError, AttributeError):
        raise DataError(index, "this is not an index of weight files") from None
    for shard in shards:
        if not (folder / shard).exists():
            raise DataError(folder, f"{shard} is missing ({index.name} names it)")


def config_of(source: ModelSource) -> Any:
    """The configuration, without loading weights."""
    return open_part(source, transformers_package().AutoConfig.from_pretrained, "configuration")


def tokenizer_of(source: ModelSource) -> Any:
    """The tokenizer."""
    return open_part(source, transformers_package().AutoTokenizer.from_pretrained, "tokenizer")


def model_of(source: ModelSource, kind: str, *, device: str, dtype: str) -> Any:
    """The model (`Seq2SeqLM`, `CausalLM`, `SequenceClassification`) in one of DTYPES, ready to answer."""
    import torch

    opener = getattr(transformers_package(), f"AutoModelFor{kind}").from_pretrained
    settings = {"dtype": getattr(torch, dtype), "weights_only": not source.trust}
    model = open_part(source, opener, "weights", **settings)
    return model.eval().to(chosen_device(device))


def chosen_device(device: str) -> str:
    """The device an option names; `auto` takes a GPU where there is one."""
    import torch

    if device == "auto":
        return "cuda" if torch.cuda.is_available() else "cpu"
    if device.startswith("cuda") and not torch.cuda.is_available():
        raise UsageError(f"device={device} is not possible: torch sees no GPU here. Leave the option out.")
    return device


def require_packages(plugin: str) -> None:
    """Say how to install torch and transformers where one of them is missing."""
    for package in ("torch", "transformers"):
        if find_spec(package) is None:
            raise MissingDependencyError(plugin, f"the package {package}", "Run: pip install 'mteval-suites[hf]'")


def known_here(name: str) -> bool:
    """Whether a model of that name on the hub was fetched before."""
    try:
        transformers_package().AutoConfig.from_pretrained(name, local_files_only=True, trust_remote_code=False)
    except (OSError, ValueError):
        return False
    return True


def transformers_package() -> Any:
    """The package, which tells nothing on its own while it works."""
    # Read when torch is imported, which transformers does.
    for variable in KERNEL_CACHES:
        os.environ.setdefault(variable, str(KERNELS_KEPT))
    import transformers

    transformers.utils.logging.set_verbosity_error()
    transformers.utils.logging.disable_progress_bar()
    # Its retries are told as warnings, one a second; what came of them is told once, as the error.
    logging.getLogger("huggingface_hub").setLevel(logging.ERROR)
    return transformers


def open_part(source: ModelSource, opener: Any, part: str, **settings: Any) -> Any:
    """Open configuration, tokenizer or weights from the directory or the local cache, and only then from the network."""
    settings |= {"trust_remote_code": False}
    if source.folder is not None:
        return _attempt(source, opener, part, local_files_only=True, **settings)
    settings |= {"revision": source.revision}
    try:
        return opener(source.name, local_files_only=True, **settings)
    except (OSError, ValueError):
        _require_network(source)
        return _attempt(source, opener, part, local_files_only=False, **settings)


def _require_network(source: ModelSource) -> None:
    unknown = "is neither a directory nor among the models fetched before"
    if os.environ.get("MTEVAL_OFFLINE", "").lower() in ("1", "true", "yes"):
        raise DataError(source.name, f"{unknown}, and MTEVAL_OFFLINE forbids fetching it.") from None
    if not reachable(hub_address()):
        problem = (
            f"{unknown}, and {hub_address()} cannot be reached. Give a directory, or check the name and the network."
        )
        raise DataError(source.name, problem) from None


def _attempt(source: ModelSource, opener: Any, part: str, **settings: Any) -> Any:
    where = str(source.folder or source.name)
    try:
        return opener(where, **settings)
    except Exception as error:  # noqa: BLE001  (transformers raises whatever its parsers raise)
        raise DataError(
            where, f"transformers cannot open the {part}: {first_line(error)}{_advice(source, error)}"
        ) from None


def first_line(error: Exception) -> str:
    """The first line of an error's message that says anything."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0] if lines else type(error).__name__


def _advice(source: ModelSource, error: Exception) -> str:
    text = str(error)
    if "weights_only" in text or "Unpickl" in type(error).__name__:
        return " The file must be unpickled, which can run any code: add ?trust=true if you trust whoever made it."
    if "trust_remote_code" in text:
        return " The model brings its own code, which is never run."
    if source.folder is None:
        return " If it is a name on the hub, check its spelling and the network; else give a directory."
    return ""
