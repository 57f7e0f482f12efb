"""How long a server asks to be left alone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from mteval.systems._openai.endpoint import seconds_to_wait


def test_retry_after_is_a_number_or_a_date():
    assert seconds_to_wait("7") == 7.0
    assert seconds_to_wait("-3") == 0.0
    later = format_datetime(datetime.now(UTC) + timedelta(hours=1))
    assert seconds_to_wait(later) == pytest.approx(3600, abs=60)
    assert seconds_to_wait("soon") is None
    assert seconds_to_wait(None) is None
