"""Made hands: pictures of hands laid as people lay them, with faces that the nets never saw."""
