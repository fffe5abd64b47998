/**
 * The punch card. Stamps are rows that the wallet's first stake and spin of a day leave; a missed day leaves none and
 * takes none away. A full card is claimed by one press, which pays its bonus once.
 */
import { stampsPerCard, type Card, type CardClaimAnswer } from '@fairground/contract/card';
import { accept, refuse, type Result } from '@fairground/contract/errors';
import type { User } from '@fairground/contract/user';
import type { RowOf } from '@fairground/sql';
import { createCoinCall, type CoinCallDeps } from '../../ledger/coin-call.ts';
import {
  keysOf,
  type Answer,
  type CoinOperation,
  type Outcome,
  type StoredKey,
} from '../../ledger/commit-together.ts';
import { lockWallets } from '../../ledger/locks.ts';
import { toUser } from '../../ledger/player-view.ts';
import type { Database } from '../../platform/database/database.ts';
import * as sql from './sql/card.sql.ts';

/** What a full card gives. */
const coins = 100;

export const createCardService = (deps: CoinCallDeps) => {
  const { database } = deps;

  const performClaim = async (
    query: Database['query'],
    batch: readonly (CoinOperation & StoredKey)[],
  ): Promise<Outcome<User>[]> => {
    const playerIds = batch.map((item) => item.playerId);
    await lockWallets(query, playerIds);
    const rows = await sql.claimCards.run(query, {
      playerIds,
      callKeys: batch.map((item) => item.callKey),
      callBodies: batch.map((item) => item.callBody),
      coins,
    });
    const byPlayer = new Map(rows.map((row) => [row.input_player, row]));
    return batch.map((item) => {
      const row = byPlayer.get(item.playerId);
      if (!row) throw new Error('a claim of the batch has no row');
      if (!isRewarded(row)) return refuse('card_not_full');
      const user = toUser(row);
      return accept({ ...claimAnswer(user, row), event: user });
    });
  };

  return {
    async find(playerId: bigint): Promise<Result<Card>> {
      const row = await sql.findCard.first(database.query, { playerId });
      return row ? accept(toCard(row)) : refuse('not_signed_in');
    },
    claim: createCoinCall(deps, {
      operation: 'card/claim',
      strategy: 'transaction',
      perform: performClaim,
      async findMade(query, batch) {
        return (await sql.findClaimed.run(query, keysOf(batch))).map((row) => ({
          playerId: row.input_player,
          callBody: row.call_body,
          answer: () => claimAnswer(toUser(row), row),
        }));
      },
    }),
  };
};

export type CardService = ReturnType<typeof createCardService>;

const claimAnswer = (user: User, row: Parameters<typeof toCard>[0]): Answer => ({
  status: 200,
  body: { user, coins, card: toCard(row) } satisfies CardClaimAnswer,
});

type RewardedRow = RowOf<typeof sql.claimCards> & Parameters<typeof toUser>[0];

const isRewarded = (row: RowOf<typeof sql.claimCards>): row is RewardedRow => row.player_id !== null;

const toCard = (
  row: Pick<RowOf<typeof sql.findCard>, 'claimed' | 'stamps' | 'days' | 'is_stamped_today'>,
): Card => ({
  stamps: JSON.parse(row.days) as string[],
  isStampedToday: row.is_stamped_today,
  full: Math.floor(Number(row.stamps) / stampsPerCard) - Number(row.claimed),
  claimed: Number(row.claimed),
  coins,
});
