"""The command line of the campaign ledger."""
