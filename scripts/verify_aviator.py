#!/usr/bin/env python3
"""Checks published results with Python's standard library alone.

This is the second, independent implementation of docs/fairness.md: it shares no
code with the packages and is run against the same packages/fairness/vectors.json.

    python3 scripts/verify_aviator.py                      check the published vectors
    python3 scripts/verify_aviator.py proof.json           check saved answers of GET /api/fairness/aviator/{id}
    curl -s SITE/api/fairness/aviator/ID | python3 scripts/verify_aviator.py -
"""

import hashlib
import hmac
import json
import pathlib
import sys

VECTORS = pathlib.Path(__file__).resolve().parent.parent / "packages" / "fairness" / "vectors.json"
LONGEST_CRASH = 1_000_000  # 10,000x in hundredths
HIGHEST_STRIKE = 100_000  # 1,000x in hundredths


def mac(key, message):
    return hmac.new(key, message, hashlib.sha256).digest()


def sha(data):
    return hashlib.sha256(data).digest()


def words(key, context):
    """Endless 32-bit words: HMAC(key, context, 0x00, block number), block after block."""
    block = 0
    while True:
        piece = mac(key, context.encode("ascii") + b"\x00" + block.to_bytes(4, "big"))
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


def crash(salt, seed, number, rtp_bp):
    digest = mac(salt, b"crash/v1|%d|" % number + seed)
    r = int.from_bytes(digest, "big") >> (256 - 52)
    point = (rtp_bp << 52) // (100 * ((1 << 52) - r))
    return min(LONGEST_CRASH, max(100, point))


def draw30(salt, seed, number, size):
    key = mac(salt, b"draw30/v1|%d|" % number + seed)
    return below(words(key, "draw30/v1|%d" % number), size) + 1


def mixed(algorithm, number, seed, root, beacon):
    """The key of a result of version 2."""
    name = algorithm.encode("ascii")
    return mac(seed, sha(name + b"\x00" + str(number).encode("ascii") + b"\x00" + root + beacon))


def draw30_v2(seed, number, size, root, beacon):
    key = mixed("draw30/v2", number, seed, root, beacon)
    return below(words(key, "draw30/v2|%d" % number), size) + 1


def lotto(beacon, root_hex, date, seed):
    key = mac(beacon, f"lotto/v1|{date}|{root_hex}|".encode("ascii") + seed)
    return sorted(ball + 1 for ball in sample(words(key, f"lotto/v1|{date}"), 49, 6))


def lotto_v2(seed, date, root, beacon):
    key = mixed("lotto/v2", date, seed, root, beacon)
    return sorted(ball + 1 for ball in sample(words(key, f"lotto/v2|{date}"), 49, 6))


def mines(server_seed, client_seed, nonce, tiles, count):
    return sample(words(server_seed, f"mines/v1|{client_seed}|{nonce}|{count}"), tiles, count)


def wheel(server_seed, client_seed, nonce, segments):
    return below(words(server_seed, f"wheel/v1|{client_seed}|{nonce}"), segments)


