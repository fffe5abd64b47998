/**
 * An instant game: a bet is one choice and one stake, drawn and settled by the call that places it. A game is one pure
 * object; its calls, proofs, page, table, returns and audit follow from it. Nothing here draws.
 */
import { coins, id, instant, multiplier, receipt, stakeWithin } from '@fairground/contract/primitives';
import { userSchema, type User } from '@fairground/contract/user';
import * as z from 'zod/mini';
import {
  choiceSchema,
  fieldSchema,
  type ChoiceField,
  type ChoiceFields,
  type Field,
  type Fields,
  type ValuesOf,
} from './fields.ts';

/** A draw is made from one of this many equally likely numbers. */
export const drawValues = 2n ** 52n;

export interface InstantRules<Choice extends ChoiceFields, Drawn extends Fields> {
  /** The wire id: the key in calls, proofs and config. */
  id: string;
  /** Names the draw in proofs, and is part of what is hashed. */
  algorithm: string;
  /** Multiples of `step` from `min` to `max`; `step` is a multiple of 100, so that no payout has a fraction. */
  stakes: { min: number; max: number; step: number; quick: readonly number[] };
  /** What a player chooses with each bet. */
  choice: Choice;
  /** What is drawn; no name is one of `choice`. */
  drawn: Drawn;
  /** What one of the `drawValues` numbers from 0 on gives. The numbers that give the same are neighbors. */
  draw(r: bigint): ValuesOf<Drawn>;
  /** What a win pays for a stake of one coin, in whole hundredths. */
  multiplierHundredths(choice: ValuesOf<Choice>): number;
  wins(choice: ValuesOf<Choice>, drawn: ValuesOf<Drawn>): boolean;
  /** How many of the `drawValues` numbers win: counted, not estimated. */
  ways(choice: ValuesOf<Choice>): bigint;
  /**
   * The lowest and the highest average return of ten thousand coins, over all choices; one
   * number where they are equal.
   */
  returnsBp: readonly [number] | readonly [number, number];
  /** A bet as a player sends it: the one that sweeps of the site place. */
  sample: InstantBody<Choice>;
  /** How verifiers write a result; by default its values, and whether it won. */
  describeResult?(drawn: ValuesOf<Drawn>, won: boolean): string;
}

/** POST /GAME/create */
export type InstantBody<Choice extends ChoiceFields> = { amount: number } & ValuesOf<Choice>;

/** A bet is settled as it is placed, so this never changes. */
export type InstantBet<Choice extends ChoiceFields, Drawn extends Fields> = {
  id: string;
  amount: number;
} & ValuesOf<Choice> &
  ValuesOf<Drawn> & {
    outcome: 'won' | 'lost';
    coinsWon: number;
    createdAt: string;
    user: { id: string; username: string };
  };

/** A bet on its public page. It is a player's own, so it says neither whose it is nor what was staked. */
export type InstantRound<Choice extends ChoiceFields, Drawn extends Fields> = ValuesOf<Choice> &
  ValuesOf<Drawn> & { outcome: 'won' | 'lost' };

/** GET /fairness/GAME/{id}. `seed` is null until the player rotates it out. */
export type InstantProof<Choice extends ChoiceFields, Drawn extends Fields> = {
  game: string;
  id: string;
  algorithm: string;
  commitment: string;
  seed: string | null;
  clientSeed: string;
  clientSeedSource: 'server' | 'player';
  nonce: number;
} & ValuesOf<Choice> & { outcome: ValuesOf<Drawn> & { won: boolean } };

type NamesWith<Part, Choice extends ChoiceFields> = {
  [Name in keyof Choice]: Choice[Name] extends Part ? Name : never;
}[keyof Choice] &
  string;
type NumberNames<Choice extends ChoiceFields> = NamesWith<{ min: number }, Choice>;
type QuickNames<Choice extends ChoiceFields> = NamesWith<{ quick: readonly number[] }, Choice>;

/** The part of GET /games/config. Choices are as over the wire. */
export type InstantConfig<Choice extends ChoiceFields> = {
  minBet: number;
  maxBet: number;
  step: number;
  defaultBet: number;
  quickBets: number[];
  /** The lowest average return of ten thousand coins. */
  rtpBp: number;
} & { [Name in NumberNames<Choice> as `${'min' | 'max' | 'default'}${Capitalize<Name>}`]: number } & {
  [Name in QuickNames<Choice> as `quick${Capitalize<Name>}s`]: number[];
};

export interface InstantGame<Choice extends ChoiceFields, Drawn extends Fields> extends InstantRules<
  Choice,
  Drawn
> {
  bodySchema: z.ZodMiniType<InstantBody<Choice>>;
  betSchema: z.ZodMiniType<InstantBet<Choice, Drawn>>;
  answerSchema: z.ZodMiniType<{ user: User; game: InstantBet<Choice, Drawn> }>;
  /** GET /GAME/userHistory: the newest first. */
  historySchema: z.ZodMiniType<InstantBet<Choice, Drawn>[]>;
  configSchema: z.ZodMiniType<InstantConfig<Choice>>;
  config: InstantConfig<Choice>;
  roundSchema: z.ZodMiniType<InstantRound<Choice, Drawn>>;
  proofSchema: z.ZodMiniType<InstantProof<Choice, Drawn>>;
  /** What a bet pays: coins, and exact. */
  payoutCoins(stakeCoins: number, choice: ValuesOf<Choice>, drawn: ValuesOf<Drawn>): number;
}

