"""The campaign ledger: dated facts of a campaign, and what the rules make of them."""

__version__ = "0.1.0"
