"""The ids of our rule sets, in the order in which they are listed; the only place that has all."""

from __future__ import annotations

from collections.abc import Mapping

RULE_SETS: Mapping[str, tuple[str, str]] = {
    "zung-jung": ("zung_jung", "zung_jung"),
    "chinese-official": ("chinese_official", "chinese_official"),
    "mcr": ("mcr", "mcr"),
    "mcr-wmo": ("mcr", "mcr_today"),
    "mcr-europe": ("mcr", "mcr_europe"),
    "hong-kong": ("hong_kong", "hong_kong"),
    "riichi-ema": ("riichi_ema", "riichi_ema"),
    "riichi-ema-2016": ("riichi_presets", "ema_2016"),
    "riichi-ema-2025": ("riichi_presets", "ema_2025"),
    "riichi-wrc-2015": ("riichi_presets", "wrc_2015"),
    "riichi-wrc-2025": ("riichi_presets", "wrc_2025"),
    "riichi-tenhou": ("riichi_presets", "tenhou"),
    "riichi-mahjong-soul": ("riichi_presets", "mahjong_soul"),
    "riichi-m-league": ("riichi_presets", "m_league"),
    "riichi-three-players": ("riichi_presets", "tenhou_three"),
    "riichi-mahjong-soul-three": ("riichi_presets", "mahjong_soul_three"),
}
"""Id -> module of `scoring.rulebooks` and the rulebook's name in it, which is loaded when used."""
