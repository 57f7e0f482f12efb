"""Writes files of ratings and shows what was read from them."""

from mteval.human.ratings import item_type


def written(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def shown(ratings):
    return [(one.annotator, one.item, one.system, item_type(one), one.scale, one.value) for one in ratings.ratings]
