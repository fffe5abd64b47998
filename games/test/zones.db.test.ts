/**
 * F35: in every zone the first moment of a day, the draws and what is announced of them agree with what then
 * happens.
 */
import { beforeAll, expect, it } from 'vitest';
import type { WheelAnswer } from '@fairground/game-wheel/contract';
import { databaseForAll } from '../../apps/server/test/for-tests.ts';
import { quietCalls } from '../../apps/server/test/harness.ts';
import { sealOf, startTestSite, type TestPlayer, type TimedSite } from '../../apps/server/test/test-site.ts';
import { systemEntropy } from '../../apps/server/src/platform/entropy.ts';
import { createSeedsService } from '../../apps/server/src/fairness/player-seeds/service.ts';
import { createLogger } from '../../apps/server/src/platform/logger.ts';
import { openSiteZone } from '../../apps/server/src/site/site-zone.ts';
import { createWheelService } from '../wheel/server/service.ts';
import { findZoneFaults, prepareZoneFaults, yearsOf } from './zone-days.ts';

const zones = [
  'UTC',
  'Africa/Cairo',
  'Africa/Casablanca',
  'America/Edmonton',
  'America/Havana',
  'America/Santiago',
  'America/Scoresbysund',
  'Antarctica/Troll',
  'Asia/Beirut',
  'Atlantic/Azores',
  'Australia/Lord_Howe',
  'Europe/Berlin',
  'Pacific/Pago_Pago',
];

const test = databaseForAll();
beforeAll(() => prepareZoneFaults(test));

it.each(zones)(
  'F35: in %s days, draws and what is announced go by the clock that the database reads',
  async (zone) => {
    expect(await findZoneFaults(test, zone, yearsOf(2026, 2027))).toEqual([]);
  },
);

/** What a player uses once a day. */
const dayOf = async (site: TimedSite, alice: TestPlayer) => {
  const { spin } = createWheelService({
    ...quietCalls,
    database: site.database,
    seeds: createSeedsService({
      database: site.database,
      entropy: systemEntropy,
      seal: await sealOf(site.dataDir),
      isGameOpen: async () => false,
    }),
  });
  const wheel = async () => (await alice.get('/wheel')).body as unknown as WheelAnswer;
  const spins = async () => {
    const answer = await spin({ playerId: BigInt(alice.user.id) });
    return answer.ok ? 'ok' : answer.code;
  };
  const watchesAd = async () => {
    const started = await alice.post('/ads/start', {});
    if (started.status !== 201 && started.status !== 200) return started.body.code;
    await site.time.advance(5_000);
    return (await alice.post('/ads/complete', { id: started.body['id'] })).status;
  };
  const todaysBids = async () => (await alice.get('/user/me')).body['todaysBids'];
  const isStamped = async () => (await alice.get('/user/card')).body['isStampedToday'];
  return { spins, watchesAd, todaysBids, wheel, isStamped };
};

it('a zone that the database does not know is refused with the name of the setting', async () => {
  await expect(openSiteZone(test.database.query, 'Mars/Olympus', createLogger('silent'))).rejects.toThrow(
    'SITE_TIME_ZONE is "Mars/Olympus": the database does not know it',
  );
});

const midnights = [
  // Midnight is there twice, is skipped, is skipped, and is as usual in a zone that is far behind.
  ['Atlantic/Azores', '2026-10-25', '2026-10-25T00:00:00.000Z'],
  ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z'],
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
  ['Pacific/Pago_Pago', '2026-11-28', '2026-11-28T11:00:00.000Z'],
] as const;

