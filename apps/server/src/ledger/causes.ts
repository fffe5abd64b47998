/** The lists of the view `cause`: what caused the transfers of a player. */
import type { OtherSource } from '@fairground/contract/play';

/** A game by what it stores of its players. */
export interface CausingGame {
  /** The wire id. */
  id: string;
  /** The names of its rows in the view `game_row`. */
  lists: readonly string[];
  /** The transfers have a kind with this prefix. */
  ledger: { prefix: string };
}

export interface Cause {
  /** Its name in the view. */
  list: string;
  /** The wire id of a game, or where else the coins came from. */
  source: string;
  /** The kind of the transfers, or what their kinds begin with. */
  kind: string;
}

const lists: readonly { source: OtherSource | 'closed'; list: string }[] = [
  { source: 'signup', list: 'signup' },
  { source: 'ad', list: 'adViews' },
  { source: 'referral', list: 'invited' },
  { source: 'referral', list: 'invitedBy' },
  { source: 'card', list: 'cardClaims' },
  { source: 'correction', list: 'corrections' },
  { source: 'closed', list: 'closing' },
];

export const listCauses = (games: readonly CausingGame[]): readonly Cause[] => [
  ...games.flatMap(({ id, lists: ofGame, ledger }) =>
    ofGame.map((list) => ({ list, source: id, kind: ledger.prefix })),
  ),
  ...lists.map((each) => ({ ...each, kind: each.source })),
];
