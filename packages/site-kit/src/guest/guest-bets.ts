/**
 * Counts a guest's bets on this device, for the one reminder that an account can be kept. Every bet raises what was
 * staked today in a newer version of the player, so nothing is stored on the server for it. The note is shared by all
 * tabs, and each version counts once.
 */
import type { User } from '@fairground/contract/user';
import { createNote } from '../store/note.ts';
import { currentUser, onSessionChange } from '../session/session.ts';

interface GuestBets {
  playerId: string;
  version: number;
  todaysBids: number;
  bets: number;
}

const noted = createNote<GuestBets>('guest-bets', (stored) => {
  const { playerId, version, todaysBids, bets } = JSON.parse(stored) as Partial<GuestBets>;
  return typeof playerId === 'string' &&
    typeof version === 'number' &&
    typeof todaysBids === 'number' &&
    typeof bets === 'number'
    ? { playerId, version, todaysBids, bets }
    : null;
});
const betsBeforeReminder = 10;

/** Notes the player's newest version; true for the one with which the tenth bet was placed. */
export function noteBets({ id, version, todaysBids }: User): boolean {
  const note = noted.read();
  if (note !== null && note.playerId === id && version <= note.version) return false;
  const before = note?.playerId === id ? note : null;
  // A day that ended in between begins from nothing.
  const isBet = before !== null && todaysBids > before.todaysBids;
  const bets = (before?.bets ?? 0) + (isBet ? 1 : 0);
  const isStored = noted.write({ playerId: id, version, todaysBids, bets });
  // What cannot be noted would be shown again with the next page.
  return isStored && isBet && bets === betsBeforeReminder;
}

/** Follows the player; call the returned function to stop. */
export function followGuestBets(onTenth: () => void): () => void {
  const now = currentUser();
  if (now?.guest === true) noteBets(now);
  return onSessionChange(() => {
    const user = currentUser();
    if (user?.guest === true && noteBets(user)) onTenth();
  });
}
