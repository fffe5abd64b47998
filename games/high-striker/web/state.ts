/** What the page knows of the player's strikes, and how answers change it. */
import { mergeEntry, mergeList, type MergeRule, type Step } from '@fairground/game-kit/web';
import type { Strike } from '../contract.ts';
import { parseTarget } from '../rules.ts';

/** As stored in the cache; both are undefined until loaded. */
export interface StrikerState {
  /** The strike that this page showed last. */
  last: Strike | undefined;
  /** Newest first. */
  history: readonly Strike[] | undefined;
}

export type StrikerAction =
  | { type: 'struck'; strike: Strike }
  | { type: 'historyLoaded'; history: readonly Strike[] };

/** A strike never changes, so every copy is as new as another. */
const strikeRule: MergeRule<Strike> = {
  idOf: ({ id }) => id,
  versionOf: () => 1,
  createdAtOf: ({ createdAt }) => createdAt,
  maxLength: 10,
};

export function reduceStriker(state: StrikerState, action: StrikerAction): Step<StrikerState, never> {
  const { last, history } = state;
  switch (action.type) {
    case 'struck':
      return {
        state: {
          last: action.strike,
          history: history && mergeEntry(history, action.strike, strikeRule),
        },
        events: [],
      };
    case 'historyLoaded':
      return { state: { last, history: mergeList(history ?? [], action.history, strikeRule) }, events: [] };
  }
}

/** What a player typed, in either language's decimals; null where it is no target. */
export function readTarget(text: string): number | null {
  const typed = /^\s*(\d{1,4}(?:[.,]\d{1,2})?)\s*x?\s*$/i.exec(text)?.[1];
  const hundredths = typed === undefined ? null : parseTarget(Number(typed.replace(',', '.')));
  return hundredths === null ? null : hundredths / 100;
}

/** How often in a hundred strikes a target is reached, to three significant digits. */
export const chanceOf = (target: number, rtpBp: number): number =>
  Number((rtpBp / 100 / target).toPrecision(3));
