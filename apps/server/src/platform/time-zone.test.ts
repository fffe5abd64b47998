import { describe, expect, it } from 'vitest';
import { ownZone } from '../../test/own-zone.ts';
import { createSiteZone, findZoneDifference, isZoneName } from './time-zone.ts';

it.each([
  ['UTC', true],
  ['Europe/Berlin', true],
  ['America/Argentina/Buenos_Aires', true],
  ['CET', false],
  ['IST', false],
  ['CAT', false],
  ['+02:00', false],
  ['Mars/Olympus', false],
])('%s is a name of a zone: %s', (name, isName) => {
  expect(isZoneName(name)).toBe(isName);
});

const at = (text: string): number => Date.parse(text);

describe('the clock of a zone', () => {
  const berlin = ownZone('Europe/Berlin', '2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z');

  it.each([
    ['in summer', '2026-07-01T12:00:00Z', '2026-07-01T10:00:00.000Z'],
    ['that it shows twice, for the first time', '2026-10-25T02:30:00Z', '2026-10-25T00:30:00.000Z'],
    ['that it leaps over, at the end of the gap', '2026-03-29T02:30:00Z', '2026-03-29T01:00:00.000Z'],
  ])('shows a time %s', (_, local, instant) => {
    expect(new Date(berlin.toInstantMs(at(local))).toISOString()).toBe(instant);
  });
});

describe('two tables of a zone', () => {
  const span = { fromMs: at('2026-06-01T00:00:00Z'), untilMs: at('2027-01-01T00:00:00Z') };

  it('differ from the moment on at which their clocks do', () => {
    // As if daylight saving had been given up in summer.
    const other = createSiteZone([{ fromMs: 0, aheadMs: 7_200_000 }]);
    expect(new Date(findZoneDifference('Europe/Berlin', other, span) ?? 0).toISOString()).toBe(
      '2026-10-25T06:00:00.000Z',
    );
  });

  it('are the same where no clock differs', () => {
    const same = ownZone('Europe/Berlin', '2026-01-01T00:00:00Z', '2027-02-01T00:00:00Z');
    expect(findZoneDifference('Europe/Berlin', same, span)).toBeUndefined();
  });
});
