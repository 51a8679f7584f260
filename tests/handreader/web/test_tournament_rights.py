"""Games of a tournament belong to its organisers: who corrects, deletes, removes and signs."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("starlette", reason="needs the extra `web`")

from tests.handreader.web.game_phones import DRAWN, Phone, Server, by_points, code
from tests.handreader.web.test_tournaments import Organiser, play


class Cup:
    """A tournament whose first round is over, its organiser, and two players' phones."""

    def __init__(self, server: Server, over: bool = True) -> None:
        self.club = Organiser(server.phone("Olga"))
        self.anna, self.bo = server.phone("Anna"), server.phone("Bo")
        self.club.do("draw")
        self.club.do("start", round=1)
        self.game = self.club.table(1, 1)["game"]
        self.path = f"/api/games/{self.game}"
        play(self.anna, self.game, "E", 20)
        if over:
            self.club.do("end", round=1, ended=True)

    def view(self, phone: Phone) -> dict[str, Any]:
        return dict(phone.get(self.path).json())

    def standings(self) -> list[Any]:
        return list(self.club.phone.get(self.club.path).json()["standings"])


def test_after_the_round_only_an_organiser_corrects(server: Server) -> None:
    cup = Cup(server)
    before, game = cup.standings(), cup.view(cup.bo)
    assert game["rights"] == {"record": False, "shelve": False, "purge": False, "sign": True}
    refused = cup.bo.correct(game, 1, 0, by_points("S", "E", points=99_999))
    assert code(refused) == (403, "round_over")
    assert code(cup.bo.record(game, DRAWN)) == (403, "round_over")
    body = {"number": 1, "version": 0, "restore": 0}
    assert code(cup.bo.post(f"{cup.path}/corrections", body, "it")) == (403, "round_over")
    assert cup.standings() == before
    game = cup.view(cup.club.phone)
    assert game["rights"] == {"record": True, "shelve": True, "purge": False, "sign": True}
    assert cup.club.phone.correct(game, 1, 0, by_points("S", "E", points=30)).status_code == 200
    assert cup.standings() != before


def test_the_sticks_are_the_first_one_s_once_the_round_is_over(server: Server) -> None:
    club = Organiser(server.phone("Olga"), rules="riichi-ema")
    club.do("draw")
    club.do("start", round=1)
    game = club.table(1, 1)["game"]
    bo = server.phone("Bo")
    drawn = {"riichi": ["S"], "ended": {"type": "drawn", "ready": ["E", "S"]}}
    shown = bo.record(bo.get(f"/api/games/{game}").json(), drawn).json()
    assert shown["standings"][0]["points"] == 26500
    club.do("end", round=1, ended=True)
    shown = bo.get(f"/api/games/{game}").json()
    by_player = sorted(shown["standings"], key=lambda one: one["player"])
    assert [one["points"] for one in by_player] == shown["result"] == [27500, 25500, 23500, 23500]


def test_while_the_round_is_played_a_table_corrects_its_deals(server: Server) -> None:
    cup = Cup(server, over=False)
    assert cup.anna.correct(cup.view(cup.anna), 1, 0, by_points("E", "W", points=30)).is_success
    cup.club.do("end", round=1, ended=True)
    assert code(cup.anna.correct(cup.view(cup.anna), 1, 1, None)) == (403, "round_over")
    cup.club.do("end", round=1, ended=False)
    assert cup.anna.correct(cup.view(cup.anna), 1, 1, by_points("E", "W", points=31)).is_success


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("change", [{"deleted": True}, {"archived": True}, {"title": "mine"}])
def test_a_player_neither_deletes_nor_hides_a_tournaments_game(
    server: Server, over: bool, change: dict[str, object]
) -> None:
    cup = Cup(server, over)
    assert code(cup.bo.post(f"{cup.path}/shelf", change)) == (403, "tournament_game")
    assert cup.bo.get(cup.path).status_code == 200
    assert cup.club.phone.post(f"{cup.path}/shelf", change).status_code == 200


