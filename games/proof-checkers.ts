/** The check of every game's proofs, by wire id: what tools on Node verify results with. */
import type { ProofVerdict } from '@fairground/fairness/proof';
import type * as z from 'zod/mini';
import { loadGameParts } from './load.ts';

/** Throws where the proof has not the shape of that game's. */
export type ProofChecker = (proof: unknown) => ProofVerdict;

type ProofSchema = z.ZodMiniObject<{ game: z.ZodMiniLiteral<string> }>;

export const loadProofCheckers = async (): Promise<ReadonlyMap<string, ProofChecker>> => {
  const [contracts, verifiers] = await Promise.all([loadGameParts('contract'), loadGameParts('verify')]);
  return new Map(
    contracts.map(({ folder, exports }): [string, ProofChecker] => {
      const schema = exports['proofSchema'] as ProofSchema | undefined;
      const verify = verifiers.find((each) => each.folder === folder)?.exports['verifyProof'] as
        | ProofChecker
        | undefined;
      const [game] = schema?.shape.game.def.values ?? [];
      if (!schema || !verify || game === undefined) {
        throw new Error(`games/${folder} exports no proofSchema for a game, or no verifyProof`);
      }
      return [game, (proof) => verify(schema.parse(proof))];
    }),
  );
};
