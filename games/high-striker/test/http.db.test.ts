/** High Striker over HTTP: the names and the order of what it answers, which clients rely on. */
import type { AnyRound } from '@fairground/contract/rounds';
import { siteForAll } from '@fairground/server/test/for-tests';
import { type TestPlayer } from '@fairground/server/test/test-site';
import { beforeAll, expect, it } from 'vitest';
import type { Strike } from '../contract.ts';

let alice: TestPlayer;
const site = siteForAll({ env: { SIGNUP_COINS: '100000' } });
beforeAll(async () => {
  alice = await site.register('alice');
});

const strike = async (payload: object) => {
  const answer = await alice.post('/highStriker/create', payload);
  expect(answer.status, answer.text).toBe(201);
  return { text: answer.text, strike: answer.body['game'] as Strike };
};

it('answers with the members of a strike in their order, in each of its calls', async () => {
  const { text, strike: struck } = await strike({ amount: 300, target: 1.97 });
  const { id, height, outcome, coinsWon, createdAt } = struck;
  const written =
    `{"id":"${id}","amount":300,"target":1.97,"height":${height},"outcome":"${outcome}",` +
    `"coinsWon":${coinsWon},"createdAt":"${createdAt}","user":{"id":"${alice.user.id}","username":"alice"}}`;
  expect(text.endsWith(`,"game":${written}}`), text).toBe(true);
  expect((await alice.get('/highStriker/userHistory')).text).toBe(`[${written}]`);
  const proof = await alice.get(`/fairness/highStriker/${id}`);
  const { commitment, clientSeed } = proof.body as { commitment: string; clientSeed: string };
  expect(proof.text).toBe(
    `{"game":"highStriker","id":"${id}","algorithm":"striker/v1","commitment":"${commitment}","seed":null,` +
      `"clientSeed":"${clientSeed}","clientSeedSource":"server","nonce":0,"target":1.97,` +
      `"outcome":{"height":${height},"won":${outcome === 'won'}}}`,
  );
  const config = await site.call('GET', '/games/config');
  expect(config.text).toContain(
    '"highStriker":{"minBet":100,"maxBet":10000,"step":100,"defaultBet":100,"quickBets":[100,500,1000,10000],' +
      '"minTarget":1.01,"maxTarget":1000,"defaultTarget":2,"quickTargets":[1.5,2,5,10],"rtpBp":9800}',
  );
});

it('writes the title and the sentence of a strike', async () => {
  const { strike: struck } = await strike({ amount: 100, target: 3 });
  const answer = await fetch(`${site.url}/api/rounds/highStriker/${struck.id}`);
  const { texts, round } = (await answer.json()) as AnyRound;
  expect(round).toEqual({ target: 3, height: struck.height, outcome: struck.outcome });
  const height = struck.height.toLocaleString('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  expect(texts.en).toEqual({
    title: `High Striker, strike ${struck.id}`,
    summary: `The puck flew to ${height}x and ${struck.outcome === 'won' ? 'reached' : 'missed'} its target of 3.00x.`,
  });
  const ownStakes = await alice.get(`/rounds/highStriker/${struck.id}/receipt`);
  expect(JSON.stringify(ownStakes.body)).toMatch(
    /Struck and settled at \d{4}-\d\d-\d\d [\d:.]{12} UTC, with a target of 3.00x\./,
  );
});

it('uses the same nonces as other games, without gaps', async () => {
  const emil = await site.register('emil_striker');
  const bet = { amount: 100, target: 2 };
  const nonces: unknown[] = [];
  const first = (await emil.post('/highStriker/create', bet)).body['game'] as Strike;
  const field = await emil.post('/mineField/create', { difficulty: 'Easy', bidAmount: 100 });
  const second = (await emil.post('/highStriker/create', bet)).body['game'] as Strike;
  for (const path of [
    `highStriker/${first.id}`,
    `mineField/${String(field.body['id'])}`,
    `highStriker/${second.id}`,
    'seeds',
  ]) {
    nonces.push((await emil.get(`/fairness/${path}`)).body['nonce']);
  }
  expect(nonces).toEqual([0, 1, 2, 3]);
});
