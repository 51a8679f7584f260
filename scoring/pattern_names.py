"""Names of patterns as people write them: in English, Italian, Japanese and Chinese."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache

from .rulebook import Pattern, Rulebook
from .translations import languages, translate

# traditional and Japanese forms of a character -> the simplified one; 胡 is written for 和
_SIMPLE = str.maketrans(
    "兩對対寶宝帶帯斷無燈發発純緑綠蓮貫連門開雞順頭風魚齊氣気搶槍撈槓単單場嶺么國龍歸張絕雙節將釣會邊組贏餅萬條胡",
    "两对对宝宝带带断无灯发发纯绿绿莲贯连门开鸡顺头风鱼齐气气抢抢捞杠单单场岭幺国龙归张绝双节将钓会边组赢饼万条和",
)
_PINYIN = dict(
    pair.split("=")
    for pair in """一=yi 二=er 三=san 四=si 五=wu 六=liu 七=qi 九=jiu 十=shi 上=shang 不=bu
    中=zhong 幺=yao 于=yu 人=ren 会=hui 倒=dao 偏=pian 元=yuan 全=quan 两=liang
    刻=ke 前=qian 副=fu 单=dan 双=shuang 合=he 同=tong 和=hu 喜=xi 回=hui 圈=quan
    地=di 坎=kan 大=da 天=tian 妙=miao 字=zi 季=ji 宝=bao 对=dui 将=jiang 小=xiao
    少=shao 岭=ling 带=dai 平=ping 底=di 开=kai 张=zhang 归=gui 手=shou 抢=qiang
    捞=lao 推=tui 摸=mo 断=duan 无=wu 明=ming 星=xing 春=chun 暗=an 月=yue
    杠=gang 正=zheng 步=bu 气=qi 求=qiu 河=he 海=hai 混=hun 清=qing 灯=deng
    牌=pai 番=fan 发=fa 相=xiang 碰=peng 立=li 箭=jian 纯=chun 组=zu 绝=jue 绿=lu
    缺=que 老=lao 自=zi 般=ban 色=se 节=jie 花=hua 莲=lian 贯=guan 边=bian
    通=tong 逢=feng 连=lian 钓=diao 门=men 靠=kao 顺=shun 风=feng 高=gao 鱼=yu
    鸡=ji 齐=qi 龙=long 白=bai 国=guo""".split()
)
_KANA = dict(
    zip(
        "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン"
        "ガギグゲゴザジズゼゾダヂヅデドバビブベボパピプペポー",
        """a i u e o ka ki ku ke ko sa shi su se so ta chi tsu te to na ni nu ne no ha hi fu he ho
        ma mi mu me mo ya yu yo ra ri ru re ro wa o n ga gi gu ge go za ji zu ze zo da ji zu de do
        ba bi bu be bo pa pi pu pe po -""".split(),
        strict=True,
    )
)
_LONG = (("ou", "o"), ("oo", "o"), ("uu", "u"), ("ii", "i"), ("ei", "e"), ("aa", "a"))
_SMALL_KANA = {"ャ": "ya", "ュ": "yu", "ョ": "yo"}
# further names, by the id of a pattern; most books of riichi share the ids
_ALIASES: Mapping[str, str] = {
    "riichi": "reach|richi",
    "double_riichi": "daburi|daburii|double reach|w riichi|doppio riichi",
    "menzen_tsumo": "tsumo|menzen tsumo|menzenchin tsumo|自摸|門前自摸|fully concealed|pescata",
    "tanyao": "tanyao|tan'yao|断么九|タンヤオ",
    "iipeikou": "iipeiko|ipeko|一盃口",
    "sanshoku_doujun": "sanshoku|三色",
    "ittsu": "ittsu|ikkitsuukan|ikki tsuukan|一通",
    "yakuhai_haku": "haku|白|white dragon|drago bianco|yakuhai white",
    "yakuhai_hatsu": "hatsu|發|green dragon|drago verde|yakuhai green",
    "yakuhai_chun": "chun|中|red dragon|drago rosso|yakuhai red",
    "seat_wind": "jikaze|own wind|門風|vento proprio|proprio vento",
    "round_wind": "bakaze|round wind|圏風|vento di giro|vento del giro",
    "chanta": "chantaiyao|honchan|honchantaiyaochuu",
    "rinshan": "rinshan",
    "haitei": "haitei raoyue|海底撈月|haitei mouyue",
    "houtei": "houtei raoyui|河底撈魚|hotei",
    "chiitoitsu": "chiitoi|chitoi|chitoitsu|niconico|七対",
    "sanshoku_doukou": "sanshoku doukou|doukou",
    "toitoi": "toitoi|対々|対対和",
    "honitsu": "honiisou|hon'itsu|honiso",
    "junchan": "junchan|junchantaiyaochuu",
    "chinitsu": "chiniisou|chin'itsu|chiniso",
    "kokushi": "kokushi|国士|thirteen orphans|kokushi musou juusanmen",
    "chuuren": "chuuren|chuuren pootoo|九連宝燈",
    "suuankou": "suuanko|四暗",
    "ryuuiisou": "ryuuiiso|ryuuisou",
    "tsuuiisou": "tsuuiiso|tsuuisou",
}


@lru_cache(maxsize=1 << 5)
def pattern_keys(rulebook: Rulebook) -> Mapping[str, Pattern]:
    """Map folded ids and names in every language to patterns; ids take precedence."""
    found: dict[str, Pattern] = {}
    patterns = rulebook.all_patterns
    for pattern in patterns:
        found.setdefault(fold_name(pattern.id), pattern)
    for pattern in patterns:
        for name in pattern.names.values():
            found.setdefault(fold_name(name), pattern)
    others: dict[str, list[Pattern]] = {}
    for pattern in patterns:
        for key in {*_other_keys(pattern)}:
            others.setdefault(key, []).append(pattern)
    for key, meant in others.items():
        if len(meant) == 1:  # a name of several patterns, as yakuhai, is none of them
            found.setdefault(key, meant[0])
    return found


def fold_name(name: str) -> str:
    """Fold a name: letters and digits in lower case, without accents; characters simplified.

    >>> fold_name("Tutte Scale!"), fold_name("對々和")
    ('tuttescale', '对对和')
    """
    plain = unicodedata.normalize("NFKC", name.casefold()).translate(_SIMPLE)
    letters = unicodedata.normalize("NFKD", re.sub(r"(.)々", r"\1\1", plain))
    return "".join(char for char in letters if char.isalnum() or char == ".")


def claim_keys(name: str) -> Iterator[str]:
    """Yield the keys to look a written name up by, the likeliest first."""
    yield fold_name(name)
    yield _fold_romaji(_romaji(name))


def _other_keys(pattern: Pattern) -> Iterator[str]:
    """Yield further keys: parts of Japanese names, pinyin, and what else people write."""
    japanese = pattern.names.get("ja", "")
    parts = japanese.split(" ")
    romaji = " ".join(part for part in parts if part.isascii())
    aliases = _ALIASES.get(pattern.id, "").split("|")
    kanji = "".join(part for part in parts if not part.isascii())
    translated = [translate(pattern.names["en"], lang) for lang in languages()]
    for name in (japanese, kanji, romaji, *aliases, *translated):
        if name:
            yield fold_name(name)
            yield _fold_romaji(_romaji(name))
    if japanese and re.fullmatch(r"[a-z_]+", pattern.id):
        yield _fold_romaji(pattern.id.replace("_", ""))
    chinese = fold_name(pattern.names.get("zh", ""))
    yield from _pinyin(chinese)


def _pinyin(name: str) -> Iterator[str]:
    """Yield the sound of a Chinese name, as pinyin without tones; 和 is spoken in two ways."""
    if not name or any(char not in _PINYIN for char in name):
        return
    sound = "".join(_PINYIN[char] for char in name)
    yield sound
    if "和" in name:
        yield "".join("he" if char == "和" else _PINYIN[char] for char in name)


def _romaji(text: str) -> str:
    """Return kana as Latin letters; other characters as they are."""
    katakana = "".join(
        chr(ord(char) + 0x60) if "ぁ" <= char <= "ん" else char
        for char in unicodedata.normalize("NFKC", text)
    )
    found: list[str] = []
    doubled = False
    for char in katakana:
        if char == "ッ":
            doubled = True
            continue
        if char in _SMALL_KANA and found:
            stem = found.pop()[:-1]  # chi + ya = cha
            glide = 0 if len(stem) == 1 and stem != "j" else 1
            found.append(stem + _SMALL_KANA[char][glide:])
            continue
        sound = _KANA.get(char, char)
        found.append(sound[0] + sound if doubled and sound else sound)
        doubled = False
    return "".join(found)


def _fold_romaji(name: str) -> str:
    """Fold a romaji name so that long vowels may be written in any way, or not at all."""
    folded = fold_name(name).replace("-", "")
    for long, short in _LONG:
        folded = folded.replace(long, short)
    return f"~{folded}"
