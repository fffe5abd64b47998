/**
 * Pushes to connected players what changed of them. Those who changed while a statement runs are read together by the next
 * one, so that a draw or a badge of thousands takes one connection of the pool, and calls do not wait behind it.
 */
import { createPump } from '../platform/pump.ts';

export interface PlayerPushesDeps<Row> {
  /** Players who are not connected here are not read. */
  hasPlayer: (playerId: string) => boolean;
  /** One statement; a player without a row is not pushed to. */
  read: (playerIds: readonly bigint[]) => Promise<readonly Row[]>;
  push: (row: Row) => void;
  failed: (error: unknown) => void;
}

const maxBatch = 250;

/** Returns what to call with players who changed. */
export const createPlayerPushes = <Row>({
  hasPlayer,
  read,
  push,
  failed,
}: PlayerPushesDeps<Row>): ((playerIds: readonly string[]) => void) => {
  const waiting = new Set<string>();

  const pushBatch = async (playerIds: readonly string[]): Promise<void> => {
    // What changes from now on is read again.
    for (const playerId of playerIds) waiting.delete(playerId);
    for (const row of await read(playerIds.map(BigInt))) push(row);
  };
  const add = createPump<string>({
    maxBatch,
    run: (playerIds, done) => void pushBatch(playerIds).catch(failed).finally(done),
  });

  return (playerIds) => {
    for (const playerId of playerIds) {
      if (waiting.has(playerId) || !hasPlayer(playerId)) continue;
      waiting.add(playerId);
      add(playerId);
    }
  };
};
