/** How a published result of an instant game is checked in the browser: the default export of `proof.ts`. */
import type { AnyInstantGame } from '../shared/instant/index.ts';
import { verifyInstantProof, type InstantProofInput } from '../shared/instant/proof.ts';
import { defineGameProof, type GameProofPart } from './parts.ts';

/** `meaning` is a key of the game's part `shell`: the sentence that names what a proof is of, with `{id}`. */
export const defineInstantProof = <Catalogue>(
  game: AnyInstantGame,
  meaning: keyof Catalogue & string,
): GameProofPart =>
  defineGameProof<Catalogue, InstantProofInput & { id: string; clientSeedSource: 'server' | 'player' }>({
    schema: game.proofSchema as never,
    verify: (proof) => verifyInstantProof(game, proof),
    meaning,
    sealed: 'fairness.sealedSeed',
    level: ({ clientSeedSource }) => (clientSeedSource === 'server' ? 'site' : 'outside'),
  });
