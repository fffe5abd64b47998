/** The guides state what the rules of the games are. */
import { aviatorRules, multiplierAtMs } from '../aviator/rules.ts';
import { doubleTroubleRules, halfOf } from '../double-trouble/rules.ts';
import { lotteryRtpBp, lotteryRules } from '../lottery/rules.ts';
import { basisPoints, minefieldDifficulties, minefieldRules, minefieldSteps } from '../minefield/rules.ts';
import { meanWheelCoins, wheelSegments } from '../wheel/rules.ts';
import { expect, test } from 'vitest';
import type { GamesConfig } from '@fairground/contract/config';
import { loadGamesConfig } from '../../apps/server/src/site/games-config.ts';
import { readSettings } from '../../apps/server/src/platform/settings.ts';

import { readSitePart, readTexts, textLanguages } from '../../apps/web/build/text-parts.ts';
import { toFacts } from '../../apps/web/src/game-parts/facts.ts';
import { formatOf } from '../../packages/site-kit/src/format/format.ts';

const about = readSitePart('en', 'about');
const guide = readSitePart('en', 'guide');

const grouped = (value: number): string => value.toLocaleString('en-US');
const english = formatOf('en');
const oneDecimal = (value: number): string => String(Math.round(value * 10) / 10);
const facts = toFacts((await loadGamesConfig(readSettings({}))) as GamesConfig, english);

test('uses the figures of the rules in the guides', () => {
  const firstGems = Object.values(minefieldDifficulties).map(
    (difficulty) => basisPoints(minefieldSteps(difficulty)[0]!.returned) / 100,
  );
  expect(facts).toMatchObject({
    picks: lotteryRules.picks,
    balls: lotteryRules.balls,
    lotteryMax: grouped(lotteryRules.maxBidCoins),
    lotteryReturn: oneDecimal(lotteryRtpBp() / 100),
    minWin: lotteryRules.minWinningMatches,
    aviatorMin: grouped(aviatorRules.minStakeCoins),
    aviatorReturn: grouped(aviatorRules.rtpBp / 100),
    aviatorTop: grouped(aviatorRules.maxHundredths / 100),
    autoMin: String(aviatorRules.minCashOutHundredths / 100),
    doubleMax: 30,
    doubleHalf: halfOf(30),
    doubleMost: grouped(doubleTroubleRules.maxStakeCoins),
    mineMin: grouped(minefieldRules.minStakeCoins),
    mineLeast: oneDecimal(Math.min(...firstGems)),
    mineMost: oneDecimal(Math.max(...firstGems)),
    wheelSegments: wheelSegments.length,
    wheelTop: grouped(Math.max(...wheelSegments)),
    wheelMean: String(Math.round(meanWheelCoins * 100) / 100),
  });
  expect(multiplierAtMs(Number(facts['doubleSeconds']) * 1000) / 100).toBeCloseTo(2, 1);
});

test('names nothing that a setting can change in the texts of the draws, in figures or in words', () => {
  const parts = ['lottery', 'double-trouble'].flatMap((game) =>
    textLanguages.flatMap((language) => Object.entries(readTexts(`games/${game}/web`, language))),
  );
  expect(parts.length).toBeGreaterThan(12);
  const named = [
    /\b(30|50)\b/,
    /\b(thirty|fifty|minute|half a|a day|each evening|daily)\b/i,
    /\b(treinta|cincuenta|minuto|al día|cada noche|diario)\b/i,
  ];
  for (const [, texts] of parts)
    for (const [key, text] of Object.entries(texts))
      for (const pattern of named) expect(text, key).not.toMatch(pattern);
});

test('shows the operator’s settings in the guides', async () => {
  const settings = readSettings({
    DOUBLE_TROUBLE_MAX: '50',
    DOUBLE_TROUBLE_INTERVAL_MS: '45500',
    DOUBLE_TROUBLE_CLOSE_MS: '3000',
    AVIATOR_COUNTDOWN_MS: '7000',
    SIGNUP_COINS: '2500',
    AD_COINS: '75',
  });
  expect(toFacts((await loadGamesConfig(settings)) as GamesConfig, english)).toMatchObject({
    doubleMax: 50,
    doubleHalf: 25,
    drawSeconds: '45.5',
    closeSeconds: '3',
    countdownSeconds: '7',
    signupCoins: '2,500',
    adCoins: '75',
  });
});

test('has no literal figure in the texts of the guides except the initial multiplier', () => {
  for (const [key, text] of Object.entries({ ...guide, ...about })) {
    if (key === 'facts.oneIn' || key === 'facts.back') continue;
    const own = text
      .replaceAll(/\{\w+\}/g, '')
      .replaceAll(/1\.00x|from 1 to|of 100 coins/g, '')
      .match(/\d+/g);
    expect(own, key).toBeNull();
  }
});

test('knows every figure that a text refers to', () => {
  const more = new Set(['game', 'n', 'max', 'picks']);
  for (const text of Object.values({ ...guide, ...about })) {
    for (const [, name = ''] of text.matchAll(/\{(\w+)\}/g))
      expect(more.has(name) || name in facts, name).toBe(true);
  }
});
