/** Fetches a proof and recomputes its result here, in the browser. Loaded with the first check. */
import { proofSchema, type Proof, type ProvenGame } from '@fairground/contract/proofs';
import { verifyChainLink, type ProofVerdict } from '@fairground/fairness/proof';
import { verifyProof } from '@fairground/games/verify-any';
import { request } from '../../shared/api/request.ts';

export interface Checked {
  proof: Proof;
  verdict: ProofVerdict;
  /** Whether the seed belongs to its chain; `long` where that is too far to walk here, null without a chain. */
  chain: boolean | 'long' | null;
}

/** A hundred thousand hashes take well below a second. */
const longestWalk = 100_000;

export async function checkPublished(game: ProvenGame, id: string): Promise<Checked> {
  return checked(await request(`/fairness/${game}/${encodeURIComponent(id)}`, { answer: proofSchema }));
}

/** Null for a text that is no proof. */
export function checkText(text: string): Checked | null {
  try {
    const parsed = proofSchema.safeParse(JSON.parse(text));
    return parsed.success ? checked(parsed.data) : null;
  } catch {
    return null;
  }
}

const checked = (proof: Proof): Checked => ({
  proof,
  verdict: verifyProof(proof),
  chain: chainOf(proof),
});

function chainOf(proof: Proof): Checked['chain'] {
  if (!('terminalHash' in proof) || proof.seed === null) return null;
  const { seed, round, terminalHash } = proof;
  return round > longestWalk ? 'long' : verifyChainLink({ seed, round, terminalHash });
}
