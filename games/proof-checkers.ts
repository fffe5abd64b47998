/** The check of every game's proofs, by wire id: what tools on Node verify results with. */
import type { LoggedOutcome } from '@fairground/fairness/log-check';
import type { MonitoredGame, MonitoredGames } from '@fairground/fairness/monitor-day';
import type { ProofVerdict } from '@fairground/fairness/proof';
import type { AnyInstantGame } from '@fairground/game-kit/instant';
import { verifyInstantProof, type InstantProofInput } from '@fairground/game-kit/instant/proof';
import type * as z from 'zod/mini';
import { loadGameParts } from './load.ts';

export type ProofChecker = (proof: unknown) => ProofVerdict;

type ProofSchema = z.ZodMiniObject<{ game: z.ZodMiniLiteral<string> }>;

/** Malformed where the proof has not the shape of that game's. */
const checkShaped =
  (schema: z.ZodMiniType, verify: (proof: never) => ProofVerdict): ProofChecker =>
  (proof) => {
    const { success, data } = schema.safeParse(proof);
    return success
      ? verify(data as never)
      : { ok: false, fault: 'malformed', computed: null, published: null };
  };

export const loadProofCheckers = async (): Promise<ReadonlyMap<string, ProofChecker>> => {
  const [instant, contracts, verifiers] = await Promise.all([
    loadGameParts('game'),
    loadGameParts('contract'),
    loadGameParts('verify'),
  ]);
  const ofInstant = instant.map(({ exports }): [string, ProofChecker] => {
    const game = exports['default'] as AnyInstantGame;
    const verify = (proof: InstantProofInput) => verifyInstantProof(game, proof);
    return [game.id, checkShaped(game.proofSchema, verify)];
  });
  const ofOthers = contracts
    .filter(({ folder }) => instant.every((each) => each.folder !== folder))
    .map(({ folder, exports }): [string, ProofChecker] => {
      const schema = exports['proofSchema'] as ProofSchema | undefined;
      const verify = verifiers.find((each) => each.folder === folder)?.exports['verifyProof'] as
        | ProofChecker
        | undefined;
      const [game] = schema?.shape.game.def.values ?? [];
      if (!schema || !verify || game === undefined) {
        throw new Error(`games/${folder} exports no proofSchema for a game, or no verifyProof`);
      }
      return [game, checkShaped(schema, verify)];
    });
  return new Map([...ofInstant, ...ofOthers]);
};

/** How each game with rounds in the public log computes an outcome, by wire id. */
export const loadLoggedOutcomes = async (): Promise<ReadonlyMap<string, LoggedOutcome>> =>
  new Map((await loadLogged()).map(({ game, outcome }) => [game, outcome]));

/** The games that are watched are those with rounds in the public log. */
export const loadMonitoredGames = async (): Promise<MonitoredGames> => {
  const [logged, monitors] = await Promise.all([loadLogged(), loadGameParts('monitor')]);
  return new Map(
    logged.map(({ game, folder, outcome }) => {
      const monitored = monitors.find((each) => each.folder === folder)?.exports['monitored'];
      if (!monitored) throw new Error(`games/${folder} has rounds in the public log and exports no monitor`);
      return [game, { ...(monitored as MonitoredGame), outcome }];
    }),
  );
};

const loadLogged = async (): Promise<{ game: string; folder: string; outcome: LoggedOutcome }[]> => {
  const [contracts, verifiers] = await Promise.all([loadGameParts('contract'), loadGameParts('verify')]);
  return verifiers.flatMap(({ folder, exports }) => {
    const contract = contracts.find((each) => each.folder === folder);
    const schema = contract?.exports['proofSchema'] as ProofSchema | undefined;
    const [game] = schema?.shape.game.def.values ?? [];
    const outcome = exports['loggedOutcome'] as LoggedOutcome | undefined;
    return game === undefined || outcome === undefined ? [] : [{ game, folder, outcome }];
  });
};
