/** The figures in the posts are those of the rules, in every language. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aviatorRules } from '@fairground/game-aviator/rules';
import {
  doubleTroubleRules,
  payoutHundredths,
  returnBp,
  winningNumberCount,
  type DrawType,
} from '@fairground/game-double-trouble/rules';
import { lotteryDraws, lotteryRtpBp, lotteryTiers, waysToMatch } from '@fairground/game-lottery/rules';
import {
  fractionValue,
  minefieldDifficulties,
  minefieldSteps,
  type DifficultyName,
} from '@fairground/game-minefield/rules';
import { meanWheelCoins, segmentsPaying, wheelSegments } from '@fairground/game-wheel/rules';
import { describe, expect, it, test } from 'vitest';
import { parsePost, parseTranslation, postLanguages, type PostLanguage } from './post.ts';
import { parseTags } from './tags.ts';

const folder = join(import.meta.dirname, '../../../content/blog');
const slugsIn = (path: string): string[] =>
  readdirSync(path)
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.replace(/\.md$/, ''));
const slugs = slugsIn(folder);
const source = (slug: string, language: PostLanguage): string =>
  readFileSync(join(folder, language === 'en' ? '.' : language, `${slug}.md`), 'utf8');

const tagList = parseTags(readFileSync(join(folder, 'tags.yml'), 'utf8'));

test('every post can be read, and no two are of one moment', () => {
  const posts = slugs.map((slug) => parsePost(slug, source(slug, 'en'), tagList));
  expect(posts.length).toBeGreaterThanOrEqual(6);
  expect(new Set(posts.map(({ createdAt }) => createdAt)).size).toBe(posts.length);
  for (const { slug, tagIds } of posts) expect(tagIds.length, slug).toBeGreaterThan(0);
  // A tag that no post has would only be a trap for those who write the next one.
  expect([...new Set(posts.flatMap(({ tagIds }) => tagIds))].toSorted()).toEqual(
    [...tagList.keys()].toSorted(),
  );
});

describe('in Spanish', () => {
  test('there is every post, and none besides', () => {
    expect(slugsIn(join(folder, 'es'))).toEqual(slugs);
  });

  test.each(slugs)(
    '%s has words of its own, and the addresses, commands and figures of the original',
    (slug) => {
      const original = parsePost(slug, source(slug, 'en'), tagList);
      const translation = parseTranslation(original, { language: 'es', text: source(slug, 'es'), tagList });
      for (const part of ['title', 'excerpt', 'content', 'category', 'readTime'] as const)
        expect(translation[part]).not.toBe(original[part]);
      for (const pattern of [/<code>.*?<\/code>/gs, /href="[^"]*"/g, /<(?:h\d|li|tr|td|pre)>/g])
        expect(translation.content.match(pattern)).toEqual(original.content.match(pattern));
      expect(figuresIn(source(slug, 'es'), 'es')).toEqual(figuresIn(source(slug, 'en'), 'en'));
    },
  );
});

/** The numbers in digits, each once; the facts above the text contain none except the date. */
function figuresIn(text: string, language: PostLanguage): string[] {
  const [group, point] = language === 'en' ? [',', '.'] : ['.', ','];
  const plain = text
    .replace(/^date:.*$/m, '')
    .replaceAll(new RegExp(`(?<=\\d)\\${group}(?=\\d{3}(?!\\d))`, 'g'), '')
    .replaceAll(new RegExp(`(?<=\\d)\\${point}(?=\\d)`, 'g'), '.');
  return [...new Set(plain.match(/\d+(?:\.\d+)?/g)?.map((figure) => String(Number(figure))))].toSorted();
}

