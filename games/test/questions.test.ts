import type { GamesConfig } from '@fairground/contract/config';
import { aviatorRules } from '../aviator/rules.ts';
import { lotteryRtpBp, lotteryRules, lotteryTiers } from '../lottery/rules.ts';
import { minefieldDifficulties } from '../minefield/rules.ts';
import { wheelSegments } from '../wheel/rules.ts';
import { describe, expect, it } from 'vitest';
import { loadGamesConfig } from '../../apps/server/src/site/games-config.ts';
import { readSettings } from '../../apps/server/src/platform/settings.ts';
import { rewardsPerDay } from '../../apps/server/src/players/referrals/service.ts';
import { readSitePart } from '../../apps/web/build/text-parts.ts';
import {
  categories,
  findQuestions,
  toFigures,
  translateAll,
} from '../../apps/web/src/features/faq/questions.ts';
import { gamesWith } from '../../apps/web/src/game-parts/list.ts';
import { formatOf } from '../../packages/site-kit/src/format/format.ts';

const config = (await loadGamesConfig(readSettings({}))) as GamesConfig;
const texts = readSitePart('en', 'faq');
const spanish = readSitePart('es', 'faq');
const fill = (key: string, figures: Record<string, string>): string =>
  (texts[key] ?? key).replaceAll(/\{(\w+)\}/g, (_, name: string) => figures[name] ?? `{${name}}`);
const figures = toFigures(config, { format: formatOf('en'), t: fill });
const translate = (key: string): string => fill(key, figures);
const groups = translateAll(translate);

/** Ages, times and lengths that are not figures of a game and have no setting. */
const otherNumbers = new Set(['18', '24', '30', '8', '3', '20', '100', '1', '1.00', '1,00']);

describe('the questions', () => {
  it('are in the twelve named categories, then in those of other games, three or more in each', () => {
    expect(groups.slice(0, 12).map(({ name }) => name)).toEqual([
      'Gameplay & Strategy',
      'Account & Security',
      'General',
      'Minefield',
      'Virtual Lottery',
      'Lottery Information',
      'Aviator',
      'Double Trouble',
      'Virtual Coins & Rewards',
      'Account & Technical',
      'Technical Support & Mobile',
      'Winning & Payouts',
    ]);
    for (const { id, questions } of groups) expect(questions.length, id).toBeGreaterThanOrEqual(3);
  });

  it('have texts, and no text is unused', () => {
    const used = categories.flatMap(({ id, questions }) => [
      `faq.${id}`,
      ...questions.flatMap((question) => [`faq.${id}.${question}.q`, `faq.${id}.${question}.a`]),
    ]);
    used.push(...gamesWith('card').map(({ id }) => `faq.returns.${id}`));
    expect(used.toSorted()).toEqual(Object.keys(texts).toSorted());
    for (const { questions } of groups)
      for (const { question, answer } of questions) {
        expect(question).not.toBe('');
        expect(answer).not.toMatch(/[{}]|NaN|undefined/);
      }
  });

  it('contain no literal figure of a game: all come from the configuration', () => {
    for (const [key, text] of [...Object.entries(texts), ...Object.entries(spanish)]) {
      const written = text.replaceAll(/\{\w+\}/g, '').match(/\d[\d,.]*\d|\d/g) ?? [];
      expect(
        written.filter((number) => !otherNumbers.has(number)),
        key,
      ).toEqual([]);
    }
  });

  it('state the rules', () => {
    const all = groups.flatMap(({ questions }) => questions.map(({ answer }) => answer)).join('\n');
    expect(all).toContain(`Aviator ${aviatorRules.rtpBp / 100} wherever`);
    expect(all).toContain(
      `Of 100 coins staked, these come back on average: Lottery ${Math.round(lotteryRtpBp() / 10) / 10}; `,
    );
    expect(all).toContain(`Choose ${lotteryRules.picks} numbers from 1 to ${lotteryRules.balls}`);
    for (const { multiplier } of lotteryTiers()) expect(all).toContain(multiplier.toLocaleString('en-US'));
    const { tiles, mines } = minefieldDifficulties.Easy;
    expect(all).toContain(`Easy has ${tiles - mines} gems and ${mines} mines`);
    expect(rewardsPerDay, 'as the answer states in words').toBe(5);
    expect(all).toContain('At most five rewards are paid per day');
    expect(all).toContain(`up to ${Math.max(...wheelSegments).toLocaleString('en-US')} coins`);
  });

  it('list every game that has a card', () => {
    const answerOf = (id: string) =>
      groups.flatMap(({ questions }) => questions).find((question) => question.id === id)?.answer ?? '';
    for (const { card } of gamesWith('card')) expect(answerOf('general.what')).toContain(card.gameName);
    expect(answerOf('gameplay.returns').split('; ')).toHaveLength(gamesWith('card').length);
  });

  it('follow the settings of the site', async () => {
    const other = toFigures(
      (await loadGamesConfig(
        readSettings({ SIGNUP_COINS: '2500', DOUBLE_TROUBLE_MAX: '50', AD_SECONDS: '7' }),
      )) as GamesConfig,
      { format: formatOf('en'), t: fill },
    );
    expect(other).toMatchObject({
      signupCoins: '2,500',
      doubleMax: '50',
      doubleHalf: '25',
      underPays: '2',
      adSeconds: '7',
    });
  });
});

describe('the search', () => {
  const idsOf = (asked: Parameters<typeof findQuestions>[1]) =>
    findQuestions(groups, asked).flatMap(({ questions }) => questions.map(({ id }) => id));

  it('searches questions and answers, ignoring case', () => {
    expect(idsOf({ category: null, words: 'GIFT CARDS' })).toEqual(['coins.redeem']);
    expect(idsOf({ category: null, words: '  gondolas ' })).toEqual(['coins.wheel']);
    expect(idsOf({ category: null, words: 'no such words' })).toEqual([]);
  });

  it('is limited to the chosen category', () => {
    expect(idsOf({ category: 'aviator', words: '' })).toHaveLength(4);
    expect(idsOf({ category: 'aviator', words: 'gondolas' })).toEqual([]);
    expect(idsOf({ category: null, words: '' })).toHaveLength(
      groups.reduce((sum, { questions }) => sum + questions.length, 0),
    );
  });
});
