/** Concurrent spins, and spins around midnight (A13, A14), on real PostgreSQL. */
import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { findUser } from '@fairground/server/ledger/player-view';
import { createSeedsService } from '@fairground/server/fairness/player-seeds/service';
import { readSiteDay } from '../server/service.ts';
import { createWheelService, performSpin, type WheelService } from '../server/service.ts';
import { systemEntropy } from '@fairground/server/platform/entropy';
import { createSeal } from '@fairground/server/platform/secrets/seal';
import { wheelSegments } from '../rules.ts';
import { databaseForAll } from '@fairground/server/test/for-tests';
import { addPlayer, quietCalls } from '@fairground/server/test/harness';
import { outcomeOf } from '../../../apps/server/test/outcomes.ts';

let services: [WheelService, WheelService];
const seal = createSeal(randomBytes(32));
const createTestSeeds = () =>
  createSeedsService({
    database: test.database,
    entropy: systemEntropy,
    seal,
    isGameOpen: async () => false,
  });
const createService = () =>
  createWheelService({
    ...quietCalls,
    database: test.database,
    seeds: createTestSeeds(),
  });

const test = databaseForAll({ connections: 8 });
beforeAll(async () => {
  services = [createService(), createService()];
});

const spinsOf = (playerId: bigint) =>
  test.rows<{ segment: number; amount: bigint; nonce: number; site_day: string }>(
    `SELECT segment, amount, nonce, site_day FROM wheel_spin WHERE player_id = $1 ORDER BY nonce`,
    playerId,
  );

it('A13: spins once for fifty concurrent spins on two processes', async () => {
  const alice = await addPlayer(test.database, 'alice', 0);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => services[index % 2 === 0 ? 0 : 1].spin({ playerId: alice })),
  );
  const refused = answers.filter((answer) => outcomeOf(answer) === 'already_spun');
  expect(answers.filter((answer) => outcomeOf(answer) === 'done')).toHaveLength(1);
  expect(refused).toHaveLength(49);
  const spins = await spinsOf(alice);
  expect(spins).toHaveLength(1);
  const user = await findUser(test.database.query, alice);
  expect(user).toMatchObject({ coins: wheelSegments[spins[0]?.segment ?? -1], isSpinned: true });
});

describe('A14: the site day decides', () => {
  const days: [zone: string, at: string, day: string][] = [
    ['UTC', '2026-11-21T23:59:59.999Z', '2026-11-21'],
    ['UTC', '2026-11-22T00:00:00Z', '2026-11-22'],
    // Clocks go forward: the 29th of March has 23 hours.
    ['Europe/Berlin', '2026-03-28T22:59:59Z', '2026-03-28'],
    ['Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29'],
    ['Europe/Berlin', '2026-03-29T21:59:59Z', '2026-03-29'],
    ['Europe/Berlin', '2026-03-29T22:00:00Z', '2026-03-30'],
    // Clocks go back: the 1st of November has 25 hours, and 1:30 occurs twice.
    ['America/New_York', '2026-11-01T03:59:59Z', '2026-10-31'],
    ['America/New_York', '2026-11-01T04:00:00Z', '2026-11-01'],
    ['America/New_York', '2026-11-01T05:30:00Z', '2026-11-01'],
    ['America/New_York', '2026-11-01T06:30:00Z', '2026-11-01'],
    ['America/New_York', '2026-11-02T04:59:59Z', '2026-11-01'],
    ['America/New_York', '2026-11-02T05:00:00Z', '2026-11-02'],
  ];

  /** The day that the view `today` computes from the clock and the site's time zone. */
  const dayInZone = async (zone: string, at: string): Promise<string> => {
    const [row] = await test.rows<{ day: string }>('SELECT day_in_zone($1, $2) AS day', new Date(at), zone);
    if (!row) throw new Error('no row');
    return row.day;
  };

  it('reads the day in the time zone of the site', async () => {
    await test.rows(`UPDATE site_zone SET name = 'Pacific/Kiritimati'`);
    const ahead = await readSiteDay(test.database.query);
    const expected = await dayInZone('Pacific/Kiritimati', new Date().toISOString());
    await test.rows(`UPDATE site_zone SET name = 'UTC'`);
    expect(ahead).toBe(expected);
  });

  it.each(days)('in %s at %s it is %s', async (zone, at, day) => {
    expect(await dayInZone(zone, at)).toBe(day);
  });

  it('allows one spin per day, with consecutive nonces', async () => {
    const bob = await addPlayer(test.database, 'bob', 0);
    const seeds = createTestSeeds();
    const outcomes: string[] = [];
    for (const [zone, at] of days) {
      const siteDay = await dayInZone(zone, at);
      const outcome = await test.database.transaction((query) =>
        performSpin(query, seeds, { playerId: bob, siteDay }),
      );
      outcomes.push(outcome.ok ? siteDay : outcome.code);
    }
    expect(outcomes).toEqual([
      '2026-11-21',
      '2026-11-22',
      '2026-03-28',
      '2026-03-29',
      'already_spun',
      '2026-03-30',
      '2026-10-31',
      '2026-11-01',
      'already_spun',
      'already_spun',
      'already_spun',
      '2026-11-02',
    ]);
    const spins = await spinsOf(bob);
    expect(spins.map(({ nonce }) => nonce)).toEqual(spins.map((_, index) => index));
  });

  it('allows a spin today after one of yesterday', async () => {
    const carol = await addPlayer(test.database, 'carol', 0);
    const today = await readSiteDay(test.database.query);
    await test.database.transaction((query) =>
      performSpin(query, createTestSeeds(), { playerId: carol, siteDay: dayBefore(today) }),
    );
    expect((await findUser(test.database.query, carol))?.isSpinned).toBe(false);
    expect(await services[0].findWheel(carol)).toMatchObject({ isSpinned: false, spin: null });
    expect(outcomeOf(await services[0].spin({ playerId: carol }))).toBe('done');
    expect((await findUser(test.database.query, carol))?.isSpinned).toBe(true);
  });
});

const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