def test_a_deleted_game_waits_for_its_organisers(server: Server) -> None:
    cup = Cup(server)
    before = cup.standings()
    exported = cup.bo.get(f"{cup.path}/game.json").json()
    cup.club.phone.post(f"{cup.path}/shelf", {"deleted": True})
    assert cup.standings() != before
    for phone in (cup.bo, cup.club.phone):
        assert code(phone.post(f"{cup.path}/shelf", {"purged": True})) == (403, "no_purge")
    refused = cup.bo.post(f"{cup.path}/shelf", {"deleted": False})
    assert code(refused) == (403, "tournament_game")
    copy = cup.bo.post("/api/games/import", exported).json()  # no way round
    assert copy["id"] != cup.game and copy["tournament"] is None
    assert cup.club.phone.post(f"{cup.path}/shelf", {"deleted": False}).status_code == 200
    assert cup.standings() == before


def test_the_ledger_names_the_phone_of_every_change(server: Server) -> None:
    cup = Cup(server)
    game = cup.view(cup.club.phone)
    cup.club.phone.correct(game, 1, 0, by_points("S", "E", points=30))
    cup.club.phone.post(f"{cup.path}/shelf", {"title": "Final"})
    lines = cup.bo.get(f"{cup.path}/ledger").json()["lines"]
    assert [(line["action"], line["phone"]["name"]) for line in lines] == [
        ("titled", "Olga"),
        ("corrected", "Olga"),
        ("recorded", "Anna"),
        ("recorded", "Anna"),
    ]
    assert len({line["phone"]["code"] for line in lines}) == 2
    names = game["players"]
    assert lines[1]["text"].startswith(f"Deal 1 corrected: {names[0]} wins on {names[1]}’s tile")
    assert f"→ {names[1]} wins" in lines[1]["text"]
    whole = cup.bo.get(f"{cup.club.path}/ledger?lang=it").json()["lines"]
    texts = [line["text"] for line in whole]
    assert texts[0] == "Chiamata «Final»" and "Finisce il turno 1" in texts
    assert texts[-1] == "Il torneo è creato"
    assert {(line["round"], line["table"]) for line in whole} == {(None, None), (1, 1)}


def test_every_event_of_a_tournament_has_its_line(server: Server) -> None:
    club = Organiser(server.phone("Olga"), names=["A", "B", "C", "D", "E", "F", "G", "H", "I"])
    code_ = club.phone.post(club.path, {"type": "invited"}).json()["code"]
    server.phone("Pia").post(club.path, {"type": "organiser", "code": code_})
    club.shown = club.phone.get(club.path).json()
    club.do("organiser_removed", organiser=1)
    club.do("name", name="Cup of Rome")
    club.do("plan", minutes=90)
    club.do("renamed", entrant=0, name="Ann")
    club.do("registration", entrant=0, player_number="7", country="ITA", team="Aces")
    club.do("registration", entrant=0)
    club.do("attendance", entrant=8, present=False)
    club.do("seat_by_rank")
    club.do("draw")
    club.do("start", round=1)
    club.do("revoke", round=1)
    club.do("start", round=1)
    club.do("attendance", entrant=8, present=True)
    club.do("clock_start", round=1)
    club.do("clock_pause", round=1)
    club.do("clock_extension", round=1, minutes=-5)
    club.do("seat", round=1, table=1, seat=0, entrant=8)
    club.do("result", round=1, table=1, points=[8, 8, -8, -8])
    club.do("result", round=1, table=1, points=[])
    club.do("penalty", entrant=0, table_points=1, points=0, reason="late")
    club.do("penalty_revoked", penalty=1)
    club.do("end", round=1, ended=True)
    club.do("finals", count=4, rounds=1, carry="half")
    club.do("finals_revoked")
    club.do("end", round=1, ended=False)
    club.phone.post(club.path, {"type": "deleted", "revision": club.shown["revision"]})
    club.phone.post(club.path, {"type": "restored"})
    for lang in ("en", "it"):
        lines = club.phone.get(f"{club.path}/ledger?lang={lang}").json()["lines"]
        texts = [line["text"] for line in lines if line["round"] is None]
        assert len(texts) == len({*texts}) + 1  # the start of the round is twice the same
        assert all(text and "{" not in text for text in texts)
        ruling = {
            "en": "(table points: 1, points: 0): late",
            "it": "(punti tavolo: 1, punti: 0): late",
        }
        assert any(text.endswith(ruling[lang]) for text in texts)
        assert {line["phone"]["name"] for line in lines} == {"Olga", "Pia"}
    limited = club.phone.get(f"{club.path}/ledger?limit=3").json()["lines"]
    assert [line["action"] for line in limited] == ["cup_restored", "cup_deleted", "changed"]