it.each(midnights)(
  'in %s the site is on %s from %s on, with spin, ads, limit, card and board',
  async (zone, day, begins) => {
    const beginsMs = Date.parse(begins);
    const site = await startTestSite({
      clock: 'moved',
      startMs: beginsMs - 120_000,
      env: {
        SITE_TIME_ZONE: zone,
        AD_DAILY_LIMIT: '1',
        AD_SECONDS: '5',
        AVIATOR_COUNTDOWN_MS: '600000',
        DOUBLE_TROUBLE_INTERVAL_MS: '600000',
      },
    });
    try {
      const alice = await site.register('alice');
      const { spins, watchesAd, todaysBids, wheel, isStamped } = await dayOf(site, alice);
      expect((await alice.post('/user/limits', { dailyStake: 10 })).status).toBeLessThan(300);
      expect((await alice.post('/aviator/create', { amount: 10 })).status).toBe(201);
      expect(await todaysBids()).toBe(10);
      expect(await spins()).toBe('ok');
      expect(await watchesAd()).toBe(200);
      expect(await watchesAd()).toBe('limit_reached');
      expect(await wheel()).toMatchObject({ isSpinned: true, nextSpinAt: begins });

      await site.time.suspend(beginsMs - 1 - site.time.nowMs());
      expect(await spins()).toBe('already_spun');
      expect((await wheel()).nextSpinAt).toBe(begins);
      expect(await todaysBids()).toBe(10);

      await site.time.suspend(1);
      expect(await wheel()).toMatchObject({ isSpinned: false });
      expect(await todaysBids()).toBe(0);
      expect(await isStamped()).toBe(false);
      expect(await spins()).toBe('ok');
      expect(await isStamped()).toBe(true);
      expect(await watchesAd()).toBe(200);
      const [spun] = await site.rows<{ day: string }>('SELECT max(site_day)::text AS day FROM wheel_spin');
      expect(spun?.day).toBe(day);

      const { nextSpinAt } = await wheel();
      await site.time.suspend(Date.parse(nextSpinAt) - 1 - site.time.nowMs());
      expect(await spins()).toBe('already_spun');
      await site.time.suspend(1);
      expect(await spins()).toBe('ok');
      expect(await site.findViolations()).toEqual([]);
    } finally {
      await site.close();
    }
  },
);

it('F35: a used day does not come again when the zone is changed, for spins, ads, limits and the card', async () => {
  const site = await startTestSite({
    clock: 'moved',
    startMs: Date.parse('2026-11-28T03:08:00Z'),
    env: {
      AD_DAILY_LIMIT: '1',
      AD_SECONDS: '5',
      AVIATOR_COUNTDOWN_MS: '600000',
      DOUBLE_TROUBLE_INTERVAL_MS: '600000',
    },
  });
  try {
    const alice = await site.register('alice');
    const day = await dayOf(site, alice);
    expect((await alice.post('/user/limits', { dailyStake: 10 })).status).toBeLessThan(300);
    const bet = await alice.post('/aviator/create', { amount: 10 });
    expect(bet.status).toBe(201);
    expect([await day.spins(), await day.watchesAd()]).toEqual(['ok', 200]);

    const isStill28 = async (nextSpinAt: string) => {
      expect(await day.spins()).toBe('already_spun');
      expect(await day.watchesAd()).toBe('limit_reached');
      expect((await alice.post('/aviator/create', { amount: 10, slot: 2 })).status).not.toBe(201);
      expect((await day.wheel()).nextSpinAt).toBe(nextSpinAt);
      expect((await alice.get('/user/card')).body['stamps']).toEqual(['2026-11-28']);
    };
    const changeTo = (zone: string) => openSiteZone(site.database.query, zone, createLogger('silent'));
    // It is still the 27th there.
    await changeTo('Pacific/Pago_Pago');
    await isStill28('2026-11-29T11:00:00.000Z');
    await changeTo('America/New_York');
    await isStill28('2026-11-29T05:00:00.000Z');
    await changeTo('UTC');
    await isStill28('2026-11-29T00:00:00.000Z');

    // A stake of this day that is returned leaves room under the limit, in whichever zone it was placed.
    await changeTo('Pacific/Pago_Pago');
    await site.ownerRows(
      `SELECT ledger.refund_stakes('aviator', array_agg(id), array_agg(player_id), array_agg(amount),
        array_agg(from_winnings))
        FROM aviator_bet`,
    );
    expect(await day.todaysBids()).toBe(0);

    await site.time.suspend(Date.parse('2026-11-29T11:00:00Z') - 1 - site.time.nowMs());
    expect(await day.spins()).toBe('already_spun');
    await site.time.suspend(1);
    expect(await day.spins()).toBe('ok');
  } finally {
    await site.close();
  }
});
