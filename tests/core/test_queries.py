from mteval.core.queries import UNRANKED, LogProbs, Rank, Rate, Translation


def test_the_source_of_a_rating_is_its_item():
    assert Rate("item 3").source == "item 3"


def test_a_word_is_ranked_ten_deep_as_written_over_the_whole_vocabulary():
    query = Rank("dog", ("Hund",))
    assert (query.k, query.fold_case, query.vocabulary, query.all_ranks) == (10, False, None, True)


def test_a_rating_is_of_a_translation_unless_said_otherwise():
    """The item type ratings files write for translations as systems made them (mteval.human.ratings.TARGET)."""
    assert Rate("1").type == "target"


def test_the_sign_for_no_rank_is_beyond_every_vocabulary_and_fits_32_bits():
    assert UNRANKED == 0x7FFFFFFF


def test_a_rating_on_any_scale_is_of_the_system_itself():
    assert (Rate("1").scale, Rate("1").annotator, Rate("1").system) == ("", "", None)


def test_an_answer_knows_every_token_unless_it_says_otherwise():
    assert (Translation("text").unknown, LogProbs((-1.0,)).unknown) == (0, 0)
