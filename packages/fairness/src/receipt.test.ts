/** Receipts: the published vector, and that nothing else passes for one. */
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { verifyEd25519 } from './ed25519.ts';
import { formatHex, parseHex } from './hex.ts';
import { merklePath, merkleRoot } from './merkle.ts';
import {
  receiptJson,
  receiptLeaf,
  receiptMessage,
  siteOf,
  stepJson,
  verifyReceipt,
  type Receipt,
  type ReceiptSubject,
  type VerifySignature,
} from './receipt.ts';
import { compareWithSeal, findUnderSeal } from './receipt-seal.ts';
import { leafText } from './sealed.ts';

interface Vector {
  secretKey: string;
  publicKey: string;
  site: string;
  batchRoot: string;
  sig: string;
  bets: ReceiptSubject[];
  receipts: string[];
}

const vectors = JSON.parse(readFileSync(new URL('../vectors.json', import.meta.url), 'utf8')) as {
  receipt: [Vector];
};
const [vector] = vectors.receipt;
const [first = '', second = ''] = vector.receipts;

/** As DER: a header, and the secret key. */
const keyOf = (secret: string) =>
  createPrivateKey({
    key: Buffer.from(`302e020100300506032b657004220420${secret}`, 'hex'),
    format: 'der',
    type: 'pkcs8',
  });

/** The platform, as on pages that are served over HTTPS. */
const verifyByPlatform: VerifySignature = async (signature, message, key) => {
  const known = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', known, signature, message);
};

/** Signs bets with any key, as a site would. */
const issue = (secret: string, bets: readonly ReceiptSubject[]): string[] => {
  const privateKey = keyOf(secret);
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const publicKey = Buffer.from(x, 'base64url');
  const site = siteOf(publicKey);
  const leaves = bets.map((bet) => receiptLeaf(site, bet));
  const batchRoot = merkleRoot(leaves);
  const sig = sign(null, receiptMessage(parseHex(batchRoot) ?? new Uint8Array()), privateKey).toString('hex');
  return bets.map((bet, index) => {
    const steps = (merklePath(leaves, index) ?? []).map(stepJson).join('');
    const signature = { batchRoot, key: formatHex(publicKey), sig, site };
    return Buffer.from(receiptJson(bet, steps, signature)).toString('base64url');
  });
};

const readFields = (text: string): Receipt =>
  JSON.parse(Buffer.from(text, 'base64url').toString()) as Receipt;
const write = (receipt: object): string => Buffer.from(JSON.stringify(receipt)).toString('base64url');

describe('the published receipts', () => {
  it('are signed as the vector says', () => {
    expect(issue(vector.secretKey, vector.bets)).toEqual(vector.receipts);
    expect(readFields(first)).toMatchObject({
      key: vector.publicKey,
      site: vector.site,
      batchRoot: vector.batchRoot,
      sig: vector.sig,
    });
  });

  it.each([
    ['the library', verifyEd25519],
    ['the platform', verifyByPlatform],
  ])('are valid by %s', async (_name, verify) => {
    for (const [index, text] of vector.receipts.entries()) {
      const verdict = await verifyReceipt(text, verify);
      expect(verdict).toEqual({ ok: true, receipt: readFields(text) });
      expect(verdict.ok && leafText(verdict.receipt.bet)).toBe(vector.bets[index]?.bet);
    }
  });
});

describe('a receipt is refused', () => {
  const fields = readFields(first);
  const other = readFields(second);
  const cases: [name: string, text: string, fault: string][] = [
    ['with another time', write({ ...fields, at: other.at }), 'other_bet'],
    ['with another bet', write({ ...fields, bet: other.bet }), 'other_bet'],
    ['with another amount', write({ ...fields, bet: { ...fields.bet, amount: 20 } }), 'other_bet'],
    ['of another game', write({ ...fields, kind: other.kind }), 'other_bet'],
    ['with the path of another bet', write({ ...fields, path: other.path }), 'other_bet'],
    ['with a shorter path', write({ ...fields, path: fields.path.slice(1) }), 'other_bet'],
    ['with another root', write({ ...fields, batchRoot: merkleRoot(['x']) }), 'other_bet'],
    ['with another signature', write({ ...fields, sig: `00${fields.sig.slice(2)}` }), 'wrong_signature'],
    ['with another site', write({ ...fields, site: 'fairground/0123456789abcdef' }), 'other_site'],
    ['with another key', write({ ...fields, key: formatHex(new Uint8Array(32)) }), 'other_site'],
    ['of another version', write({ ...fields, v: 2 }), 'malformed'],
    ['with a field more', write({ ...fields, z: 1 }), 'malformed'],
    [
      'with fields in another order',
      write(Object.fromEntries(Object.entries(fields).toReversed())),
      'malformed',
    ],
    ['with a sign of hex in another case', write({ ...fields, key: fields.key.toUpperCase() }), 'malformed'],
    ['with a number in another spelling', respell('"amount":10', '"amount":1e1'), 'malformed'],
    ['with padding', `${first}==`, 'malformed'],
    ['without its end', first.slice(0, -4), 'malformed'],
    ['without a path', write({ ...fields, path: undefined }), 'malformed'],
    ['of nothing', '', 'malformed'],
  ];

  it.each(cases)('%s', async (_name, text, fault) => {
    expect(text).not.toBe(first);
    for (const verify of [verifyEd25519, verifyByPlatform]) {
      expect(await verifyReceipt(text, verify)).toEqual({ ok: false, fault });
    }
  });

  it('that was signed by another key in the name of the site', async () => {
    const [forged = ''] = issue('44'.repeat(32), vector.bets);
    expect(await verifyReceipt(forged, verifyEd25519)).toMatchObject({ ok: true });
    const named = readFields(forged);
    expect(named.site).not.toBe(vector.site);
    const text = write({ ...named, key: fields.key, site: fields.site });
    expect(await verifyReceipt(text, verifyEd25519)).toMatchObject({ ok: false });
    const root = merkleRoot([
      receiptLeaf(fields.site, { ...vector.bets[0], bet: '{"id":"1"}' } as ReceiptSubject),
    ]);
    const signedElsewhere = write({ ...fields, bet: { id: '1' }, batchRoot: root, path: [], sig: named.sig });
    expect(await verifyReceipt(signedElsewhere, verifyEd25519)).toEqual({
      ok: false,
      fault: 'wrong_signature',
    });
  });

  function respell(from: string, to: string): string {
    const json = Buffer.from(first, 'base64url').toString();
    expect(json).toContain(from);
    return Buffer.from(json.replace(from, to)).toString('base64url');
  }
});

