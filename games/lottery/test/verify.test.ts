import { describe, expect, it } from 'vitest';
import { commitmentOf } from '@fairground/fairness/chain';
import { formatHex } from '@fairground/fairness/hex';
import { lottoNumbers } from '../draw.ts';
import { emptyRoot, merklePath, merkleRoot, ticketLeaf, type LottoTicket } from '@fairground/fairness/merkle';
import { quicknet } from '@fairground/fairness/beacon-rounds';
import { localBeaconValue } from '@fairground/fairness/local-beacon';
import { verifyLotteryProof, verifyTicketProof, type TicketProofInput } from '../verify.ts';

const seed = new Uint8Array(32).fill(0x11);
const date = '2026-01-01';
const other = 'fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587';
const betsRoot = '3a3ab49bf65e169872670ad8d074655c58c49ccb9f1378ef93145a1cc965db7e';
const noTickets = {
  game: 'lottery',
  algorithm: 'lotto/v2',
  commitment: formatHex(commitmentOf(seed)),
  seed: formatHex(seed),
  rootHex: emptyRoot,
  beacon: '0'.repeat(64),
  date,
  outcome: { winningNumbers: [1, 3, 23, 29, 39, 44] },
};

describe("a draw's proof", () => {
  const winningNumbers = lottoNumbers({ betsRoot: Buffer.from(betsRoot, 'hex'), date, seed });
  const sealed = { ...noTickets, rootHex: betsRoot, outcome: { winningNumbers } };

  it('is valid for the published vector', () => {
    expect(verifyLotteryProof(noTickets)).toEqual({ ok: true, winningNumbers: [1, 3, 23, 29, 39, 44] });
  });

  it('is valid without a beacon', () => {
    expect(verifyLotteryProof(sealed)).toEqual({ ok: true, winningNumbers });
  });

  it('is valid with the value of a beacon, and names what is left to check of it', () => {
    const value = localBeaconValue(1_000);
    const { randomness, round, signature } = value;
    const root = Uint8Array.from(Buffer.from(betsRoot, 'hex'));
    const beacon = Uint8Array.from(Buffer.from(randomness, 'hex'));
    const numbers = lottoNumbers({ betsRoot: root, beacon, date, seed });
    const drawn = {
      ...sealed,
      entropy: 'beacon',
      beacon: randomness,
      beaconRound: round,
      beaconSignature: signature,
      outcome: { winningNumbers: numbers },
    };
    expect(verifyLotteryProof(drawn)).toEqual({
      ok: true,
      winningNumbers: numbers,
      beacon: { value, chain: quicknet },
    });
    for (const changed of [{ beaconSignature: null }, { beaconRound: null }, { entropy: 'bettors' }]) {
      expect(verifyLotteryProof({ ...drawn, ...changed })).toMatchObject({
        ok: false,
        fault: 'beacon_mismatch',
      });
    }
  });

  it.each([
    ['unknown_algorithm', { algorithm: 'lotto/v1' }],
    ['unknown_algorithm', { algorithm: 'lotto/v3' }],
    ['unknown_algorithm', { game: 'aviator' }],
    ['not_revealed', { seed: null }],
    ['not_revealed', { rootHex: null }],
    ['malformed', { seed: 'xyz' }],
    ['malformed', { rootHex: 'AB'.repeat(32) }],
    ['malformed', { rootHex: betsRoot.slice(2) }],
    ['malformed', { beacon: '' }],
    ['malformed', { beacon: '00' }],
    ['commitment_mismatch', { commitment: 'ab'.repeat(32) }],
    ['commitment_mismatch', { seed: other }],
    ['outcome_mismatch', { beacon: other }],
    ['outcome_mismatch', { rootHex: betsRoot.replace('3a', '3b') }],
    ['outcome_mismatch', { date: '2026-01-02' }],
    ['outcome_mismatch', { outcome: { winningNumbers: [...winningNumbers.slice(0, 5), 49] } }],
    ['outcome_mismatch', { outcome: { winningNumbers: winningNumbers.slice(0, 5) } }],
  ])('fails with %s for %o', (fault, change) => {
    expect(verifyLotteryProof({ ...sealed, ...change })).toMatchObject({ ok: false, fault });
  });
});

describe("a ticket's proof", () => {
  const draw = (count: number) => {
    const tickets: LottoTicket[] = Array.from({ length: count }, (_, at) => ({
      id: String(at + 1),
      drawId: date,
      numbers: [1, 2, 3, 4, 5, 6 + (at % 40)],
      bid: 10 * (at + 1),
      clientSeed: at % 2 === 0 ? '' : `seed-${at}`,
    }));
    const leaves = tickets.map(ticketLeaf);
    const root = merkleRoot(leaves);
    const proofOf = (index: number): TicketProofInput => ({
      leaf: leaves[index] ?? '',
      index,
      path: merklePath(leaves, index) ?? [],
      root,
      ticketCount: count,
    });
    return { tickets, root, proofOf };
  };

  it('is valid for every ticket of draws of every size up to 33', () => {
    for (let count = 1; count <= 33; count++) {
      const { tickets, root, proofOf } = draw(count);
      tickets.forEach((ticket, index) => {
        expect(verifyTicketProof(proofOf(index), ticket, root)).toEqual({ ok: true });
      });
    }
  });

  it('is valid with the client seed that its leaf names, and with no other shape of a leaf', () => {
    const { tickets, root, proofOf } = draw(5);
    tickets.forEach(({ clientSeed: _seed, ...ticket }, index) => {
      const good = proofOf(index);
      expect(verifyTicketProof(good, ticket, root)).toEqual({ ok: true });
      for (const leaf of [
        good.leaf.replace('"clientSeed"', '"clientseed"'),
        good.leaf.replace('}', ',"x":1}'),
        good.leaf.replace('"bid"', '"bet"'),
      ])
        expect(verifyTicketProof({ ...good, leaf }, ticket, root)).toMatchObject({ fault: 'other_ticket' });
      const other = good.leaf.replace(/"clientSeed":"[^"]*"/, '"clientSeed":"other"');
      expect(verifyTicketProof({ ...good, leaf: other }, ticket, root)).toMatchObject({
        fault: 'not_included',
      });
    });
  });

  it('is invalid for another ticket, root, position or count, and for a changed or shortened path', () => {
    const { tickets, root, proofOf } = draw(11);
    const ticket = tickets[4] as LottoTicket;
    const good = proofOf(4);
    const faultOf = (change: Partial<TicketProofInput>, rootHex_ = root) => {
      const verdict = verifyTicketProof({ ...good, ...change }, ticket, rootHex_);
      return verdict.ok ? null : verdict.fault;
    };
    expect(faultOf({})).toBeNull();
    expect(faultOf({ leaf: proofOf(5).leaf })).toBe('other_ticket');
    expect(faultOf({}, 'ab'.repeat(32))).toBe('other_root');
    expect(faultOf({ index: 5 })).toBe('malformed');
    expect(faultOf({ ticketCount: 4 })).toBe('malformed');
    expect(faultOf({ ticketCount: 99 })).toBe('malformed');
    expect(faultOf({ path: good.path.slice(1) })).toBe('malformed');
    const path = good.path.map((step, at) => (at === 1 ? { ...step, hash: 'cd'.repeat(32) } : step));
    expect(faultOf({ path })).toBe('not_included');
  });
});
