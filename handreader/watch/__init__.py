"""The webcam keeps the log: what is seen of a game becomes events, wins become proposals.

    camera -> vision.tracking.observer -> play (what was done) -> events -> journal
                                   -> wins (a hand is shown) -> proposal -> confirmed

The journal is the truth: everything that is known of a game can be made from it again.
"""
