import { describe, expect, it } from 'vitest';
import { createSiteZone, type SiteZone } from '@fairground/server/platform/time-zone';
import { ownZone } from '@fairground/server/test/own-zone';
import { createCalendar, meanIntervalMs, nextSlot, slotToMoveTo, type Calendar } from '../server/calendar.ts';

const zones = new Map<string, SiteZone>();
const zoneOf = (name: string): SiteZone => {
  const zone = zones.get(name) ?? ownZone(name, '2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z');
  zones.set(name, zone);
  return zone;
};
const calendar = (cron: string, timeZone: string, closeMs = 60_000): Calendar => {
  const zone = timeZone === 'UTC' ? createSiteZone([]) : zoneOf(timeZone);
  const made = createCalendar({ cron, zone, closeMs });
  if (!made) throw new Error('the pattern names no day');
  return made;
};
const at = (text: string) => Date.parse(text);

/** The draws that follow, as the site's days. */
const daysAfter = (of: Calendar, from: string, count: number): string[] => {
  const days: string[] = [];
  let ms = at(from);
  for (let done = 0; done < count; done++) {
    ms = of.after(ms);
    days.push(of.dayOf(ms));
  }
  return days;
};

describe('F10: one draw a local day across daylight saving', () => {
  const spring = {
    'Europe/Berlin': '2026-03-27',
    'America/New_York': '2026-03-06',
    'Australia/Lord_Howe': '2026-10-02',
  };
  const autumn = {
    'Europe/Berlin': '2026-10-23',
    'America/New_York': '2026-10-30',
    'Australia/Lord_Howe': '2026-04-03',
  };
  // The hours that are skipped in spring and repeated in autumn are among these.
  const times = ['0 20 * * *', '30 1 * * *', '15 2 * * *', '30 2 * * *', '0 3 * * *', '0 30 2 * * *'];

  for (const [season, starts] of Object.entries({ spring, autumn }))
    for (const [zone, start] of Object.entries(starts))
      it.each(times)(`${season} in ${zone} at %s`, (cron) => {
        const of = calendar(cron, zone);
        const first = of.dayOf(of.after(at(`${start}T12:00:00Z`)));
        const expected = Array.from({ length: 7 }, (_, day) =>
          new Date(at(`${first}T12:00:00Z`) + day * 86_400_000).toISOString().slice(0, 10),
        );
        expect(daysAfter(of, `${start}T12:00:00Z`, 7)).toEqual(expected);
      });

  it('follows the hour on the clock rather than 24 hours', () => {
    const of = calendar('0 20 * * *', 'Europe/Berlin');
    expect(new Date(of.after(at('2026-10-24T12:00:00Z'))).toISOString()).toBe('2026-10-24T18:00:00.000Z');
    expect(new Date(of.after(at('2026-10-25T12:00:00Z'))).toISOString()).toBe('2026-10-25T19:00:00.000Z');
  });
});

/** The draws of a day and of the day after it, in UTC. */
const drawsOf = (cron: string, timeZone: string, from: string, until: string): string[] => {
  const of = calendar(cron, timeZone);
  const draws: string[] = [];
  for (let ms = of.after(at(from) - 1); ms < at(until); ms = of.after(ms))
    draws.push(new Date(ms).toISOString().slice(5, 16));
  return draws;
};

describe('draws of a day on which the clock is set', () => {
  it.each([
    // Midnight is there twice on 25 October, and not at all on 29 March.
    ['0 0,12 * * *', 'Atlantic/Azores', '2026-10-25', ['10-25T00:00', '10-25T13:00']],
    ['0 0,12 * * *', 'Atlantic/Azores', '2026-03-29', ['03-29T01:00', '03-29T12:00']],
    ['30 2,14 * * *', 'Europe/Berlin', '2026-10-25', ['10-25T00:30', '10-25T13:30']],
    ['30 2,14 * * *', 'Europe/Berlin', '2026-03-29', ['03-29T01:00', '03-29T12:30']],
    [
      '0 0-4 * * *',
      'Europe/Berlin',
      '2026-10-25',
      ['10-24T22:00', '10-24T23:00', '10-25T00:00', '10-25T02:00', '10-25T03:00'],
    ],
    ['45 23 * * *', 'America/Scoresbysund', '2026-10-24', ['10-25T00:45']],
  ])('at named times, %s in %s on %s, are held once each', (cron, zone, day, expected) => {
    const hourMs = 3_600_000;
    const found = drawsOf(
      cron,
      zone,
      new Date(at(`${day}T12:00:00Z`) - 18 * hourMs).toISOString(),
      new Date(at(`${day}T12:00:00Z`) + 18 * hourMs).toISOString(),
    );
    const of = calendar(cron, zone);
    expect(found.filter((time) => of.dayOf(at(`2026-${time}:00Z`)) === day)).toEqual(expected);
  });

  it.each([
    ['0 */6 * * *', 'Atlantic/Azores', '2026-10-25', ['00:00', '01:00', '07:00', '13:00', '19:00']],
    ['0 */6 * * *', 'Atlantic/Azores', '2026-03-29', ['06:00', '12:00', '18:00']],
    ['*/30 1-3 * * *', 'Europe/Berlin', '2026-10-25', ['00:00', '00:30', '01:00', '01:30', '02:00', '02:30']],
    ['*/30 1-3 * * *', 'Europe/Berlin', '2026-03-29', ['00:00', '00:30', '01:00', '01:30']],
  ])('by steps, %s in %s on %s, follow the time that passes', (cron, zone, day, expected) => {
    expect(drawsOf(cron, zone, `${day}T00:00:00Z`, `${day}T20:00:00Z`).map((time) => time.slice(6))).toEqual(
      expected,
    );
  });
});

