/** What an instant game paid against its rules, by the exact odds of each choice. */
import {
  drawValues,
  type ChoiceField,
  type ChoiceFields,
  type AnyInstantGame,
  type ValuesOf,
} from '../../shared/instant/index.ts';
import type { GameReturns } from '../returns.ts';
import { columnOf, type BetTable } from './table.ts';

/** Mean and variance of what bet `b` pays, as SQL expressions. */
export interface Moments {
  expected: string;
  variance: string;
}

/** The planner reads a list of all choices with each statement. */
const maxListed = 1_000;

export const instantReturns = ({ game, table }: BetTable, moments?: Moments): GameReturns => {
  const { expected, variance, join } = moments ? { ...moments, join: '' } : listMoments(game);
  return {
    table,
    unitsPerStep: 2_000,
    units: (
      where,
    ) => `SELECT b.id, false AS is_open, b.created_at AS at, 1::bigint AS bets, b.amount::numeric AS staked,
        b.amount_won::numeric AS paid, ${expected} AS expected, ${variance} AS variance
      FROM ${table} b ${join} WHERE ${where('b.id')}`,
  };
};

const listMoments = (game: AnyInstantGame): Moments & { join: string } => {
  const columns = Object.entries(game.choice).map(([name, field]) => columnOf(name, field));
  const rows = listChoices(game.choice).map((choice) => {
    const chance = Number(game.ways(choice)) / Number(drawValues);
    const multiplier = game.multiplierHundredths(choice) / 100;
    const values = Object.values(choice).map((value) => (typeof value === 'string' ? `'${value}'` : value));
    return `(${[...values, chance * multiplier, chance * (1 - chance) * multiplier ** 2].join(', ')})`;
  });
  return {
    expected: 'b.amount * c.mean::numeric',
    variance: 'b.amount::numeric ^ 2 * c.variance::numeric',
    join: `JOIN (VALUES ${rows.join(', ')}) c (${columns.join(', ')}, mean, variance) USING (${columns.join(', ')})`,
  };
};

/** Every choice that a player has. Throws where they are too many for a statement. */
export const listChoices = (fields: ChoiceFields): ValuesOf<ChoiceFields>[] => {
  let all: Record<string, number | string>[] = [{}];
  for (const [name, field] of Object.entries(fields)) {
    const values = valuesOf(field);
    if (all.length * values.length > maxListed) {
      throw new Error('the choices are too many to list: give `moments`, the mean and the variance in SQL');
    }
    all = all.flatMap((choice) => values.map((value) => ({ ...choice, [name]: value })));
  }
  return all;
};

const valuesOf = (field: ChoiceField): (number | string)[] =>
  field.kind === 'option'
    ? [...field.options]
    : Array.from({ length: Math.min(field.max - field.min, maxListed) + 1 }, (_, at) => field.min + at);
