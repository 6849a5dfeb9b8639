"""Moving and keeping: exports and imports of campaigns, and proofs that a store is as it was."""