describe('nextSlot', () => {
  const daily = calendar('0 20 * * *', 'UTC');

  it('opens the first draw of a site while its sales are open', () => {
    expect(nextSlot(daily, null, at('2026-11-21T12:00:00Z'))).toBe(at('2026-11-21T20:00:00Z'));
    expect(nextSlot(daily, null, at('2026-11-21T19:59:30Z'))).toBe(at('2026-11-22T20:00:00Z'));
  });

  it('takes missed draws one after the other', () => {
    const now = at('2026-11-24T12:00:00Z');
    expect(nextSlot(daily, at('2026-11-20T20:00:00Z'), now)).toBe(at('2026-11-21T20:00:00Z'));
    expect(nextSlot(daily, at('2026-11-23T20:00:00Z'), now)).toBe(at('2026-11-24T20:00:00Z'));
  });

  it('never returns the same slot twice, whatever the clock was set to', () => {
    const last = at('2026-11-21T20:00:00Z');
    expect(nextSlot(daily, last, at('2026-11-21T19:00:00Z'))).toBe(at('2026-11-22T20:00:00Z'));
  });

  it('skips thousands of missed draws that have no tickets', () => {
    const often = calendar('*/10 * * * * *', 'UTC');
    const now = at('2026-11-21T12:00:03Z');
    expect(nextSlot(often, at('2026-11-21T11:59:00Z'), now)).toBe(at('2026-11-21T11:59:10Z'));
    expect(nextSlot(often, at('2026-11-20T12:00:00Z'), now)).toBe(at('2026-11-21T12:00:10Z'));
  });
});

describe('slotToMoveTo', () => {
  const often = calendar('*/10 * * * * *', 'UTC');
  const fromMs = at('2026-11-21T12:00:00Z');
  const later = (seconds: number) => fromMs + seconds * 1_000;
  const none: ReadonlySet<number> = new Set();

  it('is the first slot whose sales are not over', () => {
    expect(slotToMoveTo(often, { fromMs, nowMs: later(24), boughtAhead: none })).toBe(later(30));
    expect(slotToMoveTo(often, { fromMs, nowMs: later(25), boughtAhead: none })).toBe(later(40));
  });

  it('is an earlier one for which tickets were bought ahead, its own included', () => {
    const nowMs = later(24);
    expect(slotToMoveTo(often, { fromMs, nowMs, boughtAhead: new Set([later(20), later(60)]) })).toBe(
      later(20),
    );
    expect(slotToMoveTo(often, { fromMs, nowMs, boughtAhead: new Set([fromMs]) })).toBe(fromMs);
  });

  it('skips thousands of slots', () => {
    const nowMs = later(86_403);
    expect(slotToMoveTo(often, { fromMs, nowMs, boughtAhead: none })).toBe(later(86_410));
  });
});

it('sells for at least half of the time between two draws, however early sales would close', () => {
  expect(calendar('0 20 * * *', 'UTC').closeMsBefore(at('2026-11-21T20:00:00Z'))).toBe(60_000);
  expect(calendar('*/10 * * * * *', 'UTC').closeMsBefore(at('2026-11-21T20:00:00Z'))).toBe(5_000);
});

it('rejects a pattern that never matches a day', () => {
  expect(createCalendar({ cron: '0 0 30 2 *', zone: createSiteZone([]), closeMs: 0 })).toBeUndefined();
});

describe('the average time between draws', () => {
  const hourMs = 3_600_000;

  it.each([
    ['0 20 * * *', 24 * hourMs],
    ['0 */6 * * *', 6 * hourMs],
    ['0 20 * * 1', 7 * 24 * hourMs],
    // Two days a week, which are two and five days apart.
    ['0 20 * * 1,3', (7 * 24 * hourMs) / 2],
    ['*/5 * * * * *', 5_000],
  ])('of %s is %d ms', (cron, intervalMs) => {
    expect(meanIntervalMs(cron)).toBe(intervalMs);
  });

  it('is unknown where the pattern names no day', () => {
    expect(meanIntervalMs('0 0 30 2 *')).toBeUndefined();
  });
});
