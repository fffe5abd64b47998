/**
 * Asks witnesses to sign the newest checkpoint. One that is absent delays nothing: it is asked again with the next
 * one.
 */
import { proveConsistency } from '@fairground/fairness/log';
import { formatAddCheckpoint, readCosignature } from '@fairground/fairness/log-cosigner';
import { parseVerifierKey, type VerifierKey } from '@fairground/fairness/log-note';
import { nodesOfTiles } from '@fairground/fairness/log-tiles';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/logger.ts';
import { publishedNote } from './checkpoint.ts';
import * as sql from './sql/log.sql.ts';
import { tileReader } from './tiles.ts';

export interface WitnessAddress {
  /** As it was given. */
  verifierKey: string;
  key: VerifierKey;
  /** Without a final slash. */
  url: string;
}

/** An address and a verifier key in either order, with a space between them; undefined for anything else. */
export const parseWitness = (text: string): WitnessAddress | undefined => {
  const [first = '', second = '', ...rest] = text.split(/\s+/);
  const [url, verifierKey] = parseVerifierKey(first) ? [second, first] : [first, second];
  const key = parseVerifierKey(verifierKey);
  if (key?.type !== 'cosignature' || rest.length > 0 || !/^https?:\/\/[^\s/]/.test(url)) return undefined;
  return { verifierKey, key, url: url.replace(/\/+$/, '') };
};

const answerWithinMs = 5_000;
/** The answer is one line for each key of the witness. */
const maxAnswerChars = 16_384;

export const createWitnesses = (
  { database: { query }, log }: { database: Pick<Database, 'query'>; log: Pick<Log, 'warn'> },
  witnesses: readonly WitnessAddress[],
) => {
  const asking = new Map<string, Promise<void>>();
  const isWanted = new Set<string>();

  const askOne = async (witness: WitnessAddress, epoch: bigint): Promise<void> => {
    const published = await publishedNote(query);
    if (!published) return;
    const { origin, size, note } = published;
    const read = nodesOfTiles(size, tileReader(query, origin));
    const { verifierKey } = witness;
    const [known] = await sql.findNewestCosigned.run(query, { origin, witnesses: [verifierKey] });
    let answer = await post(witness, note, { oldSize: Number(known?.size ?? 0), size, read });
    if (answer.status === 409) {
      // It knows a size of its own: of an answer that was lost, say, or of another process.
      const oldSize = Number(answer.text.trim());
      if (!Number.isSafeInteger(oldSize) || oldSize < 0 || oldSize > size)
        throw new Error(`it knows ${answer.text}`);
      answer = await post(witness, note, { oldSize, size, read });
    }
    if (answer.status !== 200) throw new Error(`it answered ${answer.status}: ${answer.text.trim()}`);
    const signature = readCosignature(note, answer.text, witness.key);
    if (!signature) throw new Error('its signature is wrong');
    await sql.insertCosignature.run(query, {
      epoch,
      origin,
      size: BigInt(size),
      witness: verifierKey,
      signature: Buffer.from(signature),
    });
  };

  const start = (witness: WitnessAddress, epoch: bigint): void => {
    const { verifierKey } = witness;
    const done = askOne(witness, epoch)
      .catch((error: unknown) =>
        log.warn({ err: error, witness: witness.key.name }, 'a witness did not sign'),
      )
      .finally(() => {
        asking.delete(verifierKey);
        if (isWanted.delete(verifierKey)) start(witness, epoch);
      });
    asking.set(verifierKey, done);
  };

  return {
    /** Returns at once. */
    ask(epoch: bigint) {
      for (const witness of witnesses) {
        if (asking.has(witness.verifierKey)) isWanted.add(witness.verifierKey);
        else start(witness, epoch);
      }
    },
    /** When no request is on its way. */
    async settled() {
      while (asking.size > 0) await Promise.all(asking.values());
    },
  };
};

export type Witnesses = ReturnType<typeof createWitnesses>;

const post = async (
  { url }: WitnessAddress,
  checkpoint: string,
  { oldSize, size, read }: { oldSize: number; size: number; read: Parameters<typeof proveConsistency>[0] },
): Promise<{ status: number; text: string }> => {
  const path = await proveConsistency(read, oldSize, size);
  const response = await fetch(`${url}/add-checkpoint`, {
    method: 'POST',
    body: formatAddCheckpoint({ oldSize, path, checkpoint }),
    redirect: 'error',
    signal: AbortSignal.timeout(answerWithinMs),
  });
  const text = await response.text();
  if (text.length > maxAnswerChars) throw new Error('its answer is too long');
  return { status: response.status, text };
};
