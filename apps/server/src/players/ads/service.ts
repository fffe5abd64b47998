/**
 * Ad rewards: a view is started, and paid once its seconds have passed on the database's clock, once each, up
 * to the day's limit. The page decides nothing; it only names the view.
 */
import type { AdCallbackBody, AdCompleteAnswer, AdStartAnswer } from '@fairground/contract/ads';
import { accept, accepted, refuse, type Result } from '@fairground/contract/errors';
import type { User } from '@fairground/contract/user';
import { createCoinCall, type CoinCallDeps } from '../../ledger/coin-call.ts';
import {
  keysOf,
  type Answer,
  type CoinOperation,
  type Outcome,
  type StoredKey,
} from '../../ledger/commit-together.ts';
import { toUser, toWireCoins } from '../../ledger/player-view.ts';
import type { Database } from '../../platform/database/database.ts';
import type { AdProvider } from './provider.ts';
import { lockWallets } from '../../ledger/locks.ts';
import * as sql from './sql/views.sql.ts';

export interface CompleteAd extends CoinOperation {
  viewId: bigint;
}

export interface AdRules {
  seconds: number;
  coins: number;
  dailyLimit: number;
}

/** The default sentence of this code is about the limit that players set themselves. */
const noAdsLeft = 'You have seen all ads for today. There are more tomorrow.';
const noAdsForBots = 'A bot gets no coins for ads.';

/** A callback older or newer than this is refused: what was intercepted cannot be replayed later. */
const callbackWithinSeconds = 300;

export const createAdsService = (deps: CoinCallDeps & { rules: AdRules; provider: AdProvider }) => {
  const { database, rules, provider } = deps;

  const performComplete = async (
    query: Database['query'],
    batch: readonly (CompleteAd & StoredKey)[],
  ): Promise<Outcome<User>[]> => {
    await lockWallets(
      query,
      batch.map((item) => item.playerId),
    );
    const rows = await sql.payViews.run(query, {
      playerIds: batch.map((item) => item.playerId),
      viewIds: batch.map((item) => item.viewId),
      callKeys: batch.map((item) => item.callKey),
      callBodies: batch.map((item) => item.callBody),
      dailyLimit: rules.dailyLimit,
    });
    const byPlayer = new Map(rows.map((row) => [row.input_player, row]));
    return batch.map((item) => {
      const row = byPlayer.get(item.playerId);
      if (!row) throw new Error('a view of the batch has no row');
      if (row.refusal !== null)
        return refuse(
          row.refusal,
          row.refusal === 'limit_reached' ? (row.is_bot ? noAdsForBots : noAdsLeft) : {},
        );
      const user = toUser(row);
      return accept({ ...paidAnswer(user, row.amount, row.paid_today + 1), event: user });
    });
  };

  const paidAnswer = (user: User, amount: bigint, paidToday: number): Answer => {
    const left = rules.dailyLimit - paidToday;
    return { status: 200, body: { user, coins: toWireCoins(amount), left } satisfies AdCompleteAnswer };
  };

  return {
    start: (playerId: bigint): Promise<Result<AdStartAnswer>> =>
      database.transaction(async (query) => {
        await lockWallets(query, [playerId]);
        const { paid = 0, is_bot: isBot } = (await sql.countPaidToday.first(query, { playerId })) ?? {};
        if (isBot) return refuse('limit_reached', noAdsForBots);
        if (paid >= rules.dailyLimit) return refuse('limit_reached', noAdsLeft);
        const creative = provider.choose(paid);
        const { seconds, coins } = rules;
        const view = { playerId, provider: provider.name, creative: creative.name, seconds, coins };
        await sql.deleteOpenView.run(query, { playerId });
        const inserted = await sql.insertView.first(query, view);
        if (!inserted) throw new Error('an insert returned no row');
        const left = rules.dailyLimit - paid;
        return accept({ id: String(inserted.id), seconds, coins, creative, left });
      }),
    complete: createCoinCall(deps, {
      operation: 'ads/complete',
      strategy: 'transaction',
      perform: performComplete,
      async findMade(query, batch) {
        return (await sql.findPaid.run(query, keysOf(batch))).map((row) => ({
          playerId: row.input_player,
          callBody: row.call_body,
          answer: () => paidAnswer(toUser(row), row.amount, row.paid_by_then),
        }));
      },
    }),
    /** An ad network's callback. Refused with `not_found` where no network is configured. */
    async confirm(callback: AdCallbackBody & { view: bigint | undefined }): Promise<Result> {
      if (!provider.isSigned) return refuse('not_found');
      if (!provider.isSigned(callback)) return refuse('wrong_credentials', 'The signature does not fit.');
      if (callback.view === undefined) return refuse('not_found');
      const row = await sql.confirmView.first(database.query, {
        viewId: callback.view,
        transactionId: callback.transactionId,
        sentAt: callback.sentAt,
        withinSeconds: callbackWithinSeconds,
      });
      switch (row?.result) {
        case 'confirmed':
          return accepted;
        case 'unknown':
        case undefined:
          return refuse('not_found');
        case 'stale':
          return refuse('invalid_request', 'The clocks disagree by more than five minutes.');
        case 'used_before':
          return refuse('invalid_request', 'This transaction has confirmed another view.');
      }
    },
    async clean() {
      await sql.deleteAbandonedViews.run(database.query);
    },
  };
};

export type AdsService = ReturnType<typeof createAdsService>;
