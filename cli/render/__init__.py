"""How answers look: views become text, pure functions without a store."""
