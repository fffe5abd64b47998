import { i18n } from '@fairground/site-kit/i18n/i18n.ts';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, describe, expect, it } from 'vitest';
import type { Rank } from '@fairground/contract/leaderboard';
import { readSitePart } from '../../../build/text-parts.ts';
import { OwnRank } from './own-rank.tsx';

// Other tests share the texts.
afterAll(() => i18n.activate('en'));

const texts = { en: readSitePart('en', 'leaderboard'), es: readSitePart('es', 'leaderboard') };

const show = (locale: 'en' | 'es', rank: Partial<Rank>, game: string | null = null): string => {
  i18n.load(locale, texts[locale]);
  i18n.activate(locale);
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <OwnRank rank={{ rank: 1, exact: true, todaysBids: 0, totalWon: 50, ...rank } as Rank} game={game} />
    </I18nProvider>,
  )
    .replaceAll('<span class="block', ' <span class="block')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('\u00a0', ' ');
};

describe('the own rank', () => {
  it('is a place where the board lists it', () => {
    expect(show('en', { rank: 1_000 })).toBe('Your rank: 1,000. Your net winnings: 50 coins.');
    expect(show('en', { rank: 3, bot: true })).toMatch(/^Your rank among bots: 3\./);
  });

  it('is a share of all players where the board does not list it', () => {
    const below = { rank: 11_234, exact: false, of: 100_000 };
    expect(show('en', below)).toBe(
      'Your rank: top 12%. Your net winnings: 50 coins.' +
        ' The board lists the first 1,000 places. Ranks below are updated every few minutes.',
    );
    expect(show('es', below)).toMatch(/^Tu puesto: en el 12 % superior\. Tus ganancias netas: 50 monedas/);
  });

  it('rounds a share up', () => {
    expect(show('en', { rank: 1_001, exact: false, of: 1_000_000 })).toMatch(/^Your rank: top 1%\./);
    expect(show('en', { rank: 1_001, exact: false, of: 1_001 })).toMatch(/^Your rank: top 100%\./);
  });

  it('is not counted on the board of a game beyond the listed places', () => {
    expect(show('en', { rank: null, exact: false, beyond: 1_000 }, 'hoops')).toMatch(
      /^Your rank in this game is beyond 1,000\./,
    );
  });
});