/** The checked phrases in each language. Multipliers of the curve and of gems have a decimal point, as on the pages. */
interface Words {
  locale: string;
  drawTypes: Record<DrawType, string>;
  difficulties: Record<DifficultyName, string>;
  backOf100: (coins: string) => string;
  aviatorTitle: (back: string) => string;
  worksAtTwo: (times: string) => string;
  worksAtTen: (times: string) => string;
  gemsLater: (five: string, ten: string) => string;
  lotteryTitle: (back: string) => string;
  ways: (draws: string) => string;
  megaPotShare: (share: string, back: string) => string;
  threeShare: (share: string) => string;
  wheelSum: (sum: string, mean: string) => string;
  and: string;
  wheelList: (list: string) => string;
  wheelMean: (mean: string) => string;
  wheelEmpty: (empty: number) => string;
  atOnce: (rounds: number) => string;
}

const words: Record<PostLanguage, Words> = {
  en: {
    locale: 'en-US',
    drawTypes: { Number: 'Number', Under: 'Under', Over: 'Over', Exact: 'Exact' },
    difficulties: { Easy: 'Easy', Medium: 'Medium', Hard: 'Hard', Expert: 'Expert' },
    backOf100: (coins) => `${coins} of 100`,
    aviatorTitle: (back) => `Aviator: ${back} of 100`,
    worksAtTwo: (times) => `2.00x works ${times} times`,
    worksAtTen: (times) => `10.00x it works ${times} times`,
    gemsLater: (five, ten) => `After five gems on Easy it is ${five}, after ten ${ten}.`,
    lotteryTitle: (back) => `Lottery: ${back} of 100`,
    ways: (draws) => `There are ${draws} ways`,
    megaPotShare: (share, back) => `up ${share} of the ${back} coins`,
    threeShare: (share) => `make up ${share}.`,
    wheelSum: (sum, mean) => `add up to ${sum} coins, which is ${mean} for each spin`,
    and: 'and',
    wheelList: (list) => `${list} coins`,
    wheelMean: (mean) => `that is ${mean} coins for a turn`,
    wheelEmpty: (empty) => `${empty} in 16 bring nothing`,
    atOnce: (rounds) => `about ${rounds} rounds in 100`,
  },
  es: {
    locale: 'es',
    drawTypes: { Number: 'Número', Under: 'Menor', Over: 'Mayor', Exact: 'Exacto' },
    difficulties: { Easy: 'Fácil', Medium: 'Medio', Hard: 'Difícil', Expert: 'Experto' },
    backOf100: (coins) => `${coins} de 100`,
    aviatorTitle: (back) => `Aviator: ${back} de 100`,
    worksAtTwo: (times) => `Retirarse a 2,00x sale bien ${times} veces`,
    worksAtTen: (times) => `A 10,00x sale bien ${times} veces`,
    gemsLater: (five, ten) => `Con cinco gemas en Fácil es de ${five}; con diez, de ${ten}.`,
    lotteryTitle: (back) => `Lotería: ${back} de 100`,
    ways: (draws) => `Hay ${draws} maneras`,
    megaPotShare: (share, back) => `Aporta ${share} de las ${back} monedas`,
    threeShare: (share) => `aportan ${share}.`,
    wheelSum: (sum, mean) => `suman ${sum} monedas, que son ${mean} por giro`,
    and: 'y',
    wheelList: (list) => `${list} monedas`,
    wheelMean: (mean) => `tocan a ${mean} monedas por giro`,
    wheelEmpty: (empty) => `${empty} de cada 16 no traen nada`,
    atOnce: (rounds) => `unas ${rounds} rondas de cada 100`,
  },
};

