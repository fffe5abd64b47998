/** What the worker computes: the sessions of the chosen rule of play, and fewer of the others to compare it with. */
import {
  createRandom,
  createSimulation,
  labRules,
  planOf,
  type GameLabPart,
  type LabChoice,
  type LabPlay,
  type LabResult,
  type LabRule,
} from '@fairground/game-kit/web/lab';

export interface LabRequest {
  /** The folder of the game. */
  folder: string;
  /** The game's share of GET /games/config. Only the game's part knows its type, so nothing else can read it. */
  config: never;
  choice: LabChoice;
  play: LabPlay;
  balance: number;
  seed: number;
}

export interface LabAnswer {
  result: LabResult;
  /** The results with every rule of play. */
  rules: readonly (readonly [LabRule, LabResult])[];
}

export const chosenSessions = 100_000;
export const comparedSessions = 10_000;
const sessionsPerStep = 1_000;

/** Yields the share that is done, and returns the answer. */
export function* playRequest(part: GameLabPart, request: LabRequest): Generator<number, LabAnswer> {
  const total = chosenSessions + (labRules.length - 1) * comparedSessions;
  let done = 0;

  function* simulate(rule: LabRule, sessions: number): Generator<number, LabResult> {
    const { config, choice, play, balance, seed } = request;
    const chosen = planOf({ ...play, rule }, part.stakes(config));
    const run = { game: part.game(config, choice), ...chosen, balance, sessions };
    const simulation = createSimulation(run, createRandom(seed));
    for (let played = 0; played < sessions;) {
      const before = played;
      played = simulation.play(sessionsPerStep);
      done += played - before;
      yield done / total;
    }
    return simulation.result();
  }

  const result = yield* simulate(request.play.rule, chosenSessions);
  const rules: (readonly [LabRule, LabResult])[] = [];
  for (const rule of labRules) {
    rules.push([rule, rule === request.play.rule ? result : yield* simulate(rule, comparedSessions)]);
  }
  return { result, rules };
}
