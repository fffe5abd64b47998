/**
 * A43: receipts of every game's stakes: who gets one, what it says, and that it convicts a site that leaves the bet
 * out.
 */
import { verifyEd25519 } from '@fairground/fairness/ed25519';
import { verifyReceipt, type Receipt } from '@fairground/fairness/receipt';
import { compareWithSeal, findUnderSeal, type ReadFairness } from '@fairground/fairness/receipt-seal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corrupt, queryAsOwner } from '../../apps/server/test/query-as-owner.ts';
import { startTestSite, type TestSite, type TimedSite } from '../../apps/server/test/test-site.ts';
import { betCalls, shortRounds } from './sweeps.ts';

let site: TimedSite;
let beside: TestSite;
let players = 0;

beforeAll(async () => {
  site = await startTestSite({
    clock: 'moved',
    env: { ...shortRounds, SIGNUP_COINS: '1000000', VITE_API_URL: 'https://api.example.org' },
  });
  beside = await startTestSite({ beside: site, clock: site.time.clock });
  await site.time.advance(1_000);
});
afterAll(async () => {
  await beside?.close();
  await site?.close();
});

const addOne = async () => (await site.register(`holder_${players++}`)).token;

interface Sent {
  path: string;
  body: object;
  token: string;
  key?: string;
  receipt?: string;
}

const post = async ({ site: { app } }: TestSite, { path, body, token, key, receipt }: Sent) => {
  const answer = await app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(receipt === undefined ? {} : { receipt }),
    },
    payload: body,
  });
  return { status: answer.statusCode, text: answer.body, body: answer.json<Record<string, unknown>>() };
};

const readReceipt = async (text: unknown): Promise<Receipt> => {
  const verdict = await verifyReceipt(String(text), verifyEd25519);
  if (!verdict.ok) throw new Error(`${verdict.fault}: ${String(text)}`);
  return verdict.receipt;
};

describe.each(betCalls)('a stake in $id', ({ id, path, body }) => {
  it('is answered with a receipt where one was asked for, and only there', async () => {
    const token = await addOne();
    const plain = await post(site, { path, body, token });
    expect(plain.status).toBe(201);
    expect(plain.body).not.toHaveProperty('receipt');
    const other = await post(site, { path, body, token: await addOne(), receipt: 'yes' });
    expect(other.body).not.toHaveProperty('receipt');

    const asked = await post(site, { path, body, token: await addOne(), receipt: '1' });
    expect(asked.status).toBe(201);
    const receipt = await readReceipt(asked.body['receipt']);
    const { user: _user, receipt: _receipt, ...placed } = asked.body;
    const bet = (placed['bet'] ?? placed['ticket'] ?? placed['game']) as Record<string, unknown>;
    expect(receipt).toMatchObject({ kind: id, at: bet['createdAt'], bet: { id: bet['id'] } });
    // What was staked and chosen is what the answer shows.
    for (const [name, value] of Object.entries(receipt.bet)) {
      if (name in bet) expect([name, value]).toEqual([name, bet[name]]);
    }
    const [key] = await site.rows<{ public_key: Buffer }>('SELECT public_key FROM signing_key');
    expect(receipt.key).toBe(key?.public_key.toString('hex'));
  });

  it('is answered with a receipt of the same bet when the call is repeated, where it is asked for', async () => {
    // The stakes of a batch share a signature; that of a repeat is for it alone.
    const calls = await Promise.all(
      [1, 2, 3].map(async () => ({ path, body, token: await addOne(), key: 'once', receipt: '1' })),
    );
    const firsts = await Promise.all(calls.map((call) => post(site, call)));
    for (const [index, call] of calls.entries()) {
      const receipt = await readReceipt(firsts[index]?.body['receipt']);
      const again = await readReceipt((await post(beside, call)).body['receipt']);
      expect(again.path).toEqual([]);
      expect({ ...again, path: [], batchRoot: '', sig: '' }).toEqual({
        ...receipt,
        path: [],
        batchRoot: '',
        sig: '',
      });
      const { receipt: _, ...plain } = call;
      expect((await post(site, plain)).body).not.toHaveProperty('receipt');
    }
  });

  it('is signed with the same key by every process', async () => {
    const receipts = [];
    for (const process of [site, beside]) {
      const { body: answer } = await post(process, { path, body, token: await addOne(), receipt: '1' });
      receipts.push(await readReceipt(answer['receipt']));
    }
    expect(receipts[0]?.sig).not.toBe(receipts[1]?.sig);
    expect(receipts[0]?.key).toBe(receipts[1]?.key);
  });

  it('that is refused has no receipt, and neither has the answer to its repeat', async () => {
    const player = await site.register(`holder_${players++}`);
    await queryAsOwner(site.database, 'UPDATE wallet SET coins = 0 WHERE player_id = $1', [player.user.id]);
    const call = { path, body, token: player.token, key: 'poor', receipt: '1' };
    for (const answer of [await post(site, call), await post(site, call)]) {
      expect(answer.body).toMatchObject({ status: 409, code: 'insufficient_coins' });
      expect(answer.text).not.toContain('"receipt"');
    }
  });
});

