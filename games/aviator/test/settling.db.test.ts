/** A cash-out that was received before the crash counts, however long it waits to be written. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseId } from '@fairground/server/http/coin-request';
import { siteForAll } from '@fairground/server/test/for-tests';
import { heldStatements } from '../../../apps/server/test/held-statements.ts';
import { createReceiver, type Receiver } from '../server/receiver.ts';
import { createTestService, pressOf, type TestService } from './table.ts';
import { flightsOfSite, openRound, type RoundRow } from './running-flights.ts';

let alice: string;
let bob: string;

/** A round that flies for at least two seconds, with a bet of each. */
const open = (...tokens: string[]) =>
  openRound(
    site,
    ({ flightMs }) => flightMs >= 2_000,
    tokens.map((token) => ({ token })),
  );

const outcomeOf = async (token: string): Promise<string> => {
  const { text } = await site.call('GET', '/aviator/userHistory', token);
  return (JSON.parse(text) as { outcome: string }[])[0]?.outcome ?? 'none';
};
const stateOf = async ({ id }: RoundRow): Promise<string | undefined> =>
  (await site.rows<{ state: string }>('SELECT state FROM aviator_round WHERE id = $1', id))[0]?.state;
const receiversOf = async ({ id }: RoundRow): Promise<number> =>
  (await site.rows('SELECT FROM aviator_receiver WHERE round_id = $1', id)).length;
const afterCrash = (round: RoundRow, ms: number) => site.time.advanceTo(round.crash_at.getTime() + ms);

const site = siteForAll({
  clock: 'moved',
  env: { SIGNUP_COINS: '1000000', AVIATOR_COUNTDOWN_MS: '4000' },
});
beforeAll(async () => {
  [alice, bob] = [(await site.register('alice')).token, (await site.register('bob')).token];
});

describe('where nothing waits', () => {
  it('settles a second after the crash', async () => {
    const round = await open(alice);
    expect(await receiversOf(round)).toBe(1);
    await afterCrash(round, 0);
    expect(await receiversOf(round)).toBe(0);
    await afterCrash(round, 999);
    expect(await stateOf(round)).toBe('settling');
    await afterCrash(round, 1_000);
    expect([await stateOf(round), await outcomeOf(alice)]).toEqual(['finished', 'loss']);
  });
});

describe('a press that waits in this process', () => {
  const statements = heldStatements();

  /** Resolves once the press has arrived and is held, with its answer in `answered`. */
  const press = async (round: RoundRow) => {
    statements.hold(/lock_callers/);
    const body = { roundId: String(round.id), crashMultiplier: 10_000 };
    const answered = site.call('POST', '/aviator/cashout', alice, body, `key-${round.id}`);
    while (statements.begun() === 0) await nextTurn();
    return { answered };
  };

  it('is paid five seconds after the crash, by when it arrived', async () => {
    const round = await open(alice, bob);
    await afterCrash(round, -1);
    const pressed = await press(round);
    await afterCrash(round, 5_000);
    expect(await stateOf(round)).toBe('settling');
    statements.release();
    const { status, body } = await pressed.answered;
    expect([status, body.code]).toEqual([200, undefined]);
    // That the press no longer waits is written by this process, and read by the director with its next check.
    while ((await stateOf(round)) !== 'finished') await site.time.advance(200);
    expect(site.time.nowMs()).toBeLessThan(round.crash_at.getTime() + 10_000);
    expect([await outcomeOf(alice), await outcomeOf(bob)]).toEqual(['win', 'loss']);
  });

  it('is paid although the next round crashed as well while it waited', async () => {
    for (let tries = 0; tries < 200; tries++) {
      const round = await open(alice);
      await afterCrash(round, -1);
      const pressed = await press(round);
      await afterCrash(round, 9_000);
      const [next] = await site.rows<{ state: string }>(
        'SELECT state FROM aviator_round WHERE id > $1 ORDER BY id LIMIT 1',
        round.id,
      );
      statements.release();
      const { status, body } = await pressed.answered;
      expect([status, body.code]).toEqual([200, undefined]);
      if (next?.state === 'settling') return;
    }
    throw new Error('each of the next rounds flew for more than five seconds');
  });

  it('does not delay the settling if it arrived after the crash was known', async () => {
    const round = await open(alice);
    await afterCrash(round, 1);
    const pressed = await press(round);
    await afterCrash(round, 1_000);
    expect(await stateOf(round)).toBe('finished');
    statements.release();
    expect((await pressed.answered).body.code).toBe('too_late');
  });
});