def test_the_four_players_sign_a_result(server: Server) -> None:
    cup = Cup(server)
    game = cup.view(cup.anna)
    sign = f"{cup.path}/signatures"
    for player in range(4):
        signed = cup.anna.post(sign, {"player": player, "points": game["result"]}).json()
    assert [(one["player"], one["holds"]) for one in signed["signatures"]] == [
        (player, True) for player in range(4)
    ]
    assert signed["signatures"][0]["phone"]["name"] == "Anna"
    again = cup.bo.post(sign, {"player": 0, "points": game["result"]}).json()
    assert len(again["signatures"]) == 4
    assert len(cup.club.table(1, 1)["signatures"]) == 4
    # who polls learns of signatures and of rights, not of deals alone
    assert "unchanged" not in cup.bo.get(f"{cup.path}?since={game['version']}").json()
    assert cup.bo.get(f"{cup.path}?since={signed['version']}").json()["unchanged"]
    cup.club.phone.correct(cup.view(cup.club.phone), 1, 0, by_points("S", "E", points=30))
    corrected = cup.view(cup.anna)
    assert not any(one["holds"] for one in corrected["signatures"])
    assert cup.club.table(1, 1)["signatures"] == []
    old = cup.anna.post(sign, {"player": 0, "points": game["result"]})
    assert code(old) == (409, "other_result")


def test_a_result_by_hand_is_signed_as_well(server: Server) -> None:
    cup = Cup(server, over=False)
    table = cup.club.table(1, 2)
    path = f"/api/games/{table['game']}"
    body = {"player": 2, "points": [16, 0, 0, -16]}
    assert code(cup.bo.post(f"{path}/signatures", body)) == (409, "no_result_yet")
    cup.club.do("result", round=1, table=2, points=[16, 0, 0, -16])
    assert cup.bo.post(f"{path}/signatures", body).status_code == 200
    (signature,) = cup.club.table(1, 2)["signatures"]
    assert (signature["player"], signature["phone"]) == (2, "Bo")


@pytest.mark.parametrize(
    "body",
    [{}, {"player": 4, "points": [0, 0, 0, 0]}, {"player": 0, "points": [0, 0, 0]},
     {"player": 0, "points": [0, 0, 0, "x"]}, {"player": 0, "points": "none"}],
)  # fmt: skip
def test_what_is_no_signature_is_refused(phone: Phone, body: dict[str, object]) -> None:
    game = phone.begin()["id"]
    refused = phone.post(f"/api/games/{game}/signatures", body)
    assert code(refused) == (422, "bad_request")
    assert len(phone.get(f"/api/games/{game}/ledger").json()["lines"]) == 1


def test_the_page_of_this_computer_alone_organises_everything(host: Phone) -> None:
    club = Organiser(host)
    club.do("draw")
    club.do("start", round=1)
    game = club.table(1, 1)["game"]
    play(host, game, "E", 20)
    club.do("end", round=1, ended=True)
    rights = host.get(f"/api/games/{game}").json()["rights"]
    assert rights == {"record": True, "shelve": True, "purge": False, "sign": True}
