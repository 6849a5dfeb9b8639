"""Views of lives: sheets, what is due, the history, and differences between two histories."""
