/** Draws a bet from a player's seeds, and checks a proof: what the server, the page and the command all run. */
import { opensCommitment, seedBytes } from '@fairground/fairness/chain';
import { parseHex } from '@fairground/fairness/hex';
import type { ProofFault, ProofVerdict } from '@fairground/fairness/proof';
import { digestOf } from '@fairground/fairness/stream';
import { readFields, writeFields, type Fields, type ValuesOf } from './fields.ts';
import type { AnyInstantGame } from './game.ts';

export interface BetSeeds {
  serverSeed: Uint8Array;
  clientSeed: string;
  nonce: number;
}

/** r is the top 52 bits of HMAC-SHA256(serverSeed, "algorithm|clientSeed|nonce"). */
export function drawBet<Drawn extends Fields>(
  game: { algorithm: string; draw(r: bigint): ValuesOf<Drawn> },
  { serverSeed, clientSeed, nonce }: BetSeeds,
): ValuesOf<Drawn> {
  const digest = digestOf(serverSeed, `${game.algorithm}|${clientSeed}|${nonce}`);
  return game.draw(new DataView(digest.buffer, digest.byteOffset).getBigUint64(0) >> 12n);
}

/** What of a proof determines whether it is valid; the values of the choice come along. */
export interface InstantProofInput {
  game: string;
  algorithm: string;
  commitment: string;
  /** Null until the player has rotated their seeds. */
  seed: string | null;
  clientSeed: string;
  nonce: number;
  outcome: { won: boolean };
}

/** Recomputes the result of one bet from its proof alone. */
export function verifyInstantProof(game: AnyInstantGame, proof: InstantProofInput): ProofVerdict {
  const { outcome } = proof;
  const drawn = readFields(game.drawn, outcome);
  const published = drawn && describe(game, drawn, outcome.won);
  const faulty = (fault: ProofFault, computed: string | null = null): ProofVerdict => {
    return { ok: false, fault, computed, published };
  };
  if (proof.game !== game.id || proof.algorithm !== game.algorithm) return faulty('unknown_algorithm');
  if (proof.seed === null) return faulty('not_revealed');
  const { clientSeed, nonce } = proof;
  const serverSeed = parseHex(proof.seed, seedBytes);
  const commitment = parseHex(proof.commitment, seedBytes);
  const choice = readFields(game.choice, proof);
  if (!serverSeed || !commitment || !choice || !isWellFormed(clientSeed, nonce)) return faulty('malformed');
  if (!opensCommitment(serverSeed, commitment)) return faulty('commitment_mismatch');
  const result = drawBet(game, { serverSeed, clientSeed, nonce });
  const won = game.wins(choice, result);
  const computed = describe(game, result, won);
  const isSame =
    outcome.won === won &&
    Object.entries(writeFields(game.drawn, result)).every(
      ([name, value]) => (outcome as Readonly<Record<string, unknown>>)[name] === value,
    );
  return isSame ? { ok: true, fault: null, computed, published } : faulty('outcome_mismatch', computed);
}

const isWellFormed = (clientSeed: string, nonce: number): boolean =>
  /^[A-Za-z0-9_-]{8,64}$/.test(clientSeed) && Number.isSafeInteger(nonce) && nonce >= 0;

const describe = (game: AnyInstantGame, drawn: ValuesOf<Fields>, won: boolean): string => {
  if (game.describeResult) return game.describeResult(drawn, won);
  const values = Object.entries(writeFields(game.drawn, drawn)).map(
    ([name, value]) => `${name} ${String(value)}`,
  );
  return `${values.join(', ')}: ${won ? 'won' : 'lost'}`;
};
