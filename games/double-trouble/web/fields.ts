/** The fields that a press bets on: one, or several where the player wants that. Each gets a bet of its own. */
import { doubleTroubleRules, type DrawType } from '../rules.ts';

export interface Fields {
  /** `Number` stands for the numbers below it, and opens them on a phone. */
  kinds: readonly DrawType[];
  numbers: readonly number[];
}

export type Field = { drawType: Exclude<DrawType, 'Number'> } | { drawType: 'Number'; number: number };

export const firstFields: Fields = { kinds: ['Under'], numbers: [] };

const toggled = <T>(list: readonly T[], one: T): readonly T[] =>
  list.includes(one) ? list.filter((each) => each !== one) : [...list, one];

export const chooseKind = (fields: Fields, kind: DrawType, isSeveral: boolean): Fields => ({
  ...fields,
  kinds: isSeveral ? toggled(fields.kinds, kind) : [kind],
});

export function chooseNumber({ kinds, numbers }: Fields, number: number, isSeveral: boolean): Fields {
  if (!isSeveral) return { kinds: ['Number'], numbers: [number] };
  // Numbers of a kind that is off are not bet on: the first that is chosen again is the only one.
  return kinds.includes('Number')
    ? { kinds, numbers: toggled(numbers, number) }
    : { kinds: [...kinds, 'Number'], numbers: [number] };
}

/** What a press bets on, in the order of the panel. */
export const fieldsOf = ({ kinds, numbers }: Fields): readonly Field[] =>
  doubleTroubleRules.drawTypes
    .filter((kind) => kinds.includes(kind))
    .flatMap((drawType): readonly Field[] =>
      drawType === 'Number'
        ? numbers.toSorted((one, other) => one - other).map((number) => ({ drawType, number }))
        : [{ drawType }],
    );

/** What is left of them where one press is one bet. */
export function onlyFirst(fields: Fields): Fields {
  const [kind = 'Under'] = [...fieldsOf(fields).map(({ drawType }) => drawType), ...fields.kinds];
  return { kinds: [kind], numbers: fields.numbers.toSorted((one, other) => one - other).slice(0, 1) };
}
