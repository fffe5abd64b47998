/** The ticket that is being punched: up to six numbers, a bid, and for how many draws. */
import { randomBelow, type ChosenStake } from '@fairground/game-kit/web';
import { useState } from 'react';

export const picks = 6;
export const balls = 49;

export interface Draft {
  /** In the order punched. */
  numbers: readonly number[];
  bid: ChosenStake;
  draws: number;
  isFull: boolean;
  /** Punches a number or takes it back; false where six are punched already. */
  toggle(number: number): boolean;
  set(numbers: readonly number[]): void;
  setBid(bid: ChosenStake): void;
  setDraws(draws: number): void;
}

export function useDraft(defaultBid: number): Draft {
  'use memo';
  const [numbers, setNumbers] = useState<readonly number[]>([]);
  const [bid, setBid] = useState<ChosenStake>(defaultBid);
  const [draws, setDraws] = useState(1);
  const isFull = numbers.length >= picks;
  return {
    numbers,
    bid,
    draws,
    isFull,
    toggle(number) {
      if (numbers.includes(number)) setNumbers(numbers.filter((other) => other !== number));
      else if (isFull) return false;
      else setNumbers([...numbers, number]);
      return true;
    },
    set: setNumbers,
    setBid,
    setDraws,
  };
}

export const sorted = (numbers: readonly number[]): number[] => numbers.toSorted((one, other) => one - other);

/** Six of 49, each as likely. */
export function quickPick(): number[] {
  const deck = Array.from({ length: balls }, (_, at) => at + 1);
  for (let at = 0; at < picks; at++) {
    const pick = at + randomBelow(balls - at);
    const first = deck[at] as number;
    deck[at] = deck[pick] as number;
    deck[pick] = first;
  }
  return sorted(deck.slice(0, picks));
}