# What each instant game draws from the top 52 bits.
INSTANT = {
    "striker/v1": lambda r: {"height": min(HIGHEST_STRIKE, (9800 << 52) // (100 * ((1 << 52) - r)))},
    "ringtoss/v1": lambda r: {"roll": (10_000 * r) >> 52},
}


def instant(algorithm, server_seed, client_seed, nonce):
    digest = mac(server_seed, f"{algorithm}|{client_seed}|{nonce}".encode("ascii"))
    return INSTANT[algorithm](int.from_bytes(digest, "big") >> (256 - 52))


def merkle_root(leaves):
    if not leaves:
        return "0" * 64
    level = [sha(b"\x00" + leaf.encode("utf-8")) for leaf in leaves]
    while len(level) > 1:
        level = [
            sha(b"\x01" + level[at] + level[at + 1]) if at + 1 < len(level) else level[at]
            for at in range(0, len(level), 2)
        ]
    return level[0].hex()


def proof_problem(proof):
    """Says what is wrong with one aviator proof, or None when it holds."""
    if proof.get("game") != "aviator" or proof.get("algorithm") != "crash/v1":
        return "not an aviator proof of crash/v1"
    if proof.get("seed") is None:
        return "the seed is not revealed yet"
    seed = bytes.fromhex(proof["seed"])
    if sha(seed).hex() != proof["commitment"]:
        return "the seed does not match the commitment"
    point = crash(bytes.fromhex(proof["salt"]), seed, proof["round"], proof["rtpBp"])
    shown = round(proof["outcome"]["crashMultiplier"] * 100)
    if point != shown:
        return f"the seed gives {point / 100:.2f}x and the site showed {shown / 100:.2f}x"
    return None


def check_vectors():
    vectors = json.loads(VECTORS.read_text())
    checked = 0

    def same(name, got, wanted):
        nonlocal checked
        checked += 1
        if got != wanted:
            sys.exit(f"{name}: computed {got}, published {wanted}")

    for case in vectors["chain"]:
        link = bytes.fromhex(case["last"])
        for _ in range(case["links"]):
            link = sha(link)
        same("chain", link.hex(), case["terminal"])
    for case in vectors["commitment"]:
        same("commitment", sha(bytes.fromhex(case["seed"])).hex(), case["commitment"])
    for case in vectors["stream"]:
        source = words(bytes.fromhex(case["key"]), case["context"])
        same("stream", [below(source, case["below"]) for _ in case["numbers"]], case["numbers"])
    for case in vectors["crash"]:
        got = crash(bytes.fromhex(case["salt"]), bytes.fromhex(case["seed"]), case["round"], case["rtpBp"])
        same("crash", got, case["crashHundredths"])
    for case in vectors["draw30"]:
        got = draw30(bytes.fromhex(case["salt"]), bytes.fromhex(case["seed"]), case["round"], case["max"])
        same("draw30", got, case["winningNumber"])
    for case in vectors["draw30v2"]:
        root, beacon = bytes.fromhex(case["betsRoot"]), bytes.fromhex(case["beacon"])
        got = draw30_v2(bytes.fromhex(case["seed"]), case["round"], case["max"], root, beacon)
        same("draw30 v2", got, case["winningNumber"])
    for case in vectors["mines"]:
        got = mines(
            bytes.fromhex(case["serverSeed"]), case["clientSeed"], case["nonce"], case["tiles"], case["count"]
        )
        same("mines", got, case["mines"])
    for case in vectors["wheel"]:
        got = wheel(bytes.fromhex(case["serverSeed"]), case["clientSeed"], case["nonce"], case["segments"])
        same("wheel", got, case["segment"])
    for algorithm, cases in vectors["instant"].items():
        for case in cases:
            got = instant(algorithm, bytes.fromhex(case["serverSeed"]), case["clientSeed"], case["nonce"])
            same(algorithm, got, case["drawn"])
    for case in vectors["lotto"]:
        got = lotto(bytes.fromhex(case["beacon"]), case["rootHex"], case["date"], bytes.fromhex(case["seed"]))
        same("lotto", got, case["winningNumbers"])
    for case in vectors["lottov2"]:
        root, beacon = bytes.fromhex(case["betsRoot"]), bytes.fromhex(case["beacon"])
        got = lotto_v2(bytes.fromhex(case["seed"]), case["date"], root, beacon)
        same("lotto v2", got, case["winningNumbers"])
    for case in vectors["merkle"]:
        same("merkle", merkle_root(case["leaves"]), case["root"])
    for case in vectors["proofs"]:
        same("proof " + case["name"], proof_problem(case["proof"]) is None, case["holds"])
    print(f"{checked} published values recomputed, all the same")


def check_proofs(path):
    text = sys.stdin.read() if path == "-" else pathlib.Path(path).read_text()
    found = json.loads(text)
    proofs = found if isinstance(found, list) else [found]
    bad = [(proof.get("id"), problem) for proof in proofs if (problem := proof_problem(proof))]
    for which, problem in bad:
        print(f"round {which}: {problem}")
    print(f"{len(proofs) - len(bad)} of {len(proofs)} results hold")
    return 1 if bad else 0


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.exit(check_proofs(sys.argv[1]))
    check_vectors()
