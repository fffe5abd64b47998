/**
 * Pushes to connected players what changed of them. Those who changed while a statement runs are read together by the
 * next one, so that a draw or a badge of thousands takes one connection of the pool, and calls do not wait behind it.
 */
import { createPump } from '../platform/pump.ts';

export interface PlayerPushesDeps<Row> {
  /** Players who are not connected here are not read. */
  hasPlayer: (playerId: string) => boolean;
  /** One statement; a player without a row is not pushed to. */
  read: (playerIds: readonly bigint[]) => Promise<readonly Row[]>;
  /**
   * Pushes what was read of a player. `known` has the version that the player's pages have, where nothing changed
   * and it is read only because a page connected or events may have been missed: a row of that version need not be
   * pushed.
   */
  push: (row: Row, known: ReadonlyMap<string, number>) => void;
  failed: (error: unknown) => void;
}

export interface PlayerPushes {
  /** Pushes these players. */
  changed(playerIds: readonly string[]): void;
  /** A page has connected that has this version of the player: what changed since was not pushed to it. */
  connected(playerId: string, version: number): void;
  /** The player's pages were pushed this version. */
  shown(playerId: string, version: number): void;
  /** Events may have been missed: pushes what changed of these players, who are all that are connected. */
  refresh(playerIds: ReadonlySet<string>): void;
}

const maxBatch = 250;

export const createPlayerPushes = <Row>({
  hasPlayer,
  read,
  push,
  failed,
}: PlayerPushesDeps<Row>): PlayerPushes => {
  /** The oldest version that one of the player's pages has; null where the player is pushed anyway. */
  const waiting = new Map<string, number | null>();
  /** The newest version that pages of connected players are known to have. */
  const versions = new Map<string, number>();
  const shown = (playerId: string, version: number): void => {
    if (hasPlayer(playerId)) versions.set(playerId, Math.max(version, versions.get(playerId) ?? 0));
  };

  const pushBatch = async (playerIds: readonly string[]): Promise<void> => {
    const known = new Map<string, number>();
    // What changes from now on is read again.
    for (const playerId of playerIds) {
      const version = waiting.get(playerId) ?? null;
      if (version !== null) known.set(playerId, version);
      waiting.delete(playerId);
    }
    for (const row of await read(playerIds.map(BigInt))) push(row, known);
  };
  const add = createPump<string>({
    maxBatch,
    run: (playerIds, done) => void pushBatch(playerIds).catch(failed).finally(done),
  });

  const wait = (playerId: string, version: number | null): void => {
    const earlier = waiting.get(playerId);
    if (earlier === undefined && !hasPlayer(playerId)) return;
    if (earlier === undefined) add(playerId);
    waiting.set(
      playerId,
      version === null || earlier === null ? null : Math.min(version, earlier ?? version),
    );
  };

  return {
    changed(playerIds) {
      for (const playerId of playerIds) wait(playerId, null);
    },
    connected(playerId, version) {
      shown(playerId, version);
      wait(playerId, version);
    },
    shown,
    refresh(playerIds) {
      for (const playerId of versions.keys()) if (!playerIds.has(playerId)) versions.delete(playerId);
      for (const playerId of playerIds) wait(playerId, versions.get(playerId) ?? 0);
    },
  };
};
