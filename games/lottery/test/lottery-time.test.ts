import { beforeAll, describe, expect, it } from 'vitest';
import { loadCatalogues } from '@fairground/site-kit/i18n/catalogues.ts';
import { t } from '@fairground/site-kit/i18n/i18n.ts';
import { createDrawTimeFormat, formatCountdown } from '../web/lottery-time.ts';
import type { Translate } from '../web/texts.ts';

beforeAll(() => loadCatalogues('en'));

describe('formatCountdown', () => {
  it.each([
    [0, '00:00:00'],
    [-5_000, '00:00:00'],
    [1, '00:00:01'],
    [59_001, '00:01:00'],
    [15_129_000, '04:12:09'],
    [86_400_000, '24:00:00'],
    [2 * 86_400_000 + 3_600_000, '2 d 01:00'],
  ])('%i ms is %s', (ms, text) => expect(formatCountdown(ms)).toBe(text));
});

describe('formatSoon', () => {
  it('names the day only when it is another one', () => {
    const { formatSoon } = createDrawTimeFormat('en', t as Translate);
    const now = new Date(2026, 10, 21, 9, 0).getTime();
    expect(formatSoon(new Date(2026, 10, 21, 20, 0).toISOString(), now)).toBe('at 20:00');
    expect(formatSoon(new Date(2026, 10, 21, 20, 0, 5).toISOString(), now)).toBe('at 20:00:05');
    expect(formatSoon(new Date(2026, 10, 22, 8, 0).toISOString(), now)).toBe('on Nov 22, 08:00');
  });
});
