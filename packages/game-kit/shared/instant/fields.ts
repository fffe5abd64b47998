/**
 * What players choose and what is drawn, value by value. A field says once how its value is written in the rules, over
 * the wire, and in the game's table.
 */
import { integerWithin, multiplier, numberWithin } from '@fairground/contract/primitives';
import * as z from 'zod/mini';

interface Range {
  min: number;
  max: number;
}

/** A choice has a value that the page begins with, and may offer others by buttons. */
interface Offered extends Range {
  initial: number;
  quick?: readonly number[];
}

/** A whole number, the same everywhere. */
interface WholeNumber extends Range {
  kind: 'whole';
}

/** A number with two decimals: whole hundredths in rules and table (250), and 2.5 over the wire. */
interface Hundredths extends Range {
  kind: 'hundredths';
}

/** One of a few texts. */
interface OneOf<Option extends string> {
  kind: 'option';
  options: readonly Option[];
  initial: Option;
}

export type NumberField = WholeNumber | Hundredths;
export type Field = NumberField | OneOf<string>;
export type Fields = Readonly<Record<string, Field>>;

/** The fields of a choice: each has what a page begins with. */
export type ChoiceField = (NumberField & Offered) | OneOf<string>;
export type ChoiceFields = Readonly<Record<string, ChoiceField>>;

/** The value of each field, as the rules have it. Over the wire only hundredths differ, by their unit. */
export type ValuesOf<Of extends Fields> = { readonly [Name in keyof Of]: ValueOf<Of[Name]> };
type ValueOf<Of extends Field> = Of extends OneOf<infer Option> ? Option : number;

export const wholeNumber = <Of extends Range>(range: Of): Of & WholeNumber => ({ ...range, kind: 'whole' });

/** All of `range` is in hundredths. */
export const hundredths = <Of extends Range>(range: Of): Of & Hundredths => ({
  ...range,
  kind: 'hundredths',
});

/** The first one is what a page begins with. */
export const oneOf = <const Option extends string>(
  options: readonly [Option, ...Option[]],
): OneOf<Option> => ({ kind: 'option', options, initial: options[0] });

/** In answers and proofs. */
export const fieldSchema = (field: Field): z.ZodMiniType => {
  switch (field.kind) {
    case 'whole':
      return z.number().check(z.int(), z.gte(field.min), z.lte(field.max));
    case 'hundredths':
      return multiplier;
    case 'option':
      return z.enum([...field.options]);
  }
};

/** In what a player sends; whatever is wrong with a value, the message names its limits. */
export const choiceSchema = (field: Field): z.ZodMiniType => {
  switch (field.kind) {
    case 'whole':
      return integerWithin(field);
    case 'hundredths':
      return numberWithin(
        { min: field.min / 100, max: field.max / 100 },
        ', with at most two decimals',
      ).check(z.refine((value) => readField(field, value) !== null, 'Must have at most two decimals.'));
    case 'option':
      return z.enum([...field.options], { error: `Must be one of ${field.options.join(', ')}.` });
  }
};

/** The value as the rules have it, or null if the field does not allow it. */
export function readField(field: Field, wire: unknown): number | string | null {
  if (field.kind === 'option') {
    return typeof wire === 'string' && field.options.includes(wire) ? wire : null;
  }
  if (typeof wire !== 'number') return null;
  const value = field.kind === 'hundredths' ? Math.round(wire * 100) : wire;
  const isExact = Number.isSafeInteger(value) && writeField(field, value) === wire;
  return isExact && value >= field.min && value <= field.max ? value : null;
}

/** As it is over the wire. */
export const writeField = (field: Field, value: number | string): number | string =>
  field.kind === 'hundredths' ? Number(value) / 100 : value;

/** The values of the rules, or null where one of them cannot be. */
export function readFields<Of extends Fields>(fields: Of, wire: object): ValuesOf<Of> | null {
  const given = wire as Readonly<Record<string, unknown>>;
  const values: Record<string, number | string> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = readField(field, given[name]);
    if (value === null) return null;
    values[name] = value;
  }
  return values as ValuesOf<Of>;
}

export const writeFields = <Of extends Fields>(fields: Of, values: ValuesOf<Of>): ValuesOf<Of> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, writeField(field, values[name] ?? '')]),
  ) as ValuesOf<Of>;
