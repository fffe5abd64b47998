/**
 * Presses for a bet are judged one at a time. Those that arrive in the meantime take no place in the queue: once the
 * bet has ended they are answered from its outcome, and only while it has not, the earliest of them is judged next.
 */
import { accept, refuse } from '@fairground/contract/errors';
import type { User } from '@fairground/contract/user';
import { maxWaitingPerPlayer, tooManyWaiting } from '@fairground/server/ledger/coin-call';
import type { CoinOperation, Committed } from '@fairground/server/ledger/commit-together';
import type { BetSlot } from '../rules.ts';
import type { RoundAge } from './round-age.ts';
import { mapKeyOf } from './waiting-presses.ts';

export interface CashOut extends CoinOperation {
  roundId: bigint;
  slot: BetSlot;
  askedHundredths: number;
  /** When the request's complete body had been parsed, on the monotonic clock. */
  receivedAt: number;
  /** The round may crash, and the next one too, while the press waits. */
  ageAtArrival: RoundAge;
}

export const createJudgeOnce = (
  judge: (press: CashOut) => Promise<Committed<User>>,
): ((press: CashOut) => Promise<Committed<User>>) => {
  const byBet = new Map<string, { press: CashOut; outcome: Promise<Committed<User>>; waiting: number }>();

  const judgeNow = async (bet: string, press: CashOut): Promise<Committed<User>> => {
    const outcome = judge(press);
    byBet.set(bet, { press, outcome, waiting: 0 });
    try {
      return await outcome;
    } finally {
      byBet.delete(bet);
    }
  };

  return async (press) => {
    const bet = mapKeyOf(press);
    for (let judging = byBet.get(bet); judging; judging = byBet.get(bet)) {
      if (judging.waiting >= maxWaitingPerPlayer) return tooManyWaiting;
      judging.waiting += 1;
      const outcome = await judging.outcome.catch(() => undefined);
      if (outcome && endsBet(outcome)) return answerFrom(outcome, judging.press, press);
    }
    return judgeNow(bet, press);
  };
};

/** Whether the bet is over: a refusal may have been of the press alone, such as one that came too early. */
const endsBet = (outcome: Committed<User>): boolean =>
  outcome.ok || outcome.code === 'too_late' || outcome.code === 'no_active_bet';

const answerFrom = (outcome: Committed<User>, judged: CashOut, press: CashOut): Committed<User> => {
  if (!outcome.ok) return outcome;
  const [key, judgedKey] = [press.idempotency, judged.idempotency];
  if (!key || key.key !== judgedKey?.key) return refuse('no_active_bet');
  if (!key.bodyHash.equals(judgedKey.bodyHash)) return refuse('idempotency_mismatch');
  const { status, text } = outcome.value;
  return accept({ isReplay: true, status, text });
};
