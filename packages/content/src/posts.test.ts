/** The figures in the posts are those of the rules. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aviatorRules } from '@fairground/games/aviator';
import {
  doubleTroubleRules,
  payoutHundredths,
  returnBp,
  winningNumberCount,
} from '@fairground/games/double-trouble';
import { lotteryDraws, lotteryRtpBp, lotteryTiers, waysToMatch } from '@fairground/games/lottery';
import { fractionValue, minefieldDifficulties, minefieldSteps } from '@fairground/games/minefield';
import { meanWheelCoins, segmentsPaying, wheelSegments } from '@fairground/games/wheel';
import { describe, expect, test } from 'vitest';
import { parsePost } from './post.ts';

const folder = join(import.meta.dirname, '../../../content/blog');
const read = (slug: string): string =>
  readFileSync(join(folder, `${slug}.md`), 'utf8').replaceAll(/\s+/g, ' ');
const grouped = (value: number | bigint): string => value.toLocaleString('en-US');
const percent = (value: number): string => (100 * value).toFixed(1);

test('every post can be read, and no two are of one moment', () => {
  const posts = readdirSync(folder).map((name) =>
    parsePost(name.replace(/\.md$/, ''), readFileSync(join(folder, name), 'utf8')),
  );
  expect(posts.length).toBeGreaterThanOrEqual(6);
  expect(new Set(posts.map(({ createdAt }) => createdAt)).size).toBe(posts.length);
});

describe('what each bet gives back', () => {
  const text = read('what-each-bet-gives-back');
  test('Aviator', () => {
    const back = aviatorRules.rtpBp / 100;
    expect(text).toContain(`Aviator: ${back} of 100`);
    expect(text).toContain(`2.00x works ${(back / 2).toFixed(1)} times`);
    expect(text).toContain(`10.00x it works ${(back / 10).toFixed(1)} times`);
  });
  test.each(doubleTroubleRules.drawTypes)('Double Trouble, %s', (type) => {
    const pays = payoutHundredths(type, 30) / 100;
    const row = `| ${type} | ${winningNumberCount(type, 30)} | ${pays}x | ${returnBp(type, 30) / 100} of 100 |`;
    expect(text).toContain(row);
  });
  test.each(Object.entries(minefieldDifficulties))('Minefield, %s', (name, difficulty) => {
    const [first] = minefieldSteps(difficulty);
    if (!first) throw new Error('a game has steps');
    const { tiles, mines } = difficulty;
    const row = `| ${name} | ${tiles} | ${mines} | ${(first.hundredths / 100).toFixed(2)}x | ${percent(fractionValue(first.returned))} of 100 |`;
    expect(text).toContain(row);
  });
  test('Minefield on Easy after five and ten gems', () => {
    const back = minefieldSteps(minefieldDifficulties.Easy).map(({ returned }) =>
      percent(fractionValue(returned)),
    );
    expect(text).toContain(`After five gems on Easy it is ${back[4]}, after ten ${back[9]}.`);
  });
  test('the lottery', () => {
    expect(text).toContain(`Lottery: ${lotteryRtpBp() / 100} of 100`);
    expect(text).toContain(`There are ${grouped(lotteryDraws)} ways`);
    const share = (matches: number, multiplier: number) =>
      percent((Number(waysToMatch(matches)) * multiplier) / Number(lotteryDraws));
    expect(text).toContain(`up ${share(6, 1_000_000)} of the ${lotteryRtpBp() / 100} coins`);
    expect(text).toContain(`make up ${share(3, 16)}.`);
  });
  test('the wheel', () => {
    const sum = wheelSegments.reduce<number>((all, coins) => all + coins, 0);
    expect(text).toContain(
      `add up to ${grouped(sum)} coins, which is ${Math.round(meanWheelCoins)} for each spin`,
    );
  });
});

test.each(lotteryTiers())('the tiers of the lottery: $matches', ({ matches, multiplier, oneIn }) => {
  expect(read('how-sealed-lottery-tickets-work')).toContain(
    `| ${matches} | ${grouped(multiplier)}x | ${grouped(oneIn)} |`,
  );
});

test('the wheel’s segments, mean and odds', () => {
  const text = read('what-the-wheel-pays-on-average');
  expect(text).toContain(`${wheelSegments.slice(0, -1).join(', ')} and ${wheelSegments.at(-1)} coins`);
  expect(text).toContain(`that is ${Math.round(meanWheelCoins)} coins for a turn`);
  expect(text).toContain(`${wheelSegments.length - segmentsPaying(1)} in 16 bring nothing`);
  expect(wheelSegments.length - segmentsPaying(26)).toBe(8);
  const large = segmentsPaying(500) / wheelSegments.length;
  expect(Math.round(10 * (1 - (1 - large) ** 7))).toBe(6);
});

test('how many rounds burst at once', () => {
  const atOnce = 1 - aviatorRules.rtpBp / 10_000 / 1.01;
  expect(read('how-the-crash-point-is-made')).toContain(`about ${Math.round(100 * atOnce)} rounds in 100`);
});
