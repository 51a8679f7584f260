"""From a layout to the hand that the rules allow, and the questions that are left."""
