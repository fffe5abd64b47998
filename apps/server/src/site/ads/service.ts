/**
 * Ad rewards: a view is begun, and paid once its seconds have passed on the database's clock, once each, up
 * to the day's limit. Nothing that the page says decides; it only names the view.
 */
import type { AdCallbackBody, AdCompleteAnswer, AdStartAnswer } from '@fairground/contract/ads';
import { accept, accepted, refuse, type Result } from '@fairground/contract/errors';
import type { User } from '@fairground/contract/user';
import type { Submit } from '../../platform/batcher.ts';
import { createCoinCall, type CoinCallDeps } from '../../ledger/coin-call.ts';
import type { CoinOperation, Committed, Outcome } from '../../ledger/commit-together.ts';
import { toUser, toWireCoins } from '../../ledger/player-view.ts';
import type { Database } from '../../platform/postgres/database.ts';
import type { AdProvider } from './provider.ts';
import { lockWallets } from '../../ledger/locks.ts';
import * as queries from './queries.ts';

export interface CompleteAd extends CoinOperation {
  viewId: bigint;
}

export interface AdsService {
  start(playerId: bigint): Promise<Result<AdStartAnswer>>;
  complete: Submit<CompleteAd, Committed<User>>;
  /** An ad network's word. Refused with `not_found` where no network is set in. */
  confirm(callback: AdCallbackBody & { view: bigint | undefined }): Promise<Result>;
  clean(): Promise<void>;
}

export interface AdRules {
  seconds: number;
  coins: number;
  dailyLimit: number;
}

export interface AdsServiceDeps extends CoinCallDeps {
  rules: AdRules;
  provider: AdProvider;
}

/** The code is shared with the limit that players set themselves, whose sentence is about that one. */
const noneLeft = 'You have seen all ads for today. There are more tomorrow.';

/** A callback older or newer than this is not believed: what was overheard cannot be sent again later. */
const callbackWithinSeconds = 300;

export const createAdsService = (deps: AdsServiceDeps): AdsService => {
  const { database, rules, provider } = deps;

  const performComplete = async (
    query: Database['query'],
    batch: readonly CompleteAd[],
  ): Promise<Outcome<User>[]> => {
    await lockWallets(
      query,
      batch.map((item) => item.playerId),
    );
    const rows = await queries.payViews(query, batch, rules.dailyLimit);
    const byPlayer = new Map(rows.map((row) => [row.input_player, row]));
    return batch.map((item) => {
      const row = byPlayer.get(item.playerId);
      if (!row) throw new Error('a view of the batch has no row');
      if (row.refusal !== null) return refuse(row.refusal, row.refusal === 'limit_reached' ? noneLeft : {});
      const user = toUser(row);
      const left = rules.dailyLimit - row.paid_today - 1;
      const body: AdCompleteAnswer = { user, coins: toWireCoins(row.amount), left };
      return accept({ status: 200, body, event: user });
    });
  };

  return {
    start: (playerId) =>
      database.transaction(async (query) => {
        await lockWallets(query, [playerId]);
        const paid = await queries.countPaidToday(query, playerId);
        if (paid >= rules.dailyLimit) return refuse('limit_reached', noneLeft);
        const creative = provider.choose(paid);
        const { seconds, coins } = rules;
        const view = { playerId, provider: provider.name, creative: creative.name, seconds, coins };
        const id = await queries.replaceView(query, view);
        const left = rules.dailyLimit - paid;
        return accept({ id: String(id), seconds, coins, creative, left });
      }),
    complete: createCoinCall(deps, { operation: 'ads/complete', perform: performComplete }),
    async confirm(callback) {
      if (!provider.isSigned) return refuse('not_found');
      if (!provider.isSigned(callback)) return refuse('wrong_credentials', 'The signature does not fit.');
      if (callback.view === undefined) return refuse('not_found');
      const result = await queries.confirmView(database.query, {
        viewId: callback.view,
        transactionId: callback.transactionId,
        sentAt: callback.sentAt,
        withinSeconds: callbackWithinSeconds,
      });
      switch (result) {
        case 'confirmed':
          return accepted;
        case 'unknown':
          return refuse('not_found');
        case 'stale':
          return refuse('invalid_request', 'The clocks disagree by more than five minutes.');
        case 'used_before':
          return refuse('invalid_request', 'This transaction has confirmed another view.');
      }
    },
    clean: () => queries.deleteAbandoned(database.query),
  };
};
