/** What the command says of receipts; that a real site is convicted is in games/test/receipts.db.test.ts. */
import { readFileSync } from 'node:fs';
import { canonicalJson } from '@fairground/fairness/canonical-json';
import { merkleRoot } from '@fairground/fairness/merkle';
import { describe, expect, it } from 'vitest';
import { checkLogEntries } from '@fairground/fairness/log-check';
import { reportReceipt, type Site } from './receipts.ts';

interface Vector {
  site: string;
  bets: { bet: string; kind: string }[];
  receipts: string[];
}
const vectors = JSON.parse(
  readFileSync(new URL('../../packages/fairness/vectors.json', import.meta.url), 'utf8'),
) as { receipt: [Vector] };
const [{ site, bets, receipts }] = vectors.receipt;
const [receipt = ''] = receipts;
const { bet = '', kind = '' } = bets[0] ?? {};
const { id, drawId } = JSON.parse(bet) as { id: string; drawId: string };
const proofPath = `/fairness/${kind}/${drawId}`;

const round = { game: kind, id: drawId, at: '2026-11-26T12:00:00.000Z' };
const opening = {
  ...round,
  kind: 'opening',
  beaconRound: null,
  commitment: '00'.repeat(32),
};

const siteWith = (
  answers: Readonly<Record<string, unknown>>,
  entries: readonly object[] = [opening],
): Site => ({
  read: async (path) => ({ '/fairness/log': { origin: `${site}/1` }, ...answers })[path] ?? null,
  readLog: async () =>
    checkLogEntries(
      entries.map((entry) => canonicalJson({ ...entry })),
      { origin: `${site}/1`, outcomes: new Map(), isBeaconValue: () => true },
    ),
});

const lineOf = async (text: string, from?: Site) => (await reportReceipt(text, from)).text;

describe('a receipt by itself', () => {
  it('is signed by the site that it names', async () => {
    expect(await reportReceipt(receipt)).toEqual({
      name: `${kind} ${id}`,
      text: `signed by ${site}`,
      ok: true,
    });
  });

  it('fails if it is altered', async () => {
    const { ok, text } = await reportReceipt(`${receipt.slice(0, -2)}AA`);
    expect([ok, text]).toEqual([false, 'it is no receipt']);
  });
});

describe('a receipt next to a site', () => {
  const root = merkleRoot([bet]);

  it('passes while its round has no seal, and when the seal has the bet', async () => {
    expect(await lineOf(receipt, siteWith({ [proofPath]: { betsRoot: null } }))).toContain('no seal yet');
    const kept = siteWith({
      [proofPath]: { betsRoot: root },
      [`${proofPath}/bets/${id}`]: { leaf: bet, path: [] },
    });
    expect(await reportReceipt(receipt, kept)).toEqual({
      name: `${kind} ${id}`,
      text: 'signed by the site, and kept',
      ok: true,
    });
  });

  it('convicts no site whose answer fits its seal when it is asked again', async () => {
    const early = siteWith({ [proofPath]: { betsRoot: root, betCount: 1 } });
    const now = siteWith({
      [proofPath]: { betsRoot: root, betCount: 1 },
      [`${proofPath}/bets/${id}`]: { leaf: bet, path: [], betCount: 1 },
    });
    const asked = new Set<string>();
    const inBetween: Site = {
      ...now,
      read: (path) => (asked.has(path) ? now : early).read(asked.add(path) && path),
    };
    expect(await lineOf(receipt, inBetween)).toBe('signed by the site, and kept');
  });

  it('convicts a site whose proof of the bet is over another number of bets', async () => {
    const other = siteWith({
      [proofPath]: { betsRoot: root, betCount: 2 },
      [`${proofPath}/bets/${id}`]: { leaf: bet, path: [], betCount: 1 },
    });
    expect((await reportReceipt(receipt, other)).ok).toBe(false);
  });

  it('says what a bet proves that the seal has not', async () => {
    const report = await reportReceipt(receipt, siteWith({ [proofPath]: { betsRoot: root } }));
    expect(report.ok).toBe(false);
    expect(report.text).toContain("the site signed this bet and left it out of its round's seal");
    expect(report.text).toContain('its log has nothing that excuses that');
  });

  it('says what a bet proves that the seal has differently', async () => {
    const other = bet.replace('"amount":10', '"amount":20');
    const altered = siteWith({
      [proofPath]: { betsRoot: merkleRoot([other]) },
      [`${proofPath}/bets/${id}`]: { leaf: other, path: [] },
    });
    expect(await lineOf(receipt, altered)).toContain('the site signed this bet and shows another one');
  });

  it('is excused by a void of its round in the log, not by one in its proof alone', async () => {
    const proof = { [proofPath]: { betsRoot: null, status: 'void' } };
    const isOver = {
      ...round,
      beaconRound: null,
      betsRoot: null,
      kind: 'void',
      reason: 'late_seal',
      seed: null,
    };
    const next = { ...opening, id: `${drawId}0`, at: '2026-11-26T12:01:00.000Z' };
    expect(await lineOf(receipt, siteWith(proof, [opening, isOver, next]))).toBe(
      `signed by the site; excused by entry 1 of ${site}/1: ${kind} ${drawId} is void (late_seal)`,
    );
    const { ok, text } = await reportReceipt(receipt, siteWith(proof, [opening, next]));
    expect(text).toContain('has neither sealed its round nor made it void in its log');
    expect(ok).toBe(false);
  });

  it('convicts a site whose log does not hold', async () => {
    const unread = { ...siteWith({ [proofPath]: { betsRoot: root } }), readLog: async () => undefined };
    expect(await lineOf(receipt, unread)).toContain("and its log can't be read");
  });

  it('convicts no site with another key, or without one', async () => {
    const other = siteWith({ '/fairness/log': { origin: 'fairground/0123456789abcdef/1' } });
    expect(await reportReceipt(receipt, other)).toEqual({
      name: `${kind} ${id}`,
      text: "it is signed with another key than the site's log",
      ok: false,
    });
    expect((await reportReceipt(receipt, { ...other, read: async () => null })).ok).toBe(false);
  });
});
