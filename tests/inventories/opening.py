"""Opens an inventory by its name."""

from mteval.core import registry


def opened(name, argument, languages=("en", "fr"), **options):
    return registry.inventories.find(name)(str(argument), languages, options)
