"""Who may use the page, and over which connections."""
