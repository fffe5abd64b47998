/**
 * F35: in every zone the first moment of a day, the draws and what is announced of them agree with what then
 * happens.
 */
import { describe, expect, it } from 'vitest';
import type { WheelAnswer } from '@fairground/game-wheel/contract';
import { databaseForAll } from '../../apps/server/test/for-tests.ts';
import { quietCalls } from '../../apps/server/test/harness.ts';
import { sealOf, startTestSite, type TestPlayer, type TimedSite } from '../../apps/server/test/test-site.ts';
import { systemEntropy } from '../../apps/server/src/platform/entropy.ts';
import { createSeedsService } from '../../apps/server/src/fairness/player-seeds/service.ts';
import { createLogger } from '../../apps/server/src/platform/logger.ts';
import { openSiteZone } from '../../apps/server/src/site/site-zone.ts';
import { createCalendar } from '../lottery/server/calendar.ts';
import { createWheelService } from '../wheel/server/service.ts';

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
const hourMs = 3_600_000;

interface DayRow {
  day: string;
  begins_at: Date;
  ends_at: Date;
  day_then: string;
  day_before: string;
  first_hour_before: boolean;
}
/** The days of two years, with what the database says of their first moments. */
const daysOf = (zone: string): Promise<DayRow[]> =>
  test.rows<DayRow>(
    `SELECT d::date::text AS day, b.at AS begins_at, day_begins_at(d::date + 1, $1) AS ends_at,
        day_in_zone(b.at, $1)::text AS day_then,
        day_in_zone(b.at - interval '1 microsecond', $1)::text AS day_before,
        EXISTS (SELECT FROM generate_series(b.at - interval '4 hours', b.at - interval '1 minute',
          interval '30 minutes') m
          WHERE day_in_zone(m, $1) >= d::date) AS first_hour_before
      FROM generate_series('2026-01-01'::timestamp, '2027-12-31', interval '1 day') d,
        LATERAL (SELECT day_begins_at(d::date, $1) AS at) b ORDER BY d`,
    zone,
  );

describe.each(zones)('in %s', (zone) => {
  it('each day begins at the first moment of its date, which ends the day before', async () => {
    const days = await daysOf(zone);
    expect(days).toHaveLength(730);
    const wrong = days.filter(
      (
        {
          day,
          day_then: then,
          day_before: before,
          first_hour_before: isLate,
          begins_at: begins,
          ends_at: ends,
        },
        at,
      ) =>
        day !== then ||
        before >= day ||
        isLate ||
        ends.getTime() !== (days[at + 1]?.begins_at ?? ends).getTime() ||
        ends.getTime() - begins.getTime() < 22 * hourMs ||
        ends.getTime() - begins.getTime() > 26 * hourMs,
    );
    expect(wrong).toEqual([]);
  });

  it.each(['0 0 * * *', '30 0 * * *', '30 2 * * *', '0 0,12 * * *', '0 20 * * *'])(
    'draws at %s are held once a day each, on the date that the database reads',
    async (cron) => {
      const read = await openSiteZone(test.database.query, zone, createLogger('silent'));
      const calendar = createCalendar({ cron, zone: read, closeMs: 60_000 });
      if (!calendar) throw new Error('the pattern names no day');
      const from = Date.parse('2026-01-02T12:00:00Z');
      const slots: number[] = [];
      for (let ms = calendar.after(from); ms < Date.parse('2027-12-29T12:00:00Z'); ms = calendar.after(ms))
        slots.push(ms);
      const rows = await test.rows<{ at: Date; day: string }>(
        'SELECT at, day_in_zone(at, $1)::text AS day FROM unnest($2::timestamptz[]) AS s (at)',
        zone,
        slots.map((ms) => new Date(ms)),
      );
      expect(rows.filter(({ at, day }) => calendar.dayOf(at.getTime()) !== day)).toEqual([]);
      const perDay = Map.groupBy(rows, ({ day }) => day);
      const counts = [...perDay]
        .slice(1, -1)
        .filter(([, { length }]) => length !== (cron.includes(',') ? 2 : 1));
      expect(counts.map(([day]) => day)).toEqual([]);
      expect(perDay.size).toBeGreaterThan(715);
    },
  );
});

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
