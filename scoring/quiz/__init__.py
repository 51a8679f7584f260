"""The quiz: hands as they are won in play, what a player states about them, and what comes again.

`played_deal` plays deals to a win; `questions` asks about one, `verdicts` judges what is stated,
`progress` keeps what was missed, `series` brings it back. All of it takes the standard library
alone and runs in the browser.
"""
