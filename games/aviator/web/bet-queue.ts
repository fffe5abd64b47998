/** A bet that waits for the next round: a pure state machine, and the hook that runs it. It ends with the page. */
import { useEffect, useEffectEvent, useState } from 'react';

export interface QueuedBet {
  amount: number;
  autoCashOut: number | null;
  parachute: boolean;
}

/** Why a queued bet was canceled without the player's doing. */
export type QueueEnd = 'connection' | 'closed' | 'autoPlay' | 'balance';

export type BetQueue =
  | { phase: 'empty' }
  | { phase: 'queued'; bet: QueuedBet }
  | { phase: 'sending'; bet: QueuedBet; roundId: string }
  | { phase: 'canceled'; why: QueueEnd };

/** What decides whether a queued bet waits, is sent, or is canceled. */
export interface QueueMoment {
  /** The round that takes bets; null while none does. */
  openRoundId: string | null;
  /** The connection is lost, so it is unknown which round is open. */
  isAway: boolean;
  /** The game is closed, or the player is on a break. */
  isClosed: boolean;
  /** Auto-play places the bets now. */
  isAuto: boolean;
  balance: number;
}

export const emptyQueue = { phase: 'empty' } as const;

/** A press queues the bet, and the next one takes it back; once it is sent there is nothing to take back. */
export function pressQueue(queue: BetQueue, bet: QueuedBet): BetQueue {
  if (queue.phase === 'sending') return queue;
  return queue.phase === 'queued' ? emptyQueue : { phase: 'queued', bet };
}

export function advanceQueue(queue: BetQueue, moment: QueueMoment): BetQueue {
  if (queue.phase !== 'queued') return queue;
  const why = endOf(queue.bet, moment);
  if (why !== null) return { phase: 'canceled', why };
  const { openRoundId } = moment;
  return openRoundId === null ? queue : { phase: 'sending', bet: queue.bet, roundId: openRoundId };
}

function endOf(bet: QueuedBet, { isAway, isClosed, isAuto, balance }: QueueMoment): QueueEnd | null {
  if (isAway) return 'connection';
  if (isClosed) return 'closed';
  if (isAuto) return 'autoPlay';
  return balance < bet.amount ? 'balance' : null;
}

/** `send` reports a refusal itself; whatever comes of it, the queue is empty afterwards. */
export function useBetQueue(moment: QueueMoment, send: (bet: QueuedBet, roundId: string) => Promise<void>) {
  'use memo';
  const [queue, setQueue] = useState<BetQueue>(emptyQueue);
  const next = advanceQueue(queue, moment);
  if (next !== queue) setQueue(next);
  const sending = queue.phase === 'sending' ? queue : null;
  const sendNow = useEffectEvent(send);
  useEffect(() => {
    if (sending !== null) void sendNow(sending.bet, sending.roundId).finally(() => setQueue(emptyQueue));
  }, [sending]);
  return {
    queue,
    press: (bet: QueuedBet) => setQueue(pressQueue(queue, bet)),
    clear: () => setQueue(emptyQueue),
  };
}
