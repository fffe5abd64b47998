#!/usr/bin/env python3
"""Checks what a Fairground site publishes: results, bets under their seals, receipts, and the public log.

One file, Python 3.9 or newer, nothing to install, no code of the site: it was written from docs/fairness.md alone.

    verify_fairground.py FILE...                       saved answers and receipts, checked one by one and against each other
    verify_fairground.py -                             the same from standard input
    verify_fairground.py SITE GAME FROM [TO]           proofs, fetched from a site: https://example.org aviator 12 40
    verify_fairground.py SITE bets GAME ROUND BET      one bet under the seal of its round
    verify_fairground.py SITE receipt FILE...          receipts, against the seals of their rounds and the log
    verify_fairground.py SITE seed FILE                what the site says of a player's seed, against the log
    verify_fairground.py SITE log [GAME FROM [TO]]     the whole log, and proofs against it; or a FOLDER laid out as /log
        --key VERIFIER_KEY      whose signature the checkpoint must have; without it, the one that the site names
        --keep FILE             the checkpoint seen last: the log must contain it; then the new one is stored there
        --witness VERIFIER_KEY  a witness that must have cosigned; may be given several times
        --beacon ROUND=VALUE    a value (randomness, hex) that a void round waited for; may be given several times
    verify_fairground.py dump FILE                     a day's dump by itself; SITE or FOLDER before dump compares it with the log
    verify_fairground.py vectors [FILE]                recomputes packages/fairness/vectors.json

It ends with status 1 if anything does not hold. The BLS signature of a beacon's value is the one thing that it does not verify:
`npm run verify` does.
"""

import argparse
import base64
import decimal
import functools
import gzip
import hashlib
import hmac
import http.client
import json
import math
import pathlib
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import zlib

class Problem(Exception):
    """Something that does not hold, as a sentence."""

class Pending(Exception):
    """Nothing to check yet."""

def need(holds, sentence):
    if not holds:
        raise Problem(sentence)

def same(one, other):
    """Equal, and no true for a 1."""
    return canonical(one) == canonical(other)

def sha(data):
    return hashlib.sha256(data).digest()

def mac(key, message):
    return hmac.new(key, message, hashlib.sha256).digest()

def unhex(text, name, length=32):
    need(isinstance(text, str) and re.fullmatch(r"(?:[0-9a-f]{2})*", text), f"{name} is not lower-case hex")
    need(length is None or len(text) == 2 * length, f"{name} is not {length} bytes")
    return bytes.fromhex(text)

def canonical(value):
    """RFC 8785: keys in the order of their UTF-16 code units, numbers as ECMAScript writes doubles."""
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be", "surrogatepass"))
        return "{" + ",".join(f"{canonical(key)}:{canonical(value[key])}" for key in keys) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, str):
        need(not re.search("[\ud800-\udfff]", value), "a text has half of a character")
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        return number_text(value)
    return json.dumps(value, ensure_ascii=False)

def number_text(value):
    """The shortest decimal that is this double, laid out as ECMAScript does."""
    if isinstance(value, int) and abs(value) < 1 << 53:
        return str(value)
    value = float(value)
    need(math.isfinite(value), f"{value} is not in JSON")
    sign, digits, exponent = decimal.Decimal(repr(abs(value))).normalize().as_tuple()
    digits = "".join(map(str, digits))
    point = len(digits) + exponent
    if value == 0:
        text = "0"
    elif 0 < point <= 21:
        text = digits.ljust(point, "0")[:point] + ("." + digits[point:] if point < len(digits) else "")
    elif -6 < point <= 0:
        text = "0." + "0" * -point + digits
    else:
        fraction = "." + digits[1:] if len(digits) > 1 else ""
        text = f"{digits[0]}{fraction}e{'+' if point > 0 else '-'}{abs(point - 1)}"
    return "-" + text if value < 0 else text

def parse_json(text):
    """Strict, where Python takes NaN and numbers that are too large for a double."""
    def finite(token):
        need(math.isfinite(float(token)), f"{token[:24]} is no number of JSON")
        return float(token)

    return json.loads(text, parse_constant=finite, parse_float=finite)

def parse_canonical(text, name):
    """The object of a canonical text; one spelled otherwise could hash twice."""
    try:
        found = parse_json(text)
    except (ValueError, RecursionError):
        raise Problem(f"{name} is not JSON") from None
    need(isinstance(found, dict) and canonical(found) == text, f"{name} is not canonical JSON")
    return found

# ---- Draws -----------------------------------------------------------------------------------------------------------

def words(key, context):
    """Endless 32-bit words: HMAC(key, context, 0x00, block number), block after block."""
    block = 0
    while True:
        piece = mac(key, context.encode() + b"\x00" + block.to_bytes(4, "big"))
        for at in range(0, 32, 4):
            yield int.from_bytes(piece[at : at + 4], "big")
        block += 1

def below(source, n):
    ceiling = (1 << 32) // n * n
    return next(word for word in source if word < ceiling) % n

def sample(source, n, k):
    deck = list(range(n))
    for place in range(k):
        pick = place + below(source, n - place)
        deck[place], deck[pick] = deck[pick], deck[place]
    return deck[:k]

def top52(digest):
    return int.from_bytes(digest, "big") >> (256 - 52)

def sealed_key(algorithm, name, seed, root, beacon):
    """The key of the result of a sealed round: seed of the site, bets, beacon."""
    return mac(seed, sha(f"{algorithm}\0{name}\0".encode() + root + beacon))

def draw(algorithm, name, key, terms):
    """What comes of a round: the crash in hundredths, or the numbers."""
    if algorithm == "crash/v2":
        point = (terms["rtpBp"] << 52) // (100 * ((1 << 52) - top52(key)))
        return min(1_000_000, max(100, point))
    source = words(key, f"{algorithm}|{name}")
    if algorithm == "draw30/v2":
        return [below(source, terms["max"]) + 1]
    return sorted(ball + 1 for ball in sample(source, 49, 6))

def mines(server_seed, client_seed, nonce, tiles, count):
    return sample(words(server_seed, f"mines/v1|{client_seed}|{nonce}|{count}"), tiles, count)

def wheel(server_seed, client_seed, nonce, segments):
    return below(words(server_seed, f"wheel/v1|{client_seed}|{nonce}"), segments)