describe('a press that waits in another process', () => {
  let receiver: Receiver;
  /** Whether its presses are. */
  let answered = Promise.resolve();
  let service: TestService;

  beforeAll(async () => {
    const { database, time } = site;
    receiver = createReceiver({
      database,
      process: 'slow',
      clock: time.clock,
      presses: { answered: () => answered },
      isAlone: false,
      log: { warn: () => undefined },
    });
    service = createTestService(database, {
      clock: time.clock,
      flights: await flightsOfSite(site),
    });
  });

  const playerId = async (): Promise<bigint> => {
    const { body } = await site.call('GET', '/user/me', alice);
    return parseId(String(body['id'])) ?? 0n;
  };

  it('is waited for, and paid', async () => {
    const round = await open(alice);
    receiver.follow(String(round.id));
    await afterCrash(round, -1);
    const press = Promise.withResolvers<void>();
    answered = press.promise;
    const receivedAt = site.time.clock.monotonic();
    await afterCrash(round, 0);
    receiver.follow(undefined);
    await afterCrash(round, 9_500);
    expect([await stateOf(round), await outcomeOf(alice)]).toEqual(['settling', 'pending']);
    const result = await service.cashOut(pressOf(await playerId(), round.id, 1_000_000, { receivedAt }));
    expect(result.ok).toBe(true);
    press.resolve();
    await afterCrash(round, 9_700);
    expect([await stateOf(round), await outcomeOf(alice)]).toEqual(['finished', 'win']);
  });

  it('is waited for until ten seconds after the crash', async () => {
    const round = await open(alice);
    receiver.follow(String(round.id));
    // It does not learn of the crash.
    await afterCrash(round, 9_999);
    expect(await stateOf(round)).toBe('settling');
    expect(await receiversOf(round)).toBe(1);
    await afterCrash(round, 10_000);
    expect([await stateOf(round), await outcomeOf(alice)]).toEqual(['finished', 'loss']);
    expect(await receiversOf(round)).toBe(0);
  });

  it('is waited for by a leader that did not lead at the crash', async () => {
    const round = await open();
    receiver.follow(String(round.id));
    await afterCrash(round, 500);
    // Another process takes over: the epoch is the next, and the one of this site is over for a moment.
    await site.rows('UPDATE director_lease SET epoch = epoch + 1');
    await afterCrash(round, 8_000);
    expect(await stateOf(round)).toBe('settling');
    receiver.follow(undefined);
    await afterCrash(round, 8_200);
    expect(await stateOf(round)).toBe('finished');
  });

  it('is not waited for once it has left', async () => {
    const round = await open();
    receiver.follow(String(round.id));
    await site.time.idle();
    expect(await receiversOf(round)).toBe(2);
    await receiver.leave();
    expect(await receiversOf(round)).toBe(1);
    await afterCrash(round, 1_000);
    expect(await stateOf(round)).toBe('finished');
  });
});

it('a process that is alone deletes what one before it left', async () => {
  const round = await open();
  const { database, time } = site;
  const presses = { answered: () => Promise.resolve() };
  const deps = { database, clock: time.clock, presses, log: { warn: () => undefined } };
  const killed = createReceiver({ ...deps, process: 'killed', isAlone: true });
  killed.follow(String(round.id));
  await time.idle();
  expect(await receiversOf(round)).toBe(2);
  await createReceiver({ ...deps, process: 'one', isAlone: false }).load();
  expect(await receiversOf(round)).toBe(2);
  await createReceiver({ ...deps, process: 'one', isAlone: true }).load();
  expect(await receiversOf(round)).toBe(0);
});