describe('next to the seal of its round', () => {
  const bet = { amount: 10, clientSeed: '', drawId: '77', id: '9' };
  const leaves = [leafText({ ...bet, id: '8' }), leafText(bet)];
  const inclusion = { leaf: leaves[1], index: 1, path: merklePath(leaves, 1) };
  const root = merkleRoot(leaves);
  const site = 'fairground/0123456789abcdef';
  const round = { bet, kind: 'someGame', site };
  const compare = (
    answers: Record<string, unknown>,
    receipt: Pick<Receipt, 'bet' | 'kind' | 'site'> = round,
  ) =>
    compareWithSeal(receipt, async (path) => ({ '/log': { origin: `${site}/2` }, ...answers })[path] ?? null);

  test('a bet is kept where its leaf is under the root', async () => {
    const proof = { betsRoot: root };
    expect(await compare({ '/someGame/77': proof, '/someGame/77/bets/9': inclusion })).toBe('kept');
    expect(await compare({ '/someGame/77': { rootHex: root }, '/someGame/77/tickets/9': inclusion })).toBe(
      'kept',
    );
  });

  test('another leaf, or one under another root, is altered', async () => {
    const changed = { ...inclusion, leaf: leafText({ ...bet, amount: 20 }) };
    expect(await compare({ '/someGame/77': { betsRoot: root }, '/someGame/77/bets/9': changed })).toBe(
      'altered',
    );
    const elsewhere = { betsRoot: merkleRoot(['other']) };
    expect(await compare({ '/someGame/77': elsewhere, '/someGame/77/bets/9': inclusion })).toBe('altered');
    const neighbor = { ...inclusion, leaf: leaves[0], path: merklePath(leaves, 0) };
    expect(await compare({ '/someGame/77': { betsRoot: root }, '/someGame/77/bets/9': neighbor })).toBe(
      'altered',
    );
  });

  test('without a receipt, a bet is found under the seal by its id and its coins', async () => {
    const find = (answers: Record<string, unknown>, coins = Number(bet.amount)) =>
      findUnderSeal(
        { kind: 'someGame', round: '77', id: bet.id, coins },
        async (path) => answers[path] ?? null,
      );
    const sealed = { '/someGame/77': { betsRoot: root }, '/someGame/77/bets/9': inclusion };
    expect(await find(sealed)).toBe('kept');
    expect(await find(sealed, 20)).toBe('altered');
    expect(await find({ ...sealed, '/someGame/77': { betsRoot: merkleRoot(['other']) } })).toBe('altered');
    expect(await find({ '/someGame/77': { betsRoot: root } })).toBe('left_out');
    expect(await find({ '/someGame/77': {} })).toBe('not_sealed');
    expect(await find({})).toBe('not_sealed');
  });

  test('a bet that the seal has not is left out, and so is one whose round is unknown', async () => {
    expect(await compare({ '/someGame/77': { betsRoot: root } })).toBe('left_out');
    expect(await compare({})).toBe('left_out');
  });

  test('a round without a seal says nothing', async () => {
    expect(await compare({ '/someGame/77': { betsRoot: null } })).toBe('not_sealed');
    expect(await compare({ '/someGame/77': {} })).toBe('not_sealed');
  });

  test('a site with another key, or without a log, is another site', async () => {
    const proof = { '/someGame/77': { betsRoot: root }, '/someGame/77/bets/9': inclusion };
    expect(await compare({ ...proof, '/log': { origin: 'fairground/fedcba9876543210/2' } })).toBe(
      'other_site',
    );
    expect(await compare({ ...proof, '/log': null })).toBe('other_site');
  });

  test("a bet of a player's own seeds is compared with its proof", async () => {
    const own = { bet: { amount: 100, id: '5', nonce: 3, commitment: 'ab' }, kind: 'someGame', site };
    const proof = { id: '5', nonce: 3, commitment: 'ab', seed: null };
    expect(await compare({ '/someGame/5': proof }, own)).toBe('kept');
    expect(await compare({ '/someGame/5': { ...proof, nonce: 4 } }, own)).toBe('altered');
    expect(await compare({}, own)).toBe('left_out');
  });
});
