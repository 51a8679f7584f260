"""The four rulebooks, one file a book in the book's order, and the parts that they share."""
