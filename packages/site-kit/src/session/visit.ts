/**
 * When this visit began and with how many coins: what the clock in the menu of the balance
 * counts from. One visit a tab.
 */
import type { User } from '@fairground/contract/user';
import { useEffect, useState } from 'react';
import { createNote, tabStorage } from '../store/note.ts';
import { balanceOf } from './balance.ts';

interface VisitStart {
  playerId: string;
  atMs: number;
  balance: number;
}

const note = createNote<VisitStart>(
  'visit',
  (stored) => {
    const { playerId, atMs, balance } = JSON.parse(stored) as Partial<VisitStart>;
    return typeof playerId === 'string' && typeof atMs === 'number' && typeof balance === 'number'
      ? { playerId, atMs, balance }
      : null;
  },
  tabStorage,
);

export interface Visit {
  minutes: number;
  /** Coins more than at the beginning; below zero, fewer. */
  change: number;
}

/** Follows the clock by the minute. */
export function useVisit(user: User): Visit {
  'use memo';
  const [start] = useState(() => startOf(user));
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 15_000);
    return () => clearInterval(timer);
  }, []);
  return {
    minutes: Math.max(0, Math.floor((nowMs - start.atMs) / 60_000)),
    change: balanceOf(user) - start.balance,
  };
}

/** Notes the beginning with the first look of this player in this tab. */
export function startOf(user: User): VisitStart {
  const known = note.read();
  if (known?.playerId === user.id) return known;
  const start = { playerId: user.id, atMs: Date.now(), balance: balanceOf(user) };
  // Without storage the clock begins again with each page load.
  note.write(start);
  return start;
}