# What each instant game draws from the top 52 bits, whole hundredths or whole numbers.
INSTANT = {
    "striker/v1": lambda r: {"height": min(100_000, (9800 << 52) // (100 * ((1 << 52) - r)))},
    "ringtoss/v1": lambda r: {"roll": (10_000 * r) >> 52},
}

def instant(algorithm, server_seed, client_seed, nonce):
    return INSTANT[algorithm](top52(mac(server_seed, f"{algorithm}|{client_seed}|{nonce}".encode())))

def hundredths(multiplier):
    return round(multiplier * 100)

def instant_win(bet, drawn):
    """Whether a bet with these choices wins, and the hundredths of its stake that a win pays."""
    if "target" in bet:
        target = hundredths(bet["target"])
        return drawn["height"] >= target, target
    edge = 100 * bet["chance"]
    won = drawn["roll"] < edge if bet["side"] == "under" else drawn["roll"] >= 10_000 - edge
    return won, 9800 // bet["chance"]

# ---- Proofs ----------------------------------------------------------------------------------------------------------

GAMES = {
    "crash/v2": "aviator",
    "draw30/v2": "doubleTrouble",
    "lotto/v2": "lottery",
    "mines/v1": "mineField",
    "wheel/v1": "wheel",
    "striker/v1": "highStriker",
    "ringtoss/v1": "ringToss",
}
SEALED = {"aviator": "crash/v2", "doubleTrouble": "draw30/v2", "lottery": "lotto/v2"}
ZEROS = "0" * 64

def root_of(proof):
    """The root of a sealed round's bets: the lottery calls it otherwise."""
    return proof.get("betsRoot", proof.get("rootHex"))

def count_of(proof):
    return proof.get("betCount", proof.get("ticketCount"))

def beacon_of(proof):
    """{round, randomness, signature} or None; the lottery's proof has the three apart."""
    if proof["game"] != "lottery":
        return proof.get("beacon")
    if proof.get("beaconRound") is None:
        return None
    fields = {"round": "beaconRound", "randomness": "beacon", "signature": "beaconSignature"}
    return {name: proof.get(field) for name, field in fields.items()}

def check_beacon(beacon):
    """The 32 bytes that a result mixes in."""
    if beacon is None:
        return bytes(32)
    randomness = unhex(beacon["randomness"], "the beacon's randomness")
    signature = unhex(beacon["signature"], "the beacon's signature", None)
    need(sha(signature) == randomness, f"the value of beacon round {beacon['round']} is not the hash of its signature")
    return randomness

def outcome_of(proof, seed, beacon=None):
    """What the seed gives, in the form in which the site shows it; with the proof's value of the beacon unless one is given."""
    algorithm, get = proof["algorithm"], proof.get
    if proof["game"] in SEALED:
        name, root = get("date", get("round")), unhex(root_of(proof), "the root of the bets")
        key = sealed_key(algorithm, name, seed, root, beacon or check_beacon(beacon_of(proof)))
        drawn = draw(algorithm, name, key, proof)
        return {"winningNumbers": drawn} if isinstance(drawn, list) else {"crashMultiplier": drawn / 100}
    client_seed, nonce = get("clientSeed"), get("nonce")
    need(re.fullmatch(r"[A-Za-z0-9_-]{8,64}", client_seed), "the client seed has other characters than it may")
    if algorithm == "mines/v1":
        return {"mines": mines(seed, client_seed, nonce, get("tiles"), get("mines"))}
    if algorithm == "wheel/v1":
        segment = wheel(seed, client_seed, nonce, get("segments"))
        return {"segment": segment, "amount": get("values")[segment]}
    drawn = instant(algorithm, seed, client_seed, nonce)
    won, _ = instant_win(proof, drawn)
    shown = {"height": drawn["height"] / 100} if "height" in drawn else drawn
    return {**shown, "won": won}

class Chains:
    """Seeds that hash to each other: each chain's terminal hash, and the seeds that were found to lead to it."""

    def __init__(self):
        self.links = {}

    def check(self, name, terminal, number, seed):
        known = self.links.setdefault(name, {0: terminal})
        need(known[0] == terminal, "the chain is shown with another terminal hash elsewhere")
        need(isinstance(number, int) and 1 <= number <= 1 << 24, "the place in the chain is not a number that a chain has")
        at, link = number, seed
        while at not in known:
            at, link = at - 1, sha(link)
        need(known[at] == link, "the seed is not a link of its chain: its hashes do not lead to the terminal hash")
        known[number] = seed

def check_proof(proof, chains):
    """The outcome of a proof that holds."""
    need(GAMES.get(proof["algorithm"]) == proof["game"], f"{proof['algorithm']} is not an algorithm of {proof['game']}")
    if proof.get("seed") is None:
        raise Pending("the seed is not revealed yet")
    seed = unhex(proof["seed"], "the seed")
    need(sha(seed).hex() == proof["commitment"], "the seed does not match the commitment")
    if "terminalHash" in proof:
        terminal = unhex(proof["terminalHash"], "the terminal hash")
        chains.check((proof["game"], proof["chain"]), terminal, proof["round"], seed)
    if proof["game"] in SEALED:
        if root_of(proof) is None and proof.get("outcome") is None:
            return "void before its bets were sealed"
        if proof["outcome"] is None and proof["entropy"] == "beacon" and not (beacon_of(proof) or {}).get("randomness"):
            return "void; what would have come depends on the beacon's value"
        check_level(proof)
    computed, shown = outcome_of(proof, seed), proof.get("outcome")
    if shown is None:
        return f"void; it would have been {say(computed)}"
    need(same(computed, shown), f"the seed gives {say(computed)} and the site showed {say(shown)}")
    return say(computed)

def check_level(proof):
    """Who could have known the result: what the proof says must agree with the seal and the beacon."""
    level, count = proof.get("entropy"), count_of(proof)
    need((root_of(proof) == ZEROS) == (count == 0), "the root of the bets does not agree with their number")
    need(level in ("install", "bettors", "beacon"), f"the proof states the unknown level {level}")
    need((level == "beacon") == (beacon_of(proof) is not None), f"the level {level} does not agree with the beacon")
    need(level != "bettors" or count > 0, "the level bettors needs a bet")

def say(outcome):
    if "crashMultiplier" in outcome:
        return f"{outcome['crashMultiplier']:.2f}x"
    if "winningNumbers" in outcome:
        return ", ".join(map(str, outcome["winningNumbers"]))
    return canonical(outcome)

# ---- Bets: seals, payouts --------------------------------------------------------------------------------------------

def hash_leaf(data):
    return sha(b"\x00" + data)

def hash_node(left, right):
    return sha(b"\x01" + left + right)

def level_above(level):
    """An odd node moves up unchanged."""
    pairs = [hash_node(level[at], level[at + 1]) for at in range(0, len(level) - 1, 2)]
    return pairs + level[len(level) - len(level) % 2 :]

def top_of(level):
    while len(level) > 1:
        level = level_above(level)
    return level[0]

def merkle_root(leaves):
    return top_of([hash_leaf(leaf.encode()) for leaf in leaves]).hex() if leaves else ZEROS

def climb(leaf, path):
    node = hash_leaf(leaf)
    for step in path:
        sibling = unhex(step["hash"], "a hash of the path")
        need(step["side"] in ("left", "right"), "a step of the path has no side")
        node = hash_node(sibling, node) if step["side"] == "left" else hash_node(node, sibling)
    return node.hex()

def turns(index, count):
    """The sides of the path from a place; where a node is the odd one of its level, there is no step."""
    while count > 1:
        if index % 2 == 1:
            yield "left"
        elif index + 1 < count:
            yield "right"
        index, count = index // 2, (count + 1) // 2

def is_at(place, count):
    """Whether the path is the one from that index."""
    index, sides = place["index"], [step["side"] for step in place["path"]]
    return 0 <= index < count and sides == list(turns(index, count))

def round_id(bet):
    """The round of a leaf, or of a bet of a history."""
    return bet.get("roundId", bet.get("drawId"))

def check_inclusion(inclusion, proof=None):
    """The bet under the root, at its place; the root must be that of the round's proof."""
    bet = parse_canonical(inclusion["leaf"], "the leaf")
    count, leaf = count_of(inclusion), inclusion["leaf"].encode()
    need(0 <= inclusion["index"] < count, "the bet's place is not among those that were sealed")
    need(is_at(inclusion, count), "the path is not that of the bet's place")
    need(climb(leaf, inclusion["path"]) == inclusion["root"], "the bet is not under the root: its path leads elsewhere")
    if proof:
        need(round_id(bet) == proof["id"], "the bet is one of another round")
        need(inclusion["root"] == root_of(proof), "the root is not the one that the round's proof shows")
        need(count == count_of(proof), "the number of bets is not the one that the round's proof shows")
        need(not bet.get("clientSeed") or proof.get("entropy") != "install", "the bet has a client seed, the level is install")
    return bet

def check_leaves(leaves, proof):
    """A complete list of a round's leaves."""
    bets = [parse_canonical(leaf, "a leaf") for leaf in leaves]
    ids = [int(bet["id"]) for bet in bets]
    need(ids == sorted(set(ids)), "the bets are not in the order of their ids, each once")
    need(all(round_id(bet) == proof["id"] for bet in bets), "a bet is one of another round")
    root = merkle_root(leaves)
    sealed = f"{count_of(proof)} bets under root {root_of(proof)}"
    listed = f"the list has {len(leaves)} bets under root {root}, the seal {sealed}"
    need(len(leaves) == count_of(proof) and root == root_of(proof), listed)
    if proof.get("beacon") in (None, ZEROS):
        level = "bettors" if any(bet.get("clientSeed") for bet in bets) else "install"
        need(proof.get("entropy", level) == level, f"the level is {level} by the bets, the proof says {proof.get('entropy')}")
    return f"all {len(leaves)} bets under the seal"

MINE_STEPS = {"Easy": 10, "Medium": 21, "Hard": 34, "Expert": 45}  # hundredths for each gem
TIERS = [0, 50, 100, 1_600, 16_000, 500_000, 100_000_000]  # hundredths by the number of matches

def draw30_win(bet, number, size):
    """Whether a bet on a draw wins, and the hundredths of its stake that a win pays."""
    half = size // 2
    kind = bet["drawType"]
    ways = {"Under": half - 1, "Over": half, "Exact": 1, "Number": 1}[kind]
    won = {"Under": number < half, "Over": number > half, "Exact": number == half, "Number": number == bet["number"]}[kind]
    return won, 98 * size // (10 * ways) * 10

def payout_of(bet, proof):
    """The coins that a settled bet of a history must have paid, by the result of its round."""
    outcome = (proof or {}).get("outcome") or {}
    stake = bet.get("amount", bet.get("bid", bet.get("bidAmount")))
    if "cashOutMultiplier" in bet:
        crash = hundredths(outcome.get("crashMultiplier", bet["crashMultiplier"]))
        asked, automatic = bet["cashOutMultiplier"], bet["autoCashOut"]
        reached = automatic is not None and hundredths(automatic) <= crash
        need(asked is not None or not reached, "the automatic cash-out was reached and not paid")
        if asked is None:
            return 0
        need(101 <= hundredths(asked) <= crash, f"cashed out at {asked}x, and the crash was at {crash / 100:.2f}x")
        need(not reached or asked <= automatic, "cashed out above the automatic cash-out")
        return stake * hundredths(asked) // 100
    if "drawType" in bet:
        need(proof, "the proof of its draw is needed to check this bet")
        won, rate = draw30_win(bet, outcome["winningNumbers"][0], proof["max"])
        return won * (stake * rate // 100)
    if "matchedNumbers" in bet:
        drawn = outcome.get("winningNumbers", (bet.get("drawResult") or {}).get("winningNumbers", []))
        matched = [number for number in bet["numbers"] if number in drawn]
        need(matched == bet["matchedNumbers"], f"the ticket matches {matched} and the site says {bet['matchedNumbers']}")
        return stake * TIERS[len(matched)] // 100
    if "difficulty" in bet:
        rate = 100 + bet["gemsFound"] * MINE_STEPS[bet["difficulty"]]
        return stake * rate // 100 if bet["gameState"] == "CashedOut" and bet["gemsFound"] > 0 else 0
    drawn = {**bet, **outcome}
    drawn["height"] = hundredths(drawn.get("height", 0))
    won, rate = instant_win(bet, drawn)
    return won * (stake * rate // 100)

def check_payout(bet, proof=None):
    state = bet.get("outcome", bet.get("status", bet.get("result", bet.get("gameState"))))
    if state in ("pending", "Playing"):
        raise Pending("not settled yet")
    paid = bet.get("amountWon", bet.get("coinsWon"))
    if state == "void" or bet.get("refunded"):
        return "refunded"
    expected = payout_of(bet, proof)
    need(paid == expected, f"it pays {expected} coins and the site paid {paid}")
    return f"{paid} coins"

# ---- Ed25519 (RFC 8032) ----------------------------------------------------------------------------------------------

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_1 = pow(2, (P - 1) // 4, P)

def add(one, other):
    """Points as (X, Y, Z, T) with x = X/Z, y = Y/Z, xy = T/Z."""
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * one[3] * other[3] * D % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P

def times(scalar, point):
    total = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            total = add(total, point)
        point = add(point, point)
        scalar >>= 1
    return total

def point_from(data):
    """None if no point of the curve is written so."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (1 << 255) - 1
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT_OF_MINUS_1 % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P

BASE = point_from((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))

def is_signed(key, message, signature):
    if len(key) != 32 or len(signature) != 64:
        return False
    public, r = point_from(key), point_from(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if public is None or r is None or s >= ORDER:
        return False
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    left, right = times(s, BASE), add(r, times(challenge, public))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0

# ---- Receipts --------------------------------------------------------------------------------------------------------

def parse_receipt(text):
    """From base64url of its canonical JSON."""
    try:
        found = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode()
    except ValueError:
        raise Problem("neither JSON nor a receipt") from None
    return parse_canonical(found, "the receipt")

def check_receipt(receipt, inclusion=None, proof=None):
    """That the site signed this bet, and kept to it: by its inclusion in a seal, or by its own proof."""
    signed = {name: receipt[name] for name in ("at", "bet", "kind", "site", "v")}
    key = unhex(receipt["key"], "the key")
    need(receipt["v"] == 1, "a receipt of an unknown version")
    need(receipt["site"] == f"fairground/{sha(key).hex()[:16]}", "the receipt's key is not that of the site that it names")
    need(climb(canonical(signed).encode(), receipt["path"]) == receipt["batchRoot"], "the receipt was altered: its path leads elsewhere")
    message = b"fairground-receipt/v1\n" + unhex(receipt["batchRoot"], "the batch's root")
    need(is_signed(key, message, unhex(receipt["sig"], "the signature", 64)), "the receipt's signature is wrong")
    if inclusion is not None:
        need(inclusion, "the site signed this bet and left it out of its round's seal")
        need(inclusion["leaf"] == canonical(receipt["bet"]), "the site signed this bet and sealed another one in its place")
    if proof is not None:
        kept = all(name not in proof or same(proof[name], value) for name, value in receipt["bet"].items())
        need(kept, "the site signed this bet and shows another one")

# ---- The log: C2SP tlog-tiles, RFC 9162 --------------------------------------------------------------------------------

# What follows from answers that have not the form that they should have.
MALFORMED = (ArithmeticError, AttributeError, EOFError, IndexError, KeyError, RecursionError)
MALFORMED += (StopIteration, TypeError, ValueError, zlib.error)

class NoFile(Exception):
    def __str__(self):
        return f"the site has no {self.args[0]}"

def open_site(place):
    """How to read below an address, or below a folder."""

    def fetch(path):
        request = urllib.request.Request(f"{place.rstrip('/')}/{path}", headers={"User-Agent": "verify_fairground"})
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.read()
        except urllib.error.HTTPError as error:
            if error.code == 404:
                raise NoFile(path) from None
            raise Problem(f"{place}/{path} answers {error.code}") from None
        except (OSError, http.client.HTTPException) as error:
            raise Problem(f"{place} does not answer: {getattr(error, 'reason', error)}") from None

    def read(path):
        file = pathlib.Path(place) / path
        if not file.is_file():
            raise NoFile(path)
        return file.read_bytes()

    return fetch if re.match(r"https?://", place) else read

def parse_key(text, kind=1):
    """A verifier key as a signed note has it: name, hash of the key, and the key behind a byte for its kind."""
    name, key_hash, key = text.strip().split("+", 2)
    data = base64.b64decode(key)
    need(data[0] == kind and len(data) == 33, f"{name} is not a key of the expected kind")
    expected = sha(name.encode() + b"\n" + data)[:4]
    need(expected.hex() == key_hash, f"the verifier key of {name} is damaged")
    return name, expected, data[1:]

def parse_note(text):
    """The signed text, origin, size, root, and the signatures as (name, bytes)."""
    body, _, tail = text.partition("\n\n")
    body += "\n"
    lines = body.split("\n")
    need(len(lines) >= 4 and re.fullmatch(r"0|[1-9]\d*", lines[1]), "the checkpoint is not a signed note of a log")
    signatures = [match.groups() for match in re.finditer(r"^— (\S+) (\S+)$", tail, re.MULTILINE)]
    decoded = [(name, base64.b64decode(blob)) for name, blob in signatures]
    return body, lines[0], int(lines[1]), base64.b64decode(lines[2]), decoded

def check_note(text, name, key):
    key_hash = sha(name.encode() + b"\n\x01" + key)[:4]
    body, origin, size, root, signatures = parse_note(text)
    need(origin == name, f"the checkpoint is one of {origin}, and the key is that of {name}")
    marked = re.fullmatch(r"fairground/([0-9a-f]{16})/[1-9]\d*", origin)
    need(not marked or sha(key).hex().startswith(marked[1]), "the origin does not name the key")
    blobs = [blob for signer, blob in signatures if signer == name and blob[:4] == key_hash]
    need(any(is_signed(key, body.encode(), blob[4:]) for blob in blobs), "the checkpoint's signature is wrong")
    return origin, size, root

def check_cosignature(text, verifier_key):
    """When the witness saw the checkpoint."""
    name, key_hash, key = parse_key(verifier_key, kind=4)
    body, _, _, _, signatures = parse_note(text)
    for signer, blob in signatures:
        if signer == name and blob[:4] == key_hash:
            seconds = int.from_bytes(blob[4:12], "big")
            message = f"cosignature/v1\ntime {seconds}\n{body}".encode()
            need(is_signed(key, message, blob[12:]), f"the cosignature of {name} is wrong")
            return f"cosigned by {name} at {time.strftime('%Y-%m-%d %H:%M:%S', time.gmtime(seconds))} UTC"
    raise Problem(f"witness {name} has not cosigned the checkpoint")

def tile_path(level, index, width):
    parts = [f"{index % 1000:03}"]
    while index >= 1000:
        index //= 1000
        parts.insert(0, f"x{index % 1000:03}")
    return f"tile/{level}/{'/'.join(parts)}" + (f".p/{width}" if width < 256 else "")

def widths(count):
    """The tiles of a level: (index, how many it has)."""
    return [(at // 256, min(256, count - at)) for at in range(0, count, 256)]

def read_tile(read, level, index, width):
    """A partial tile may be gone once the complete one is there."""
    try:
        return read(tile_path(level, index, width))
    except NoFile:
        try:
            return read(tile_path(level, index, 256))
        except NoFile:
            raise Problem(f"the log lacks {tile_path(level, index, width)}") from None

def read_entries(read, size):
    entries = []
    for index, width in widths(size):
        data, found, at = read_tile(read, "entries", index, width), [], 0
        while at + 2 <= len(data) and len(found) < width:
            length = int.from_bytes(data[at : at + 2], "big")
            found.append(data[at + 2 : at + 2 + length])
            at += 2 + length
        need(len(found) == width and at <= len(data), f"entries {256 * index} to {256 * index + width - 1}: one is missing")
        entries += found
    return entries

def root_of_log(leaves):
    return top_of(leaves) if leaves else sha(b"")

def check_tiles(read, entries, root):
    """Every hash of every tile follows from the entries, and so does the root."""
    level, hashes = 0, [hash_leaf(entry) for entry in entries]
    leaves = hashes
    while hashes:
        for index, width in widths(len(hashes)):
            tile = read_tile(read, level, index, width)
            for at in range(width):
                node = 256 * index + at
                what = f"entry {node}" if level == 0 else f"hash {node} of level {level}"
                need(tile[32 * at : 32 * at + 32] == hashes[node], f"{what} is not the one that its tile promised")
        full = len(hashes) // 256
        hashes = [top_of(hashes[256 * at : 256 * at + 256]) for at in range(full)]
        level += 1
    lost = "one was changed, moved or taken out"
    need(root_of_log(leaves) == root, f"the entries do not lead to the checkpoint's root: {lost}")
    return leaves

class Log:
    """A log whose entries lead to its signed checkpoint."""

    def __init__(self, read, name, key):
        self.text, self.key = read("checkpoint").decode(), key
        self.origin, self.size, self.root = check_note(self.text, name, key)
        self.entries = read_entries(read, self.size)
        self.leaves = check_tiles(read, self.entries, self.root)

    def previous(self):
        """What its first entry says of the log before it, where that is a restore."""
        first = parse_json(self.entries[0]) if self.entries else {}
        return first["previous"] if first.get("kind") == "restore" else {}

def number_of(origin):
    """0 for what is no origin."""
    found = re.fullmatch(r"fairground/[0-9a-f]{16}/([1-9]\d*)", origin)
    return int(found[1]) if found else 0

def with_earlier(read, log):
    """The log, and before it those that restores left behind, the oldest first."""
    logs = [log]
    while logs[0].previous().get("checkpoint"):
        previous = logs[0].previous()
        origin, n = previous["origin"], number_of(previous["origin"])
        need(0 < n < number_of(logs[0].origin), f"the restore names {origin}, which is no log before it")
        named = check_note(previous["checkpoint"], origin, log.key)
        before = Log(lambda path, n=n: read(f"{n}/{path}"), origin, log.key)
        ended = f"the log {origin} does not end with the checkpoint that the restore names"
        need((before.origin, before.size, before.root) == named, ended)
        logs.insert(0, before)
    return logs

def check_kept(kept, log):
    """The log must contain the checkpoint that was seen before, or say that it was restored."""
    _, old_origin, old_size, old_root, _ = parse_note(kept)
    origin, size, root, previous = log.origin, log.size, log.root, log.previous()
    if old_origin != origin:
        unnamed = f"the log goes on as {origin} and does not name {old_origin}, which was seen before"
        need(previous.get("origin") == old_origin, unnamed)
        need(previous["checkpoint"], f"the restore names no checkpoint, and one of {old_size} entries had been shown")
        last = parse_note(previous["checkpoint"])
        need(last[2] >= old_size, f"the restore names a log of {last[2]} entries, and {old_size} had been shown")
        need(last[2] != old_size or last[3] == old_root, f"fork: two checkpoints of size {old_size} have different roots")
        return
    check_note(kept, origin, log.key)
    need(old_size <= size, f"the log shrank from {old_size} to {size} entries")
    need(old_size != size or old_root == root, f"fork: two checkpoints of size {size} have different roots")
    lost = "an entry was changed, moved or taken out"
    need(root_of_log(log.leaves[:old_size]) == old_root, f"the log no longer contains its checkpoint of size {old_size}: {lost}")

# ---- The log's entries -------------------------------------------------------------------------------------------------

STEPS = ("opening", "seal", "result", "settlement", "void")
TERMS = {"max", "rtpBp"}

def has_terms(game, seal):
    """Whether the seal says what its round is drawn by, as the game has it."""
    rate, size = seal.get("rtpBp"), seal.get("max")
    if game == "lottery":
        return True
    if game == "doubleTrouble":
        return size in (30, 50)
    return type(rate) is int and 0 < rate <= 10_000

def logged_outcome(opening, seal, seed, beacon):
    """What comes of a round by its entries in the log, or by its line in a dump."""
    game = opening["game"]
    need(has_terms(game, seal), "its seal has not the terms of the game")
    proof = {"game": game, "algorithm": SEALED[game], "betsRoot": seal["betsRoot"]}
    proof.update({"date": opening["id"]} if game == "lottery" else {"round": opening["round"]})
    return outcome_of({**proof, **{name: seal[name] for name in TERMS & seal.keys()}}, seed, beacon)

def need_counts(entry, *names):
    need(all(type(entry[name]) is int and entry[name] >= 0 for name in names), "its sums are no whole numbers")

class Entries:
    """All entries in their order; each is checked against those before it. Rounds may end in a later log than they began."""

    def __init__(self, logs, beacons=None):
        self.beacons, self.commitments, self.voids = {None: bytes(32), **(beacons or {})}, {}, []
        self.origins = [log.origin for log in logs]
        self.chains, self.terminals, self.places = Chains(), {}, {}
        self.rounds, self.days, self.files = {}, set(), set()
        self.counts, self.notes, self.problems, self.restores, self.seed_days, self.last = {}, [], [], [], {}, ""
        for log in logs:
            for index, data in enumerate(log.entries):
                self.last = self.take(log.origin, index, data).get("at", "")
        # The value of the beacon, and the seed of a chain, may come later than the void.
        for name, describe in self.voids:
            try:
                self.notes.append(f"{name}: {describe()}")
            except (Problem, *MALFORMED) as error:
                self.problems.append(f"{name}: {error}")

    def take(self, origin, index, data):
        entry = {}
        try:
            entry = parse_canonical(data.decode(), "the entry")
            kind = entry.get("kind")
            self.counts[kind] = self.counts.get(kind, 0) + 1
            if kind in STEPS:
                steps = self.rounds.setdefault((entry["game"], entry["id"]), {})
                need(kind not in steps, f"a second {kind}")
                steps[kind] = {**entry, "index": index, "origin": origin}
            getattr(self, f"take_{kind}", self.take_unknown)(entry, origin, index)
        except (Problem, *MALFORMED) as error:
            what = f"{entry.get('kind')} of {entry.get('game')} {entry.get('id')}" if entry.get("id") else entry.get("kind")
            reason = str(error) if isinstance(error, Problem) else f"it is malformed ({error!r})"
            of = "" if origin == self.origins[-1] else f" of {origin}"
            self.problems.append(f"entry {index}{of}, {what}: {reason}")
        return entry

    def take_unknown(self, entry, *_):
        raise Problem("an unknown kind of entry")

    def take_file(self, entry, *_):
        unhex(entry["sha256"], "the file's hash")
        self.files.add((entry["name"], entry["sha256"]))

    def take_restore(self, entry, origin, index):
        need(index == 0, "a restore is the first entry of a log")
        self.restores.append((origin, self.last, entry["at"]))

    def take_day(self, entry, *_):
        need((entry["kind"], entry["day"]) not in self.days, f"a second one of {entry['day']}")
        self.days.add((entry["kind"], entry["day"]))

    take_ledgerHead = take_day

    def take_playerSeeds(self, entry, *_):
        self.take_day(entry)
        self.seed_days[entry["day"]] = entry["count"], entry["root"]

    def check_seed(self, place):
        """What the site says of a player's seed."""
        day = place["day"]
        need(day in self.seed_days, f"the log has no seeds of {day}")
        count, root = self.seed_days[day]
        need(is_at(place, count), "the path is not that of the seed's place")
        under = climb(unhex(place["commitment"], "the commitment"), place["path"]) == root
        need(under, "the seed is not under the root of its day: its path leads elsewhere")
        return f"number {place['index'] + 1} of {count} seeds that were made on {day}"

    def take_chain(self, entry, *_):
        name = entry["game"], entry["chain"]
        need(name not in self.terminals, f"chain {entry['chain']} was published before")
        self.terminals[name] = unhex(entry["terminalHash"], "the terminal hash")

    def steps_of(self, entry, *wanted):
        """What came before of the same round."""
        steps = self.rounds[entry["game"], entry["id"]]
        for kind in wanted:
            need(kind in steps, f"it has no {kind} before it")
            need(steps[kind]["at"] <= entry["at"], f"it is dated before its {kind}")
        return steps

    def take_opening(self, entry, *_):
        commitment = unhex(entry["commitment"], "the commitment")
        if "chain" not in entry:
            return
        name, place = (entry["game"], entry["chain"]), entry["round"]
        self.commitments[name, place] = commitment
        need(name in self.terminals, f"chain {entry['chain']} was not published before")
        last, before = self.places.get(name, (place - 1, None))
        self.places[name] = place, entry
        if before is None:
            return
        steps = self.rounds[before["game"], before["id"]]
        # A round that nobody bet on may be opened again under another id, with its link.
        moved = place == last and before["commitment"] == entry["commitment"] and list(steps) == ["opening"]
        need(place == last + 1 or moved, f"it has link {place} of its chain, and the opening before has link {last}")
        need(moved or "result" in steps or "void" in steps, f"{before['id']} before it has neither a result nor a void")

    def take_seal(self, entry, *_):
        steps = self.steps_of(entry, "opening")
        need("void" not in steps and "result" not in steps, "the round was over before")
        unhex(entry["betsRoot"], "the root of the bets")
        need((entry["betsRoot"] == ZEROS) == (entry["betCount"] == 0), "the root of the bets does not agree with their number")
        need(entry["beaconRound"] == steps["opening"]["beaconRound"], "it names another beacon round than the opening")

    def reveal(self, entry, opening):
        seed = unhex(entry["seed"], "the seed")
        need(sha(seed).hex() == opening["commitment"], "the seed does not match the commitment")
        if "chain" in opening:
            name = opening["game"], opening["chain"]
            self.chains.check(name, self.terminals[name], opening["round"], seed)
        return seed

    def take_result(self, entry, *_):
        steps = self.steps_of(entry, "opening")
        need("void" not in steps, "the round was void before")
        self.steps_of(entry, "seal")
        opening, seal, beacon = steps["opening"], steps["seal"], entry["beacon"]
        named, used = opening["beaconRound"], beacon and beacon["round"]
        need(used == named, f"it is drawn with beacon round {canonical(used)}, and the opening named {canonical(named)}")
        seed, shown = self.reveal(entry, opening), entry["outcome"]
        value = self.beacons[used] = check_beacon(beacon)
        computed = logged_outcome(opening, seal, seed, value)
        need(same(computed, shown), f"the seed gives {say(computed)} and the log says {say(shown)}")

    def take_settlement(self, entry, *_):
        seal = self.steps_of(entry, "seal", "result")["seal"]
        need(entry["bets"] == seal["betCount"], f"it settles {entry['bets']} bets, and {seal['betCount']} were sealed")
        need(entry["staked"] == seal["staked"], f"it settles stakes of {entry['staked']} coins, and {seal['staked']} were sealed")
        won, paid = entry["won"], entry["paid"]
        need_counts(entry, "bets", "staked", "won", "paid")
        need(won <= entry["bets"] and (won == 0) == (paid == 0), "its sums do not agree")

    def take_void(self, entry, *_):
        steps = self.steps_of(entry, "opening")
        need("result" not in steps, "the round had a result before")
        opening, seal = steps["opening"], steps.get("seal")
        need(entry["betsRoot"] == (seal and seal["betsRoot"]), "it has another root than the seal")
        need(entry["beaconRound"] == opening["beaconRound"], "it names another beacon round than the opening")
        seed = None if entry["seed"] is None else self.reveal(entry, opening)
        name = f"{entry['game']} {entry['id']} is void ({entry['reason']})"
        self.voids.append((name, lambda: self.would_have_come(opening, seal, seed)))

    def would_have_come(self, opening, seal, seed):
        # In a chain, the seed of a round is the commitment of the next one.
        following = self.commitments.get(((opening["game"], opening.get("chain")), opening.get("round", 0) + 1), b"")
        if seed is None and sha(following).hex() == opening["commitment"]:
            seed = following
        named = opening["beaconRound"]
        if seal is None:
            return "no bets were sealed"
        if seed is None:
            return "its seed is not published"
        if named not in self.beacons:
            return f"what would have come depends on beacon round {named}"
        return "it would have been " + say(logged_outcome(opening, seal, seed, self.beacons[named]))

    def check_proof(self, proof):
        """A proof that the site shows now, against what the log holds."""
        places = proof.get("log") or {}
        if places.get("origin") not in (None, *self.origins):
            raise Pending(f"it is in the log {places['origin']}")
        steps = self.rounds.get((proof["game"], proof["id"]), {})
        need("opening" in steps, "the log has no opening of it")
        need(steps["opening"]["commitment"] == proof["commitment"], "the log has another commitment")
        if "seal" in steps:
            sealed = steps["seal"]["betsRoot"], steps["seal"]["betCount"]
            need(sealed == (root_of(proof), count_of(proof)), "the log has another seal")
            for name in sorted(TERMS & steps["seal"].keys()):
                need(steps["seal"][name] == proof.get(name), f"the log has another {name}")
        if proof.get("outcome") is not None and "void" not in steps:
            need("result" in steps, "the log has no result of it")
            result = steps["result"]
            shown = proof["seed"], proof["outcome"], beacon_of(proof)
            need(same([result["seed"], result["outcome"], result["beacon"]], list(shown)), "the log has another result")
        for kind in ("seal", "result"):
            index = places.get(kind)
            need(index in (None, steps.get(kind, {}).get("index")), f"its {kind} is not entry {index} of the log")

    def excuse_of(self, receipt):
        """What excuses that the site did not keep a receipt; None if nothing does."""
        at, name = receipt["at"], (receipt["kind"], round_id(receipt["bet"]))
        steps = self.rounds.get(name, {})
        if "void" in steps and "seal" not in steps:
            void = steps["void"]
            return f"entry {void['index']} of {void['origin']}: {' '.join(name)} is void ({void['reason']})"
        lost = [origin for origin, before, restored in self.restores if before < at < restored]
        return f"entry 0 of {lost[0]}: the site was restored from a backup of before this bet" if lost else None

    def is_open(self, game, number):
        """Whether the round may still be sealed."""
        steps, newest = self.rounds.get((game, number), {}), [name for name in self.rounds if name[0] == game][-1:]
        return "seal" not in steps and newest == [(game, number)]

# ---- Dumps -------------------------------------------------------------------------------------------------------------

class Dump:
    """A day's dump: its lines by themselves, and next to the log where there is one."""

    def __init__(self, data):
        try:
            text = gzip.decompress(data).decode()
        except (OSError, EOFError):
            raise Problem("the file is not compressed by gzip, or is cut off") from None
        need(text.endswith("\n"), "the dump has no end")
        self.head, *self.lines = [parse_canonical(line, "a line of the dump") for line in text[:-1].split("\n")]
        need((self.head["kind"], self.head.get("v")) == ("dump", 1), "it is no dump of version 1")
        self.hash, self.chains, self.published, self.elsewhere = sha(data).hex(), Chains(), {}, 0

    def check(self, report, entries=None):
        day, seen, faults = self.head["day"], set(), 0
        if entries and (f"data/{day}.ndjson.gz", self.hash) not in entries.files:
            report.check("dump", need, False, f"the log does not have the hash of this file as that of {day}")
            faults += 1
        for line in self.lines:
            name = " ".join(str(line[field]) for field in ("kind", "game", "id") if field in line)
            bad = report.bad
            report.check(name, self.check_line, line, name, seen, entries, many=True)
            faults += report.bad - bad
        for (game, number), steps in entries.rounds.items() if entries else []:
            at = (steps.get("settlement") or steps.get("void") or {}).get("at", "")
            if self.head["from"] <= at < self.head["until"] and f"round {game} {number}" not in seen:
                report.check(f"round {game} {number}", need, False, "the dump lacks it")
                faults += 1
        if self.elsewhere:
            print(f"{self.elsewhere} rounds are in the log before the restore")
        if not faults:
            compared = ", and the log has it with these values" if entries else ""
            rounds = sum(line["kind"] == "round" for line in self.lines)
            report.check("dump", lambda: f"{day}, {rounds} rounds, each outcome recomputed{compared}")

    def check_line(self, line, name, seen, entries):
        kind = line["kind"]
        need(kind == "chain" or name not in seen, "it is there twice")
        seen.add(name)
        if kind == "chain":
            self.published[line["game"], line["chain"]] = unhex(line["terminalHash"], "the terminal hash")
        elif kind == "totals":
            need_counts(line, "bets", "staked", "paid")
        else:
            need(kind == "round", "its kind is unknown")
            self.check_round(line)
            if entries:
                self.compare(line, entries)

    def check_round(self, line):
        chain = (line["game"], line["chain"]) if "chain" in line else None
        need(chain is None or chain in self.published, f"the dump lacks its chain {line.get('chain')}")
        if line["seed"] is not None:
            seed = unhex(line["seed"], "the seed")
            need(sha(seed).hex() == line["commitment"], "the seed does not match the commitment")
            if chain:
                self.chains.check(chain, self.published[chain], line["round"], seed)
        if line["void"]:
            need(line["outcome"] is None and line["paid"] is None, "it is void and has an outcome")
            return
        need_counts(line, "betCount", "staked", "won", "paid")
        bets, won, paid, beacon = line["betCount"], line["won"], line["paid"], line["beacon"]
        need(won <= bets and (won == 0) == (paid == 0), "its sums do not agree")
        need((beacon and beacon["round"]) == line["beaconRound"], "its beacon is of another round")
        need(line["seed"] and line["betsRoot"], "it lacks what its outcome follows from")
        computed, shown = logged_outcome(line, line, seed, check_beacon(beacon)), line["outcome"]
        need(same(computed, shown), f"the seed gives {canonical(computed)} and the dump says {canonical(shown)}")

    def compare(self, line, entries):
        steps = entries.rounds.get((line["game"], line["id"]), {})
        if "opening" not in steps and "restore" in entries.counts:
            self.elsewhere += 1
            return
        need("opening" in steps, "the log has no opening of it")
        opening, settlement, void = steps["opening"], steps.get("settlement", {}), steps.get("void", {})
        result, end = steps.get("result", {}), settlement or void
        seal = steps.get("seal", {"betCount": settlement.get("bets"), "staked": settlement.get("staked")})
        logged = {name: opening.get(name) for name in ("commitment", "chain", "round", "beaconRound")}
        logged.update({name: seal.get(name) for name in ("betCount", "betsRoot", "staked", *sorted(TERMS))})
        logged.update({"at": end.get("at"), "seed": (result or void).get("seed")})
        logged.update({"beacon": result.get("beacon"), "outcome": result.get("outcome")})
        logged.update({"won": settlement.get("won"), "paid": settlement.get("paid")})
        logged["void"] = {"reason": void["reason"]} if void else None
        for name, value in logged.items():
            said = line.get(name)
            need(same(said, value), f"{name} is {canonical(said)}, and {canonical(value)} in the log")

# ---- Commands ----------------------------------------------------------------------------------------------------------

class Report:
    """Prints a line for each thing that was checked, unless it holds and is one of many, and counts."""

    def __init__(self):
        self.good = self.bad = self.pending = 0

    def check(self, name, work, *parts, many=False):
        try:
            said = work(*parts) or "holds"
            if not many:
                print(f"{name}: {said}")
                self.good += 1
        except Pending as pending:
            print(f"{name}: {pending}")
            self.pending += 1
        except (Problem, NoFile, *MALFORMED) as error:
            named = isinstance(error, (Problem, NoFile))
            print(f"{name}: DOES NOT HOLD: {error if named else f'it is malformed ({error!r})'}")
            self.bad += 1

    def close(self):
        if self.good + self.bad + self.pending == 0:
            print("nothing was checked")
            return 1
        print(f"{self.good} hold, {self.bad} do not, {self.pending} not to be checked yet")
        return 1 if self.bad else 0

def game_of_bet(bet):
    marks = {"cashOutMultiplier": "aviator", "drawType": "doubleTrouble", "matchedNumbers": "lottery", "difficulty": "mineField"}
    marks.update({"target": "highStriker", "chance": "ringToss"})
    game = next((game for mark, game in marks.items() if mark in bet), None)
    need(game, f"{canonical(bet)[:80]} is no answer that can be checked")
    return game

def load(path):
    """Saved answers: objects, lists of them, or receipts in lines."""
    try:
        data = sys.stdin.buffer.read() if path == "-" else pathlib.Path(path).read_bytes()
        # Windows saves UTF-16, and UTF-8 with a mark before it.
        text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError:
        raise Problem(f"{path} is not UTF-8") from None
    need(text.strip(), f"{path} is empty")
    try:
        found = parse_json(text)
    except ValueError:
        return [parse_receipt(line) for line in text.split()]
    except RecursionError:
        raise Problem(f"{path} is nested too deeply") from None
    items = found if isinstance(found, list) else [found]
    need(items and all(isinstance(item, dict) for item in items), f"{path} has something that is no answer of a site")
    return items

def check_items(items, report):
    """Saved answers, of any kind and in any order."""
    chains = Chains()
    proofs = {(item["game"], item["id"]): item for item in items if "algorithm" in item}
    inclusions = {item["leaf"]: item for item in items if "leaf" in item}

    def proof_of(bet):
        return next((proofs[game, round_id(bet)] for game in SEALED if (game, round_id(bet)) in proofs), None)

    for item in items:
        if "algorithm" in item:
            report.check(f"{item['game']} {item['id']}", check_proof, item, chains)
        elif "leaf" in item:
            bet = parse_canonical(item["leaf"], "the leaf")
            report.check(f"bet {bet['id']} of round {round_id(bet)}", check_inclusion, item, proof_of(bet))
        elif "leaves" in item:
            proof = proof_of(parse_canonical(item["leaves"][0], "a leaf"))
            need(proof, "a list of leaves needs the proof of its round")
            report.check(f"bets of round {proof['id']}", check_leaves, item["leaves"], proof)
        elif "batchRoot" in item:
            shown = proofs.get((item["kind"], item["bet"]["id"])) if item["kind"] not in SEALED else None
            inclusion = inclusions.get(canonical(item["bet"]))
            report.check(f"receipt of {item['kind']} {item['bet']['id']}", check_receipt, item, inclusion, shown)
        else:
            game = game_of_bet(item)
            proof = proofs.get((game, round_id(item) if game in SEALED else item["id"]))
            report.check(f"payout of {game} bet {item['id']}", check_payout, item, proof)

class Site:
    """What a site says about its results."""

    def __init__(self, place):
        self.read, self.chains = open_site(place), Chains()

    def fetch(self, *parts):
        return parse_json(self.read("api/fairness/" + "/".join(urllib.parse.quote(part) for part in parts)))

    def inclusion(self, game, number, bet):
        return self.fetch(game, number, "tickets" if game == "lottery" else "bets", bet)

    def check_range(self, report, game, ids, entries=None):
        """A round without bets may have been opened again under the next number: then its chain has no gap."""
        last, left_out = None, []

        def judge(link):
            for number in left_out:
                report.check(f"{game} {number}", self.check_left_out, last, link)
            left_out.clear()

        for number in ids:
            try:
                proof = self.fetch(game, number)
            except NoFile:
                proof = None
                if last:
                    left_out.append(number)
                    continue
            except (Problem, *MALFORMED):
                proof = None  # Asked for again, and reported.
            is_linked = isinstance(proof, dict) and isinstance(proof.get("round"), int)
            link = is_linked and (proof.get("terminalHash"), proof["round"])
            judge(link)
            last = link
            report.check(f"{game} {number}", self.check_result, game, number, entries, proof)
        judge(None)

    def check_left_out(self, last, link):
        need(link and last and link == (last[0], last[1] + 1), "no such result")
        return "no round, and the chain goes on without a gap"

    def check_result(self, game, number, entries=None, proof=None):
        proof = proof or self.fetch(game, number)
        need((proof["game"], proof["id"]) == (game, number), "the site answers with another round")
        found = check_proof(proof, self.chains)
        if entries and proof["game"] in SEALED:
            entries.check_proof(proof)
        return found

    def check_bet(self, game, number, bet):
        def ask():
            proof = self.fetch(game, number)
            return canonical(check_inclusion(self.inclusion(game, number, bet), proof))

        try:
            return ask()
        except (Problem, NoFile):
            return ask()  # The round may have been sealed between the two answers.

    def check_receipt(self, receipt, read_log):
        """What the site does not keep, only its log excuses."""
        check_receipt(receipt)
        need(self.fetch("log")["origin"].startswith(receipt["site"] + "/"), "the receipt is one of another site")
        try:
            return self.check_kept(receipt)
        except (Problem, Pending):
            entries = read_log()
        excuse = entries.excuse_of(receipt) if entries else None
        if excuse:
            return f"signed; excused by {excuse}"
        nothing = "and its log has nothing that excuses that" if entries else "and its log can't be read"
        try:
            return self.check_kept(receipt)  # It may have been sealed in the meantime.
        except Pending:
            if entries and entries.is_open(receipt["kind"], round_id(receipt["bet"])):
                return "signed; its round has no seal yet"
            never = "the site signed this bet and has neither sealed its round nor made it void in its log"
            raise Problem(f"{never}, {nothing}") from None
        except Problem as problem:
            raise Problem(f"{problem}, {nothing}") from None

    def check_kept(self, receipt):
        game, bet = receipt["kind"], receipt["bet"]
        try:
            proof = self.fetch(game, round_id(bet) or bet["id"])
        except NoFile:
            raise Problem("the site signed this bet and shows neither it nor its round") from None
        if game not in SEALED:
            return check_receipt(receipt, None, proof) or "signed, and the bet is as it was"
        if root_of(proof) is None:
            raise Pending("its round has no seal")
        try:
            shown = self.inclusion(game, proof["id"], bet["id"])
        except NoFile:
            shown = {}
        check_receipt(receipt, shown)
        check_inclusion(shown, proof)
        return f"signed, and under the seal of {game} {proof['id']}"

def check_log(place, report, options):
    """The entries, checked against each other; None where not even the checkpoint can be read."""
    is_site = place.startswith("http")
    read = open_site(f"{place.rstrip('/')}/log" if is_site else place)
    logs = []

    def structure():
        key = options.key or (Site(place).fetch("log")["verifierKey"] if is_site else None)
        need(key, "a folder needs --key, the log's verifier key")
        name, _, public = parse_key(key)
        log, keep = Log(read, name, public), options.keep and pathlib.Path(options.keep)
        if keep and keep.exists():
            check_kept(keep.read_text(encoding="utf-8"), log)
        if keep:
            keep.write_text(log.text, encoding="utf-8")
        logs.extend(with_earlier(read, log))
        return f"{log.origin}, {log.size} entries, signed; every tile follows from the entries"

    report.check("checkpoint", structure)
    if not logs:
        return None
    given = [text.split("=") for text in options.beacon]
    entries = Entries(logs, {int(number): unhex(value, "--beacon") for number, value in given})
    for witness in options.witness:
        report.check("witness", check_cosignature, logs[-1].text, witness)
    if not options.witness:
        print("no --witness: that seals came before their beacon's value rests on the operator's word")
    for problem in entries.problems:
        report.check("log", need, False, problem)
    for note in entries.notes:
        print(note)
    print("entries: " + ", ".join(f"{count} {kind}" for kind, count in entries.counts.items()))
    return entries

def check_vectors(path):
    """Known answers, which both verifiers compute."""
    vectors = json.loads(path.read_text(encoding="utf-8"))
    bytes_of = bytes.fromhex
    checked = 0

    def each(cases, wanted, compute):
        nonlocal checked
        for case in cases:
            got = compute(case)
            need(got == case[wanted], f"{canonical(case)[:100]}: computed {got}, published {case[wanted]}")
            checked += 1

    def holds(proof):
        try:
            return check_proof(proof, Chains()) is not None
        except (Problem, Pending):
            return False

    def canonical_of(text):
        try:
            return canonical(parse_json(text))
        except Problem:
            return None

    def stream(v):
        source = words(bytes_of(v["key"]), v["context"])
        return [below(source, v["below"]) for _ in v["numbers"]]

    def chain(v):
        link = bytes_of(v["last"])
        for _ in range(v["links"]):
            link = sha(link)
        return link.hex()

    def drawn(algorithm, v):
        """A case has the fields of a proof."""
        proof = {**v, "game": GAMES[algorithm], "algorithm": algorithm}
        (found,) = outcome_of(proof, bytes_of(v["seed"]), bytes_of(v["beacon"])).values()
        return found

    each(vectors["chain"], "terminal", chain)
    each(vectors["canonical"], "canonical", lambda v: canonical_of(v["json"]))
    each(vectors["commitment"], "commitment", lambda v: sha(bytes_of(v["seed"])).hex())
    each(vectors["stream"], "numbers", stream)
    each(vectors["crash"], "crashHundredths", lambda v: hundredths(drawn("crash/v2", v)))
    each(vectors["draw30"], "winningNumber", lambda v: drawn("draw30/v2", v)[0])
    each(vectors["lotto"], "winningNumbers", lambda v: drawn("lotto/v2", v))
    each(vectors["mines"], "mines", lambda v: mines(bytes_of(v["serverSeed"]), v["clientSeed"], v["nonce"], v["tiles"], v["count"]))
    each(vectors["wheel"], "segment", lambda v: wheel(bytes_of(v["serverSeed"]), v["clientSeed"], v["nonce"], v["segments"]))
    for algorithm, cases in vectors["instant"].items():
        each(cases, "drawn", lambda v: instant(algorithm, bytes_of(v["serverSeed"]), v["clientSeed"], v["nonce"]))
    each(vectors["merkle"], "root", lambda v: merkle_root(v["leaves"]))
    each(vectors["beacon"], "randomness", lambda v: sha(bytes_of(v["signature"])).hex())
    signed = "publicKey", "message", "signature"
    each(vectors["ed25519"], "holds", lambda v: is_signed(*(bytes_of(v[name]) for name in signed)))
    each(vectors["proofs"], "holds", lambda v: holds(v["proof"]))
    for case in vectors.get("receipt", []):
        for text in case["receipts"]:
            check_receipt(parse_receipt(text))
            checked += 1
    return f"{checked} published values recomputed, all the same"

def numbers(first, last=None):
    return [first] if last is None else [str(number) for number in range(int(first), int(last) + 1)]

def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("words", nargs="+")
    parser.add_argument("--key")
    parser.add_argument("--keep")
    parser.add_argument("--witness", action="append", default=[])
    parser.add_argument("--beacon", action="append", default=[])
    options = parser.parse_intermixed_args()
    (place, command, *more), report = [*options.words, ""], Report()
    try:
        if place == "vectors":
            vectors = pathlib.Path(__file__).resolve().parent.parent / "packages/fairness/vectors.json"
            report.check("vectors", check_vectors, pathlib.Path(command) if command else vectors)
        elif "dump" in (place, command):
            file = command if place == "dump" else more[0]
            dump = Dump(pathlib.Path(file).read_bytes())
            entries = check_log(place, report, options) if place != "dump" else None
            if entries or place == "dump":
                dump.check(report, entries)
        elif command == "log":
            entries = check_log(place, report, options)
            if entries and more[1:]:
                Site(place).check_range(report, more[0], numbers(*more[1:-1]), entries)
        elif not place.startswith("http"):
            check_items([item for path in options.words for item in load(path)], report)
        elif command == "bets":
            game, number, bet, _ = more
            report.check(f"{game} {number}", Site(place).check_result, game, number)
            report.check(f"bet {bet}", Site(place).check_bet, game, number, bet)
        elif command == "seed":
            entries = check_log(place, report, options)
            for item in load(more[0]) if entries else []:
                report.check(f"seed {item['commitment']}", entries.check_seed, item)
        elif command == "receipt":
            log = functools.cache(lambda: check_log(place, report, options))
            for number, receipt in enumerate([receipt for path in more[:-1] for receipt in load(path)], 1):
                report.check(f"receipt {number}", Site(place).check_receipt, receipt, log)
        else:
            Site(place).check_range(report, command, numbers(*more[:-1]))
    except (Problem, OSError, *MALFORMED) as error:
        malformed = f"{' '.join(options.words)}: it is malformed: {type(error).__name__} {error}"
        print(malformed if isinstance(error, MALFORMED) else error)
        return 1
    return report.close()

if __name__ == "__main__":
    sys.exit(main())
