/** What must hold of the rules of every instant game: its odds, payouts and proofs. Needs nothing but the rules. */
import { readFileSync } from 'node:fs';
import { commitmentOf } from '@fairground/fairness/chain';
import { formatHex, parseHex } from '@fairground/fairness/hex';
import { describe, expect, test } from 'vitest';
import { drawBet, verifyInstantProof } from '../shared/instant/proof.ts';
import {
  drawValues,
  readFields,
  writeFields,
  type AnyInstantGame,
  type ChoiceField,
  type ChoiceFields,
  type Field,
  type Fields,
  type InstantProof,
  type ValuesOf,
} from '../shared/instant/index.ts';

/** A known answer, as in packages/fairness/vectors.json. */
export interface DrawVector {
  serverSeed: string;
  clientSeed: string;
  nonce: number;
  drawn: ValuesOf<Fields>;
}

const file = new URL('../../fairness/vectors.json', import.meta.url);
const { instant: published } = JSON.parse(readFileSync(file, 'utf8')) as {
  instant: Readonly<Record<string, readonly DrawVector[]>>;
};

type Choice = ValuesOf<ChoiceFields>;
type Proof = InstantProof<ChoiceFields, Fields>;

/**
 * The number of evenly spaced draws that are tried for each choice; between two of them a result changes at most once.
 */
const samples = 2_048n;

export const describeInstantRules = (
  game: AnyInstantGame,
  vectors: readonly DrawVector[] = published[game.algorithm] ?? [],
): void => {
  const choices = spread(game.choice, 500);

  describe('the odds', () => {
    test('are those that are counted over the draw', () => {
      const points = Array.from({ length: Number(samples) + 1 }, (_, at) => {
        const r = at === Number(samples) ? drawValues - 1n : (drawValues / samples) * BigInt(at);
        return { r, drawn: game.draw(r) };
      });
      for (const choice of choices) {
        const counted = countWins(game, choice, points);
        if (counted !== game.ways(choice)) {
          expect.fail(`${JSON.stringify(choice)}: ${game.ways(choice)} ways, and ${counted} counted`);
        }
      }
    });

    test('give the lowest and the highest return that the game states', () => {
      let [lowest, highest] = [Infinity, 0];
      for (const choice of everyChoice(game.choice)) {
        const bp = (Number(game.ways(choice)) / Number(drawValues)) * game.multiplierHundredths(choice) * 100;
        lowest = Math.min(lowest, bp);
        highest = Math.max(highest, bp);
      }
      expect([...new Set([Math.round(lowest), Math.round(highest)])]).toEqual([...game.returnsBp]);
    });

    test('leave a chance to win and one to lose, and a win pays more than the stake', () => {
      for (const choice of choices) {
        const ways = game.ways(choice);
        const isFair = ways > 0n && ways < drawValues && game.multiplierHundredths(choice) > 100;
        if (!isFair) expect.fail(JSON.stringify(choice));
      }
    });
  });

  test('payouts are whole coins', () => {
    for (const choice of choices) {
      const hundredths = game.multiplierHundredths(choice);
      if (!Number.isSafeInteger(hundredths)) expect.fail(JSON.stringify(choice));
      expect((game.stakes.step * hundredths) % 100).toBe(0);
    }
  });

  test('draws stay within their fields', () => {
    for (const r of [0n, 1n, drawValues / 3n, drawValues / 2n, drawValues - 1n]) {
      const drawn = game.draw(r);
      expect(readFields(game.drawn, writeFields(game.drawn, drawn)), String(r)).toEqual(drawn);
    }
  });

  test('the sample is a bet', () => {
    expect(game.bodySchema.parse(game.sample)).toEqual(game.sample);
    expect(game.configSchema.parse(game.config)).toEqual(game.config);
  });

  test.each(impossibleBets(game))('a bet with %s is refused', (_, body) => {
    expect(game.bodySchema.safeParse(body).success).toBe(false);
  });

  test.each(vectors)(`${game.algorithm} nonce $nonce of $clientSeed is a known answer`, (vector) => {
    const serverSeed = parseHex(vector.serverSeed) ?? expect.fail('no seed');
    expect(drawBet(game, { ...vector, serverSeed })).toEqual(vector.drawn);
    expect(verifyInstantProof(game, proofOf(game, vector))).toMatchObject({ ok: true, fault: null });
  });

  describe('a modified proof', () => {
    const sound = proofOf(game, vectors[0] ?? expect.fail('there are no known answers'));
    const { won, ...drawn } = sound.outcome;
    /** A game of few results draws the same from many seeds. */
    const firstThatDraws = (changeBy: (n: number) => object): object => {
      for (let n = 1; n < 1_000; n += 1) {
        const change = changeBy(n);
        const serverSeed = parseHex(sound.seed ?? '') ?? expect.fail('no seed');
        const other = drawBet(game, { ...sound, ...change, serverSeed });
        if (JSON.stringify(other) !== JSON.stringify(drawn)) return change;
      }
      return expect.fail('every seed draws the same');
    };
    const altered = Object.entries(game.drawn).map(([name, field]): [string, object, string] => [
      `another ${name}`,
      { outcome: { ...sound.outcome, [name]: nextTo(field, drawn[name]) } },
      'outcome_mismatch',
    ]);
    const malformed = Object.keys(game.choice).map((name): [string, object, string] => [
      `no ${name}`,
      { [name]: null },
      'malformed',
    ]);
    test.each<[string, object, string]>([
      ...altered,
      ...malformed,
      ['the other outcome', { outcome: { ...drawn, won: !won } }, 'outcome_mismatch'],
      ['another seed', { seed: '33'.repeat(32) }, 'commitment_mismatch'],
      [
        'another client seed',
        firstThatDraws((n) => ({ clientSeed: `another-seed-${n}` })),
        'outcome_mismatch',
      ],
      ['another nonce', firstThatDraws((n) => ({ nonce: sound.nonce + n })), 'outcome_mismatch'],
      ['no seed yet', { seed: null }, 'not_revealed'],
      ['a seed that is no hex', { seed: 'XY'.repeat(32) }, 'malformed'],
      ['a client seed that splits the context', { clientSeed: 'a|0|3|other' }, 'malformed'],
      ['a nonce below zero', { nonce: -1 }, 'malformed'],
      ['another algorithm', { algorithm: `${game.algorithm}0` }, 'unknown_algorithm'],
      ['another game', { game: `${game.id}2` }, 'unknown_algorithm'],
    ])('with %s does not hold', (_, change, fault) => {
      expect(verifyInstantProof(game, { ...sound, ...change } as Proof)).toMatchObject({ ok: false, fault });
    });
  });
};

