/// <reference types="vite/client" />
/** Recomputes the result of a proof here, in the browser. Loaded with the first check. */
import { verifyChainLink, type ProofVerdict } from '@fairground/fairness/proof';
import type { GameProofPart, ProofBase, ProofLevel } from '@fairground/game-kit/web';
import { byFolder, games } from './list.ts';
import { request } from '@fairground/site-kit/api/request.ts';
import type { GameMessageKey, MessageKey } from '@fairground/site-kit/i18n/i18n.ts';

export interface Checked {
  proof: ProofBase;
  verdict: ProofVerdict;
  /**
   * Null without a chain. `isLinked` is whether the seed belongs to it; null where the chain is too long to check
   * here.
   */
  chain: { round: number; isLinked: boolean | null } | null;
  /** The sentence that names what the proof is of. */
  meaning: GameMessageKey;
  /** The sentence that names when the seed is revealed. */
  sealed: MessageKey;
  level: ProofLevel;
}

/** A hundred thousand hashes take well below a second. */
const maxLinksToCheck = 100_000;

const parts = byFolder(
  import.meta.glob<{ default: GameProofPart }>('../../../../games/*/web/proof.ts', { eager: true }),
);
const partOf = (id: unknown): GameProofPart | undefined =>
  parts.get(games.find((game) => game.id === id)?.folder ?? '');

export async function checkPublished(game: string, id: string): Promise<Checked | null> {
  const part = partOf(game);
  if (part === undefined) return null;
  return checked(part, await request(`/fairness/${game}/${encodeURIComponent(id)}`, { answer: part.schema }));
}

/** Null for a text that is no proof. */
export function checkText(text: string): Checked | null {
  try {
    return checkInput(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Null if the input is not a proof of a game. */
export function checkInput(input: unknown): Checked | null {
  const part = partOf((input as { game?: unknown } | null)?.game);
  const parsed = part?.schema.safeParse(input);
  return part && parsed?.success ? checked(part, parsed.data) : null;
}

function checked(part: GameProofPart, proof: ProofBase): Checked {
  // The part's own schema has read it.
  const read = proof as never;
  return {
    proof,
    verdict: part.verify(read),
    chain: chainOf(part, proof),
    meaning: part.meaning,
    sealed: part.sealed,
    level: part.level(read),
  };
}

function chainOf(part: GameProofPart, proof: ProofBase): Checked['chain'] {
  if (part.chain === undefined || proof.seed === null) return null;
  const { round, terminalHash } = part.chain(proof as never);
  const isLinked =
    round > maxLinksToCheck ? null : verifyChainLink({ seed: proof.seed, round, terminalHash });
  return { round, isLinked };
}
