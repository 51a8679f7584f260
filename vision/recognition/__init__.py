"""From pixels to tiles: detector, classifier, and the recognizer that joins them."""
