/**
 * Counts a guest's bets on this device, for the one reminder that an account can be kept. Every bet raises what was
 * staked today in a newer version of the player, so nothing is stored on the server for it. The note is shared by all
 * tabs, and each version counts once.
 */
import type { User } from '@fairground/contract/user';
import { currentUser, onSessionChange } from '../session/session.ts';

/** Null as the storage of browsers that forbid it. */
export type NoteStorage = Pick<Storage, 'getItem' | 'setItem'> | null;

interface Note {
  playerId: string;
  version: number;
  todaysBids: number;
  bets: number;
}

const noteName = 'guest-bets';
const betsBeforeReminder = 10;

/** Notes the player's newest version; true for the one with which the tenth bet was placed. */
export function noteBets(storage: NoteStorage, { id, version, todaysBids }: User): boolean {
  const note = readNote(storage);
  if (note !== null && note.playerId === id && version <= note.version) return false;
  const before = note?.playerId === id ? note : null;
  // A day that ended in between begins from nothing.
  const isBet = before !== null && todaysBids > before.todaysBids;
  const bets = (before?.bets ?? 0) + (isBet ? 1 : 0);
  const isStored = writeNote(storage, { playerId: id, version, todaysBids, bets });
  // What cannot be noted would be shown again with the next page.
  return isStored && isBet && bets === betsBeforeReminder;
}

/** Follows the player; call the returned function to stop. */
export function followGuestBets(onTenth: () => void): () => void {
  const now = currentUser();
  if (now?.guest === true) noteBets(storageOrNull(), now);
  return onSessionChange(() => {
    const user = currentUser();
    if (user?.guest === true && noteBets(storageOrNull(), user)) onTenth();
  });
}

function storageOrNull(): NoteStorage {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

function readNote(storage: NoteStorage): Note | null {
  try {
    const note = JSON.parse(storage?.getItem(noteName) ?? 'null') as Partial<Note> | null;
    const { playerId, version, todaysBids, bets } = note ?? {};
    return typeof playerId === 'string' &&
      typeof version === 'number' &&
      typeof todaysBids === 'number' &&
      typeof bets === 'number'
      ? { playerId, version, todaysBids, bets }
      : null;
  } catch {
    return null;
  }
}

function writeNote(storage: NoteStorage, note: Note): boolean {
  try {
    storage?.setItem(noteName, JSON.stringify(note));
    return storage !== null;
  } catch {
    return false;
  }
}
