"""The revisions, in the order of their numbers. A released one is never changed."""
