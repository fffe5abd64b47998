/** What the command says of receipts; that a real site is convicted is in games/test/receipts.db.test.ts. */
import { readFileSync } from 'node:fs';
import { merkleRoot } from '@fairground/fairness/merkle';
import { describe, expect, it } from 'vitest';
import { reportReceipt, type ReadSite } from './receipts.ts';

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

const siteWith =
  (answers: Readonly<Record<string, unknown>>): ReadSite =>
  async (path) =>
    ({ '/fairness/log': { origin: `${site}/1` }, ...answers })[path] ?? null;

const lineOf = async (text: string, read?: ReadSite) => (await reportReceipt(text, read)).text;

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
    expect(await lineOf(receipt, siteWith({ [proofPath]: { betsRoot: null } }))).toContain('no seal');
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

  it('says what a bet proves that the seal has not', async () => {
    const report = await reportReceipt(receipt, siteWith({ [proofPath]: { betsRoot: root } }));
    expect(report.ok).toBe(false);
    expect(report.text).toContain("the site signed this bet and left it out of its round's seal");
    expect(report.text).toContain('a void or a restore that its log shows');
  });

  it('says what a bet proves that the seal has differently', async () => {
    const other = bet.replace('"amount":10', '"amount":20');
    const altered = siteWith({
      [proofPath]: { betsRoot: merkleRoot([other]) },
      [`${proofPath}/bets/${id}`]: { leaf: other, path: [] },
    });
    expect(await lineOf(receipt, altered)).toContain('the site signed this bet and shows another one');
  });

  it('convicts no site with another key, or without one', async () => {
    const other = siteWith({ '/fairness/log': { origin: 'fairground/0123456789abcdef/1' } });
    expect(await reportReceipt(receipt, other)).toEqual({
      name: `${kind} ${id}`,
      text: "it is signed with another key than the site's log",
      ok: false,
    });
    expect((await reportReceipt(receipt, async () => null)).ok).toBe(false);
  });
});