describe.each(postLanguages)('the figures in %s', (language) => {
  const say = words[language];
  const read = (slug: string): string => source(slug, language).replaceAll(/\s+/g, ' ');
  const grouped = (value: number | bigint): string =>
    value.toLocaleString(say.locale, { useGrouping: 'always' } as Intl.NumberFormatOptions &
      BigIntToLocaleStringOptions);
  const decimal = (value: number): string => value.toLocaleString(say.locale);
  const oneDecimal = (value: number): string =>
    value.toLocaleString(say.locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const twoDecimals = (value: number): string =>
    value.toLocaleString(say.locale, { minimumFractionDigits: 2 });
  const percent = (value: number): string => oneDecimal(100 * value);
  /** A row of a table, however wide its columns were laid out. */
  const row = (...cells: (string | number)[]): string => `| ${cells.join(' | ')} |`;

  describe('of what each bet gives back', () => {
    const text = read('what-each-bet-gives-back');
    test('Aviator', () => {
      const back = aviatorRules.rtpBp / 100;
      expect(text).toContain(say.aviatorTitle(decimal(back)));
      expect(text).toContain(say.worksAtTwo(oneDecimal(back / 2)));
      expect(text).toContain(say.worksAtTen(oneDecimal(back / 10)));
    });
    test.each(doubleTroubleRules.drawTypes)('Double Trouble, %s', (type) => {
      const pays = `${decimal(payoutHundredths(type, 30) / 100)}x`;
      const back = say.backOf100(decimal(returnBp(type, 30) / 100));
      expect(text).toContain(row(say.drawTypes[type], winningNumberCount(type, 30), pays, back));
    });
    test.each(Object.entries(minefieldDifficulties))('Minefield, %s', (name, difficulty) => {
      const [first] = minefieldSteps(difficulty);
      if (!first) throw new Error('a game has steps');
      const { tiles, mines } = difficulty;
      const pays = `${twoDecimals(first.hundredths / 100)}x`;
      const back = say.backOf100(percent(fractionValue(first.returned)));
      expect(text).toContain(row(say.difficulties[name as DifficultyName], tiles, mines, pays, back));
    });
    test('Minefield on Easy after five and ten gems', () => {
      const back = minefieldSteps(minefieldDifficulties.Easy).map(({ returned }) =>
        percent(fractionValue(returned)),
      );
      expect(text).toContain(say.gemsLater(back[4] ?? '', back[9] ?? ''));
    });
    test('the lottery', () => {
      const back = decimal(Math.round(lotteryRtpBp() / 10) / 10);
      expect(text).toContain(say.lotteryTitle(back));
      expect(text).toContain(say.ways(grouped(lotteryDraws)));
      const share = (matches: number, multiplier: number) =>
        percent((Number(waysToMatch(matches)) * multiplier) / Number(lotteryDraws));
      expect(text).toContain(say.megaPotShare(share(6, 1_000_000), back));
      expect(text).toContain(say.threeShare(share(3, 16)));
    });
    test('the wheel', () => {
      const sum = wheelSegments.reduce<number>((all, coins) => all + coins, 0);
      expect(text).toContain(say.wheelSum(grouped(sum), decimal(Math.round(meanWheelCoins))));
    });
  });

  test.each(lotteryTiers())('of the tiers of the lottery: $matches', ({ matches, multiplier, oneIn }) => {
    const odds = oneIn < 10 ? decimal(oneIn) : grouped(oneIn);
    expect(read('how-sealed-lottery-tickets-work')).toContain(row(matches, `${grouped(multiplier)}x`, odds));
  });

  test('of the wheel’s segments, mean and odds', () => {
    const text = read('what-the-wheel-pays-on-average');
    // English lists them as the rules do; Spanish groups them as it groups all coins.
    const listed = wheelSegments.map((coins) => (language === 'en' ? String(coins) : grouped(coins)));
    expect(text).toContain(say.wheelList(`${listed.slice(0, -1).join(', ')} ${say.and} ${listed.at(-1)}`));
    expect(text).toContain(say.wheelMean(decimal(Math.round(meanWheelCoins))));
    expect(text).toContain(say.wheelEmpty(wheelSegments.length - segmentsPaying(1)));
    expect(wheelSegments.length - segmentsPaying(26)).toBe(8);
    const large = segmentsPaying(500) / wheelSegments.length;
    expect(Math.round(10 * (1 - (1 - large) ** 7))).toBe(6);
  });

  it('of rounds that burst immediately', () => {
    const atOnce = 1 - aviatorRules.rtpBp / 10_000 / 1.01;
    expect(read('how-the-crash-point-is-made')).toContain(say.atOnce(Math.round(100 * atOnce)));
  });
});