it('pages of another origin may ask for a receipt', async () => {
  const { headers } = await site.site.app.inject({
    method: 'OPTIONS',
    url: `/api${betCalls[0]?.path}`,
    headers: {
      origin: site.url,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'receipt',
    },
  });
  expect(String(headers['access-control-allow-headers'])).toContain('receipt');
});

const readFairness: ReadFairness = async (path) => {
  const answer = await site.call('GET', `/fairness${path}`);
  return answer.status === 200 ? answer.body : null;
};

const compare = (receipt: Receipt) => compareWithSeal(receipt, readFairness);

/** As its player knows it, without the receipt. */
const find = ({ kind, bet: { id, roundId, drawId, amount, bid } }: Receipt) =>
  findUnderSeal(
    { kind, round: String(roundId ?? drawId), id: String(id), coins: Number(amount ?? bid) },
    readFairness,
  );

const place = async ({ path, body }: { path: string; body: object }) => {
  const answer = await post(site, { path, body, token: await addOne(), receipt: '1' });
  return readReceipt(answer.body['receipt']);
};

/** When the open round takes no more bets, and what an operator would change before. */
const sealed = [
  {
    id: 'aviator',
    bets: 'aviator_bet',
    stake: 'amount',
    close: `SELECT starts_at AS at FROM aviator_round WHERE state = 'betting'`,
  },
  {
    id: 'doubleTrouble',
    bets: 'double_trouble_bet',
    stake: 'amount',
    close: `SELECT closes_at AS at FROM double_trouble_draw WHERE state = 'open'`,
  },
  {
    id: 'lottery',
    bets: 'lottery_ticket',
    stake: 'bid',
    close: `SELECT closes_at AS at FROM lottery_draw WHERE state = 'open'`,
  },
];

describe.each(sealed)('a receipt of $id', ({ id, bets, stake, close }) => {
  it('convicts the site that left its bet out of the seal, or sealed another one', async () => {
    const call = betCalls.find((each) => each.id === id);
    if (!call) throw new Error(`${id} takes no stakes`);
    const [kept, leftOut, altered] = [await place(call), await place(call), await place(call)];
    for (const receipt of [kept, leftOut, altered]) expect(await compare(receipt)).toBe('not_sealed');
    await corrupt(site.database, `DELETE FROM ${bets} WHERE id = $1`, [leftOut.bet['id']]);
    await corrupt(site.database, `UPDATE ${bets} SET ${stake} = 20 WHERE id = $1`, [altered.bet['id']]);
    const [round] = await site.rows<{ at: Date }>(close);
    await site.time.advanceTo((round?.at.getTime() ?? 0) + 1_500);
    expect(await compare(kept)).toBe('kept');
    expect(await compare(leftOut)).toBe('left_out');
    expect(await compare(altered)).toBe('altered');
    expect(await Promise.all([kept, leftOut, altered].map(find))).toEqual(['kept', 'left_out', 'altered']);
  });
});

const unsealed = betCalls.filter(({ id }) => sealed.every((each) => each.id !== id));

it.each(unsealed)('a bet of $id is drawn from the seeds that its receipt names', async (call) => {
  const receipt = await place(call);
  expect(receipt.bet).toMatchObject({ nonce: 0, commitment: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(await compare(receipt)).toBe('kept');
  expect(await compare({ ...receipt, bet: { ...receipt.bet, nonce: 1 } })).toBe('altered');
  expect(await compare({ ...receipt, bet: { ...receipt.bet, id: '999999' } })).toBe('left_out');
});
