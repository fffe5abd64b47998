/** What the public page of a round is made of: what was recorded, nothing before the crash, and no player. */
import type { AnyRound, OwnStakes } from '@fairground/contract/rounds';
import { siteForAll } from '@fairground/server/test/for-tests';
import { until } from '@fairground/server/test/player-client';
import { corrupt } from '@fairground/server/test/query-as-owner';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AviatorRound } from '../round-contract.ts';
import { flightMsTo, multiplierAtMs } from '../rules.ts';
import { openRound } from './running-flights.ts';

let alice: string;
let bob: string;

const read = async (id: string | bigint) => {
  const { status, body } = await site.call('GET', `/rounds/aviator/${id}`, '');
  return { status, answer: body as unknown as AnyRound & { round: AviatorRound } };
};

const readOwnBets = async (id: bigint, token: string) =>
  ((await site.call('GET', `/rounds/aviator/${id}/receipt`, token)).body as unknown as OwnStakes).entries;

const site = siteForAll({
  clock: 'moved',
  env: { SIGNUP_COINS: '1000000', AVIATOR_COUNTDOWN_MS: '2000' },
});
beforeAll(async () => {
  [alice, bob] = [(await site.register('alice')).token, (await site.register('bob')).token];
});

describe('the page of a round', () => {
  it('does not exist before the crash, and then shows what was recorded', async () => {
    const bets = [
      { token: alice, amount: 100 },
      { token: bob, amount: 250 },
    ];
    const round = await openRound(site, ({ flightMs }) => flightMs >= 4_000, bets);
    const roundId = String(round.id);
    expect((await read(round.id)).status).toBe(404);
    await site.time.advanceTo(round.starts_at.getTime() + 3_000);
    const cashedOut = await site.call('POST', '/aviator/cashout', alice, {
      roundId,
      crashMultiplier: 10_000,
    });
    expect(cashedOut.status).toBe(200);
    expect((await read(round.id)).status).toBe(404);
    expect(await readOwnBets(round.id, alice)).toEqual([]);
    await site.time.advanceTo(round.crash_at.getTime() - 1);
    expect((await read(round.id)).status).toBe(404);

    await site.time.advanceTo(round.crash_at.getTime());
    const { status, answer } = await read(round.id);
    expect(status).toBe(200);
    const at = multiplierAtMs(3_000);
    expect(answer).toMatchObject({
      game: 'aviator',
      id: roundId,
      round: {
        status: 'finished',
        startedAt: round.starts_at.toISOString(),
        crashMultiplier: round.crash_hundredths / 100,
        players: 2,
        bets: 2,
        staked: 350,
        paid: at,
        cashedOut: 1,
        marks: [{ at: at / 100, count: 1 }],
      },
      proof: { game: 'aviator', id: roundId, outcome: { crashMultiplier: round.crash_hundredths / 100 } },
    });
    expect(answer.texts.en).toEqual({
      title: `Aviator, round ${roundId}`,
      summary: `The rocket burst at ${(round.crash_hundredths / 100).toFixed(2)}x.`,
    });
    expect(answer.texts.es.title).toBe(`Aviator, ronda ${roundId}`);
    expect(JSON.stringify(answer)).not.toMatch(/alice|bob/i);
    const proof = await site.call('GET', `/fairness/aviator/${roundId}`, '');
    expect(answer.proof).toEqual(proof.body);

    const [own] = await readOwnBets(round.id, alice);
    const leftMs = round.crash_at.getTime() - round.starts_at.getTime() - flightMsTo(at);
    expect(own).toMatchObject({ stake: 100, payout: at, outcome: 'win' });
    expect(own?.lines.en[0]).toMatch(
      /^Recorded at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} UTC, \d+\.\d{3} s before take-off\.$/,
    );
    expect(own?.lines.en[1]).toBe(
      `Cashed out at ${(at / 100).toFixed(2)}x, ` +
        `first shown ${(flightMsTo(at) / 1000).toFixed(3)} s after take-off, ${leftMs} ms before the burst.`,
    );
    // The clock does not move while the press is judged.
    expect(own?.press).toEqual({
      receivedAt: new Date(round.starts_at.getTime() + 3_000).toISOString(),
      afterEndMs: round.starts_at.getTime() + 3_000 - round.crash_at.getTime(),
    });
    expect(own?.lines.en[2]).toMatch(
      /^Your press arrived \d+ ms before the crash; the server received all of it at \d\d:\d\d:\d\d\.\d{3} UTC\.$/,
    );
    expect(own?.lines.en[3]).toContain('The payment was recorded at ');
    // Pending until the cash-outs that arrived before the crash are settled.
    expect(await readOwnBets(round.id, bob)).toEqual([]);
    await site.time.advanceTo(round.crash_at.getTime() + 41);
    const late = await site.call('POST', '/aviator/cashout', bob, { roundId, crashMultiplier: 1.5 });
    expect([late.status, (late.body as { code?: string }).code]).toEqual([409, 'too_late']);
    await site.time.advanceTo(round.crash_at.getTime() + 1_000);
    await until('the late press', async () => (await readOwnBets(round.id, bob))[0]?.press !== undefined);
    const [lost] = await readOwnBets(round.id, bob);
    const pressedAt = new Date(round.crash_at.getTime() + 41).toISOString();
    expect(lost?.press).toEqual({ receivedAt: pressedAt, afterEndMs: 41 });
    expect(lost?.lines.en[2]).toBe(
      `Your press arrived 41 ms after the crash; the server received all of it at ${pressedAt.slice(11, 23)} UTC.`,
    );
    expect(lost?.lines.es[2]).toContain('41 ms después del estallido');
    expect(lost).toMatchObject({ stake: 250, payout: 0, outcome: 'loss' });
    const burstAt = round.crash_at.toISOString().slice(0, 23).replace('T', ' ');
    expect(lost?.lines.es[1]).toContain(`El cohete estalló a las ${burstAt} UTC`);
    expect((await site.call('GET', `/rounds/aviator/${roundId}/receipt`, '')).status).toBe(401);
  });

  it('says that no press was recorded where none is', async () => {
    const [bet] = await site.rows<{ id: bigint; round_id: bigint }>(
      'SELECT id, round_id FROM aviator_bet WHERE unpaid_press_ms IS NOT NULL',
    );
    if (!bet) throw new Error('no late press is recorded');
    expect((await readOwnBets(bet.round_id, bob))[0]?.lines.en[2]).toContain('41 ms after the crash');
    await corrupt(site.database, 'UPDATE aviator_bet SET unpaid_press_ms = NULL WHERE id = $1', [bet.id]);
    const [own] = await readOwnBets(bet.round_id, bob);
    expect(own?.press).toBeUndefined();
    expect(own?.lines.en[2]).toBe('No press was recorded within a minute after the crash.');
  });

  it.each(['0', '-1', 'abc', '1e3', '99999999', '%00', '9'.repeat(40)])(
    'does not exist for %s',
    async (id) => {
      expect((await read(id)).status).toBeGreaterThanOrEqual(400);
      expect((await read(id)).status).toBeLessThan(500);
    },
  );
});
