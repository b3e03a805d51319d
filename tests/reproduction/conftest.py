"""The browser that looks at pages is that of the viewing tests."""

from tests.viewing.conftest import browser, pictures

__all__ = ["browser", "pictures"]