/**
 * Bets that no player can place: each limit passed by one step, each value missing, of another type, and one too many.
 */
export const impossibleBets = (game: AnyInstantGame): [string, unknown][] => {
  const { min, max, step } = game.stakes;
  const amounts = [0, min - step, min + step / 2, max + step, -min, String(min), null];
  const bodies: [string, unknown][] = amounts.map((amount) => [
    `the amount ${JSON.stringify(amount)}`,
    { ...game.sample, amount },
  ]);
  for (const [name, field] of Object.entries(game.choice)) {
    const unit = field.kind === 'hundredths' ? 100 : 1;
    const values =
      field.kind === 'option'
        ? ['', `${field.initial} `, 1, null]
        : [field.min - 1, field.max + 1, field.min + 0.5].map((value) => value / unit).concat(NaN);
    for (const value of [...values, [], '2']) {
      bodies.push([`the ${name} ${JSON.stringify(value)}`, { ...game.sample, [name]: value }]);
    }
    bodies.push([`no ${name}`, { ...game.sample, [name]: undefined }]);
  }
  for (const name of Object.keys(game.drawn)) bodies.push([`a ${name}`, { ...game.sample, [name]: 1 }]);
  return [...bodies, ['no amount', { ...game.sample, amount: undefined }], ['nothing', null], ['a list', []]];
};

const proofOf = (game: AnyInstantGame, { serverSeed, clientSeed, nonce, drawn }: DrawVector): Proof => {
  const choice = readFields(game.choice, game.sample) ?? expect.fail('the sample is no bet');
  return {
    game: game.id,
    id: '1',
    algorithm: game.algorithm,
    commitment: formatHex(commitmentOf(parseHex(serverSeed) ?? expect.fail('no seed'))),
    seed: serverSeed,
    clientSeed,
    clientSeedSource: 'player',
    nonce,
    ...writeFields(game.choice, choice),
    outcome: { ...writeFields(game.drawn, drawn), won: game.wins(choice, drawn) },
  } as Proof;
};

/** A value that the field can have over the wire, and that is not this one. */
export const nextTo = (field: Field, value: unknown): unknown => {
  if (field.kind === 'option') return field.options.find((option) => option !== value);
  const unit = field.kind === 'hundredths' ? 100 : 1;
  const other = Math.round(Number(value) * unit) + 1;
  return (other > field.max ? field.min : other) / unit;
};

const countWins = (
  game: AnyInstantGame,
  choice: Choice,
  points: readonly { r: bigint; drawn: ValuesOf<Fields> }[],
): bigint => {
  let counted = 0n;
  let from = 0n;
  let isWin = false;
  for (const [at, { r, drawn }] of points.entries()) {
    const wins = game.wins(choice, drawn);
    if (at === 0) isWin = wins;
    if (wins === isWin) continue;
    let [low, high] = [points[at - 1]?.r ?? 0n, r];
    while (high - low > 1n) {
      const middle = (low + high) / 2n;
      if (game.wins(choice, game.draw(middle)) === isWin) low = middle;
      else high = middle;
    }
    if (isWin) counted += high - from;
    [from, isWin] = [high, wins];
  }
  return isWin ? counted + drawValues - from : counted;
};

const valuesOf = (field: ChoiceField, limit: number): (string | number)[] => {
  if (field.kind === 'option') return [...field.options];
  const count = field.max - field.min + 1;
  if (count <= limit) return Array.from({ length: count }, (_, at) => field.min + at);
  // Both ends with their neighbors, and others in between.
  const between = Array.from(
    { length: limit - 20 },
    (_, at) => field.min + Math.floor((count * at) / (limit - 20)),
  );
  const ends = Array.from({ length: 10 }, (_, at) => [field.min + at, field.max - at]).flat();
  return [...new Set([...between, ...ends])];
};

const combine = (fields: ChoiceFields, limit: number): Choice[] =>
  Object.entries(fields).reduce<Choice[]>(
    (all, [name, field]) =>
      all.flatMap((choice) => valuesOf(field, limit).map((value): Choice => ({ ...choice, [name]: value }))),
    [{}],
  );

/** All choices, or this many values of each field if there are more. */
const spread = (fields: ChoiceFields, limit: number): Choice[] => combine(fields, limit);
export const everyChoice = (fields: ChoiceFields): Choice[] => combine(fields, Infinity);
