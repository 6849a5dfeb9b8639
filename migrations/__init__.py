"""The schema's history: one file a revision, run by `ledger.store.schema.upgrade`."""
