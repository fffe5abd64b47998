/** Specifications in Quint (*.qnt), read once and simulated many times, by Quint's simulator in this process. */
import { load, parse, typecheck } from '@informalsystems/quint/dist/src/cliCommands.js';
import { toExpr } from '@informalsystems/quint/dist/src/cliHelpers.js';
import { toItf, type ItfValue } from '@informalsystems/quint/dist/src/itf.js';
import { newRng } from '@informalsystems/quint/dist/src/rng.js';
import { Evaluator } from '@informalsystems/quint/dist/src/runtime/impl/evaluator.js';
import { newTraceRecorder } from '@informalsystems/quint/dist/src/runtime/trace.js';
import { fileURLToPath } from 'node:url';

/** A step of a trace: which action was taken, with what it picked, and the state after it. */
export interface ModelStep<State> {
  action: string;
  picks: Readonly<Record<string, unknown>>;
  state: State;
}

export interface Trace<State> {
  seed: bigint;
  steps: readonly ModelStep<State>[];
}

export interface Simulation {
  seed: bigint;
  samples: number;
  /** How many steps each sample has. */
  steps: number;
  /** What must hold after each step. */
  invariants?: readonly string[];
  /** The guard that is taken away; by default none is. */
  without?: string;
}

export interface Model {
  /** How many samples were needed to find a violation; undefined if none of them has one. */
  findViolation(simulation: Simulation): number | undefined;
  /** One trace for each sample; each can be had alone by its seed. */
  trace<State>(simulation: Simulation): Trace<State>[];
}

/** Performs what traces of a model do, on the site. */
export interface Replay<State> {
  /** Returns what differs first, with the step. */
  replay(trace: readonly ModelStep<State>[]): Promise<string | undefined>;
  close(): Promise<void>;
}

export const openModel = async (name: string): Promise<Model> => {
  const input = fileURLToPath(new URL(`./${name}.qnt`, import.meta.url));
  const typed = right(await typecheck(right(await parse(right(await load({ input }))))));
  const expression = (text: string) => right(toExpr(typed, text));
  const simulate = (
    { seed, samples, steps, invariants = [], without = '' }: Simulation,
    traces: number | undefined,
  ) => {
    const rng = newRng(seed);
    const recorder = newTraceRecorder(0, rng, traces ?? 1);
    const outcome = new Evaluator(typed.resolver.table, recorder, rng, traces !== undefined).simulate(
      expression(`startWithout("${without}")`),
      expression('step'),
      expression(['true', ...invariants].join(' and ')),
      [],
      samples,
      steps,
      1,
    );
    if (outcome.status === 'error') throw new Error(outcome.errors.map(({ message }) => message).join('; '));
    return outcome;
  };
  return {
    findViolation(simulation) {
      const { status, samples } = simulate(simulation, undefined);
      return status === 'violation' ? samples : undefined;
    },
    trace: <State>(simulation: Simulation) =>
      simulate(simulation, simulation.samples).bestTraces.map(({ seed, states }) => ({
        seed,
        steps: right(toItf([], states)).states.map((state) => toStep<State>(state)),
      })),
  };
};

/** The value of a result from Quint's functions. Throws where it is an error. */
const right = <T>(result: { isRight(): boolean; value: unknown; unwrap(): T }): T => {
  if (!result.isRight()) throw new Error(`Quint: ${JSON.stringify(result.value, withoutBigints)}`);
  return result.unwrap();
};
const withoutBigints = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

const toStep = <State>(itf: ItfValue): ModelStep<State> => {
  const { s, ...metadata } = toValue(itf) as Record<string, unknown>;
  const picks = metadata['mbt::nondetPicks'] as Record<string, { tag: string; value: unknown }>;
  return {
    action: String(metadata['mbt::actionTaken']),
    picks: Object.fromEntries(
      Object.entries(picks).flatMap(([name, { tag, value }]) => (tag === 'Some' ? [[name, value]] : [])),
    ),
    state: s as State,
  };
};

/** Numbers, texts, arrays for lists and tuples, sets, maps, and records. */
const toValue = (itf: ItfValue): unknown => {
  if (typeof itf !== 'object') return itf;
  if (Array.isArray(itf)) return itf.map(toValue);
  if ('#bigint' in itf) return Number(itf['#bigint']);
  if ('#tup' in itf) return (itf['#tup'] as ItfValue[]).map(toValue);
  if ('#set' in itf) return new Set((itf['#set'] as ItfValue[]).map(toValue));
  if ('#map' in itf) {
    const entries = itf['#map'] as [ItfValue, ItfValue][];
    return new Map(entries.map(([key, value]) => [toValue(key), toValue(value)]));
  }
  return Object.fromEntries(Object.entries(itf).map(([name, value]) => [name, toValue(value)]));
};