type OfSingleGame = 'betSchema' | 'answerSchema' | 'historySchema' | 'proofSchema';

/** What every instant game is, without the types that only the game knows. */
export interface AnyInstantGame extends Omit<InstantGame<ChoiceFields, Fields>, OfSingleGame> {
  betSchema: z.ZodMiniType;
  answerSchema: z.ZodMiniType;
  historySchema: z.ZodMiniType<object[]>;
  proofSchema: z.ZodMiniType;
}

export function defineInstantGame<const Choice extends ChoiceFields, const Drawn extends Fields>(
  rules: InstantRules<Choice, Drawn>,
): InstantGame<Choice, Drawn> {
  const { stakes, returnsBp } = rules;
  if (stakes.step % 100 !== 0) throw new Error(`${rules.id}: stakes are multiples of a hundred coins`);
  const twice = Object.keys(rules.drawn).find((name) => name in rules.choice);
  if (twice !== undefined) throw new Error(`${rules.id}: ${twice} is both chosen and drawn`);
  const choice = mapFields(rules.choice, fieldSchema);
  const drawn = mapFields(rules.drawn, fieldSchema);
  const outcome = z.enum(['won', 'lost']);
  const betSchema = z.object({
    id,
    amount: coins,
    ...choice,
    ...drawn,
    outcome,
    coinsWon: coins,
    createdAt: instant,
    user: z.object({ id, username: z.string() }),
  });
  const offers = Object.entries(rules.choice).flatMap(([name, field]) => offerOf(name, field));
  const game = {
    ...rules,
    bodySchema: z.strictObject({ amount: stakeWithin(stakes), ...mapFields(rules.choice, choiceSchema) }),
    betSchema,
    answerSchema: z.object({ user: userSchema, game: betSchema, receipt }),
    historySchema: z.array(betSchema),
    configSchema: z.object({
      minBet: coins,
      maxBet: coins,
      step: coins,
      defaultBet: coins,
      quickBets: z.array(coins),
      ...Object.fromEntries(offers.map(({ key, schema }) => [key, schema])),
      rtpBp: z.number(),
    }),
    config: {
      minBet: stakes.min,
      maxBet: stakes.max,
      step: stakes.step,
      defaultBet: stakes.min,
      quickBets: [...stakes.quick],
      ...Object.fromEntries(offers.map(({ key, value }) => [key, value])),
      rtpBp: returnsBp[0],
    },
    roundSchema: z.object({ ...choice, ...drawn, outcome }),
    proofSchema: z.object({
      game: z.literal(rules.id),
      id,
      algorithm: z.literal(rules.algorithm),
      commitment: z.string(),
      seed: z.nullable(z.string()),
      clientSeed: z.string(),
      clientSeedSource: z.enum(['server', 'player']),
      nonce: z.number().check(z.int(), z.gte(0)),
      ...choice,
      outcome: z.object({ ...drawn, won: z.boolean() }),
    }),
    payoutCoins: (stakeCoins: number, chosen: ValuesOf<Choice>, result: ValuesOf<Drawn>) =>
      rules.wins(chosen, result) ? (stakeCoins / 100) * rules.multiplierHundredths(chosen) : 0,
  };
  // The shapes are made from the fields, which types cannot follow.
  return game as unknown as InstantGame<Choice, Drawn>;
}

const mapFields = <Of extends Field>(
  fields: Readonly<Record<string, Of>>,
  schemaOf: (field: Of) => z.ZodMiniType,
): Record<string, z.ZodMiniType> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]));

/** The limits of a number and what is offered, by their keys in the config. */
const offerOf = (
  name: string,
  field: ChoiceField,
): { key: string; schema: z.ZodMiniType; value: number | number[] }[] => {
  if (field.kind === 'option') return [];
  const [per, schema] = field.kind === 'hundredths' ? [100, multiplier] : [1, z.number().check(z.int())];
  const end = name.charAt(0).toUpperCase() + name.slice(1);
  return [
    { key: `min${end}`, schema, value: field.min / per },
    { key: `max${end}`, schema, value: field.max / per },
    { key: `default${end}`, schema, value: field.initial / per },
    ...(field.quick
      ? [{ key: `quick${end}s`, schema: z.array(schema), value: field.quick.map((value) => value / per) }]
      : []),
  ];
};

/** A whole number from 0 to `n - 1`: floor(n · r / 2^52). */
export const below = (n: number, r: bigint): number => Number((BigInt(n) * r) / drawValues);

/** How many of the `drawValues` numbers give `below(n, r) < k`. */
export const waysBelow = (k: number, n: number): bigint =>
  (BigInt(k) * drawValues + BigInt(n) - 1n) / BigInt(n);
