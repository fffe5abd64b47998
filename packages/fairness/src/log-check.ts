/**
 * What the public log says, entry by entry, each against those before it: that a round was opened before it
 * was sealed, and sealed before it was drawn; that the seed is the one that was promised; that the outcome
 * follows from seed, bets and beacon.
 */
import type { BeaconValue } from './beacon.ts';
import { canonicalJson, type CanonicalValue } from './canonical-json.ts';
import { commitmentOf, followChain, seedBytes } from './chain.ts';
import { formatHex, parseHex } from './hex.ts';
import type { LoggedTerms } from './log-entry.ts';
import { emptyRoot } from './merkle.ts';
import { noBeacon } from './sealed.ts';

/** A sealed round, as the log has it. */
export interface LoggedRound {
  id: string;
  /** Place in the chain; 0 where the game has none. */
  round: number;
  seed: Uint8Array;
  betsRoot: Uint8Array;
  beacon: Uint8Array;
  terms: LoggedTerms;
}

/** The outcome of a round, in the form of its proof. Null where its terms are not those that the game has. */
export type LoggedOutcome = (round: LoggedRound) => object | null;

/** A log whose entries lead to its checkpoint. */
export interface LogTexts {
  origin: string;
  entries: readonly string[];
}

export interface LogRules {
  /** The log whose entries are checked. */
  origin: string;
  /** The logs that restores left behind, the oldest first: rounds of theirs may end in a later one. */
  before?: readonly LogTexts[];
  /** How the games in the log compute outcomes, by their wire id. */
  outcomes: ReadonlyMap<string, LoggedOutcome>;
  isBeaconValue: (value: BeaconValue) => boolean;
  /** Values that void rounds waited for, by the round of the beacon; those of results are taken from the log. */
  beacons?: ReadonlyMap<number, Uint8Array>;
}

/** What was placed after the newest entry that the backup has, and before the restore, may be lost. */
export interface LogRestore {
  /** The log that it began. */
  origin: string;
  at: string;
  /** Date of the newest entry of the log before; empty where it had none. */
  after: string;
}

export interface SeedDay {
  count: number;
  root: string;
}

export type ProofComparison =
  | { is: 'same' }
  | { is: 'other'; fault: string }
  /** After a restore, proofs of before name the log that was. */
  | { is: 'elsewhere'; origin: string };

/** What the proofs of all games that are in the log have. */
export interface LoggedProof {
  game: string;
  id: string;
  commitment: string;
  seed: string | null;
  outcome: object | null;
  max?: number;
  rtpBp?: number;
  betsRoot?: string | null;
  rootHex?: string | null;
  log?: { origin: string | null; seal: number | null; result: number | null } | null;
}

type Entry = Readonly<Record<string, unknown>> & { kind: string };
interface Place {
  index: number;
  /** The log that it is in. */
  origin: string;
}
type Step = 'opening' | 'seal' | 'result' | 'settlement' | 'void';
type StepEntry = Entry & Place;
/** What the log has of one round. */
export type LogSteps = Partial<Record<Step, StepEntry>>;

/** A fault of an entry. */
class LogFault extends Error {}

function need(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new LogFault(sentence);
}

/** Takes a value that was parsed from JSON, or is made to be written as such. */
const canonicalText = (value: unknown): string => canonicalJson(value as CanonicalValue);

const areSame = (one: unknown, other: unknown): boolean => canonicalText(one) === canonicalText(other);

export const checkLogEntries = (texts: readonly string[], rules: LogRules) => {
  const faults: string[] = [];
  const notes: string[] = [];
  const counts = new Map<string, number>();
  const rounds = new Map<string, LogSteps>();
  const chains = new Map<string, Chain>();
  const days = new Set<string>();
  const seedDays = new Map<string, SeedDay>();
  const files = new Set<string>();
  const restores: LogRestore[] = [];
  const voids = new Map<string, () => string>();
  /** By chain and place. */
  const commitments = new Map<string, Uint8Array>();
  const beacons = new Map(rules.beacons);
  const logs = [...(rules.before ?? []), { origin: rules.origin, entries: texts }];

  const stepsOf = <Wanted extends Step>(
    entry: Entry,
    ...wanted: readonly Wanted[]
  ): LogSteps & Record<Wanted, StepEntry> => {
    const steps = rounds.get(nameOf(entry)) ?? {};
    for (const step of wanted) {
      const before = steps[step];
      need(before !== undefined, `it has no ${step} before it`);
      need(text(before, 'at') <= text(entry, 'at'), `it is dated before its ${step}`);
    }
    return steps as LogSteps & Record<Wanted, StepEntry>;
  };

  /** The seed of a round, if it is the one that was promised. */
  const reveal = (entry: Entry, opening: Entry): Uint8Array => {
    const seed = bytes(entry, 'seed', seedBytes);
    need(
      formatHex(commitmentOf(seed)) === text(opening, 'commitment'),
      'the seed does not match the commitment',
    );
    if ('chain' in opening) chains.get(chainOf(opening))?.takeSeed(count(opening, 'round'), seed);
    return seed;
  };

  const outcomeOf = (opening: Entry, seal: Entry, parts: Pick<LoggedRound, 'seed' | 'beacon'>): object => {
    const find = rules.outcomes.get(text(opening, 'game'));
    need(find !== undefined, 'no game with this id is known');
    const round = 'round' in opening ? count(opening, 'round') : 0;
    const betsRoot = bytes(seal, 'betsRoot');
    const outcome = find({ id: text(opening, 'id'), round, terms: termsOf(seal), betsRoot, ...parts });
    need(outcome !== null, 'its seal has not the terms of the game');
    return outcome;
  };

  const takers: Readonly<Record<string, (entry: Entry, place: Place) => void>> = {
    chain(entry) {
      const name = chainOf(entry);
      need(!chains.has(name), `chain ${String(entry['chain'])} was published before`);
      chains.set(name, createChain(bytes(entry, 'terminalHash')));
    },
    opening(entry) {
      const commitment = bytes(entry, 'commitment');
      if (!('chain' in entry)) return;
      commitments.set(`${chainOf(entry)} ${count(entry, 'round')}`, commitment);
      const chain = chains.get(chainOf(entry));
      need(chain !== undefined, `chain ${String(entry['chain'])} was not published before`);
      chain.takeOpening(entry, stepsOf);
    },
    seal(entry) {
      const { opening, void: ended, result } = stepsOf(entry, 'opening');
      need(ended === undefined && result === undefined, 'the round was over before');
      bytes(entry, 'betsRoot');
      const isEmpty = entry['betsRoot'] === emptyRoot;
      need(
        isEmpty === (count(entry, 'betCount') === 0),
        'the root of the bets does not agree with their number',
      );
      need(entry['beaconRound'] === opening['beaconRound'], 'it names another beacon round than the opening');
    },
    result(entry) {
      const { opening, void: ended } = stepsOf(entry, 'opening');
      need(ended === undefined, 'the round was void before');
      const { seal } = stepsOf(entry, 'seal');
      const value = entry['beacon'] as BeaconValue | null;
      const [used, named] = [value?.round ?? null, opening['beaconRound']];
      need(
        used === named,
        `it is drawn with beacon round ${used}, and the opening named ${canonicalText(named)}`,
      );
      need(
        value === null || rules.isBeaconValue(value),
        `the value of beacon round ${used ?? 0} has not the signature of the beacon`,
      );
      const seed = reveal(entry, opening);
      const beacon = value === null ? noBeacon : parseHex(value.randomness, 32);
      need(beacon !== null, 'the value of the beacon is not 32 bytes');
      if (value !== null) beacons.set(value.round, beacon);
      const [computed, shown] = [outcomeOf(opening, seal, { seed, beacon }), entry['outcome']];
      need(
        areSame(computed, shown),
        `the seed gives ${canonicalText(computed)} and the log says ${canonicalText(shown)}`,
      );
    },
    settlement(entry) {
      const { seal } = stepsOf(entry, 'seal', 'result');
      const [bets, staked] = [count(entry, 'bets'), count(entry, 'staked')];
      const were = [count(seal, 'betCount'), count(seal, 'staked')] as const;
      need(bets === were[0], `it settles ${bets} bets, and ${were[0]} were sealed`);
      need(staked === were[1], `it settles stakes of ${staked} coins, and ${were[1]} were sealed`);
      const [won, paid] = [count(entry, 'won'), count(entry, 'paid')];
      need(won <= bets && (won === 0) === (paid === 0), 'its sums do not agree');
    },
    void(entry) {
      const { opening, seal, result } = stepsOf(entry, 'opening');
      need(result === undefined, 'the round had a result before');
      need(entry['betsRoot'] === (seal?.['betsRoot'] ?? null), 'it has another root than the seal');
      need(entry['beaconRound'] === opening['beaconRound'], 'it names another beacon round than the opening');
      const seed = entry['seed'] === null ? undefined : reveal(entry, opening);
      // The value of the beacon, and the seed of a chain, may come later.
      voids.set(`${nameOf(entry)} is void (${text(entry, 'reason')})`, () =>
        wouldHaveCome(opening, seal, seed ?? nextCommitment(opening)),
      );
    },
    restore(entry, { index, origin }) {
      need(index === 0, 'a restore is the first entry of a log');
      const before = logs[logs.findIndex((each) => each.origin === origin) - 1];
      const last = parseEntry(before?.entries.at(-1) ?? '');
      restores.push({ origin, at: text(entry, 'at'), after: last ? text(last, 'at') : '' });
    },
    playerSeeds(entry) {
      takeDay(entry);
      seedDays.set(text(entry, 'day'), { count: count(entry, 'count'), root: text(entry, 'root') });
    },
    ledgerHead: takeDay,
    file(entry) {
      bytes(entry, 'sha256');
      files.add(`${text(entry, 'name')} ${text(entry, 'sha256')}`);
    },
  };

  function takeDay(entry: Entry): void {
    const day = `${entry.kind} ${text(entry, 'day')}`;
    need(!days.has(day), `a second one of ${text(entry, 'day')}`);
    days.add(day);
  }

  /** In a chain the seed of a round is the commitment of the next one. */
  function nextCommitment(opening: Entry): Uint8Array | undefined {
    const next = 'chain' in opening && commitments.get(`${chainOf(opening)} ${count(opening, 'round') + 1}`);
    return next && formatHex(commitmentOf(next)) === opening['commitment'] ? next : undefined;
  }

  function wouldHaveCome(opening: Entry, seal: Entry | undefined, seed: Uint8Array | undefined): string {
    if (seal === undefined) return 'no bets were sealed';
    if (seed === undefined) return 'its seed is not published';
    const beaconRound = opening['beaconRound'] as number | null;
    const beacon = beaconRound === null ? noBeacon : beacons.get(beaconRound);
    if (beacon === undefined) return `what would have come depends on beacon round ${beaconRound}`;
    return `it would have been ${canonicalText(outcomeOf(opening, seal, { seed, beacon }))}`;
  }

  const takeEntry = (body: string, place: Place): void => {
    const { index, origin } = place;
    const entry = parseEntry(body);
    try {
      need(entry !== undefined, 'the entry is not canonical JSON');
      counts.set(entry.kind, (counts.get(entry.kind) ?? 0) + 1);
      if (isStep(entry.kind)) {
        const steps = rounds.get(nameOf(entry)) ?? {};
        need(steps[entry.kind] === undefined, `a second ${entry.kind}`);
        rounds.set(nameOf(entry), { ...steps, [entry.kind]: { ...entry, index, origin } });
      }
      const take = Object.hasOwn(takers, entry.kind) ? takers[entry.kind] : undefined;
      need(take !== undefined, 'an unknown kind of entry');
      take(entry, place);
    } catch (error) {
      if (!(error instanceof LogFault)) throw error;
      const of = entry && 'id' in entry ? ` of ${nameOf(entry)}` : '';
      const from = origin === rules.origin ? '' : ` of ${origin}`;
      faults.push(`entry ${index}${from}, ${entry?.kind ?? 'unread'}${of}: ${error.message}`);
    }
  };
  for (const { origin, entries } of logs) {
    for (const [index, body] of entries.entries()) takeEntry(body, { index, origin });
  }
  for (const [name, describe] of voids) {
    try {
      notes.push(`${name}: ${describe()}`);
    } catch (error) {
      if (!(error instanceof LogFault)) throw error;
      faults.push(`${name}: ${error.message}`);
    }
  }

  const faultOf = (proof: LoggedProof): string | null => {
    const { opening, seal, result, void: ended } = rounds.get(`${proof.game} ${proof.id}`) ?? {};
    if (!opening) return 'the log has no opening of it';
    if (opening['commitment'] !== proof.commitment) return 'the log has another commitment';
    const root = proof.betsRoot ?? proof.rootHex ?? null;
    if (seal && seal['betsRoot'] !== root) return 'the log has another seal';
    for (const [name, value] of Object.entries(seal ? termsOf(seal) : {})) {
      if (proof[name as keyof LoggedTerms] !== value) return `the log has another ${name}`;
    }
    if (proof.outcome !== null && !ended) {
      if (!result) return 'the log has no result of it';
      const isSame = result['seed'] === proof.seed && areSame(result['outcome'], proof.outcome);
      if (!isSame) return 'the log has another result';
    }
    const places = { seal: seal?.index, result: result?.index };
    for (const step of ['seal', 'result'] as const) {
      const index = proof.log?.[step] ?? null;
      if (index !== null && index !== places[step]) return `its ${step} is not entry ${index} of the log`;
    }
    return null;
  };

  const compareProof = (proof: LoggedProof): ProofComparison => {
    const origin = proof.log?.origin ?? rules.origin;
    if (logs.every((log) => log.origin !== origin)) return { is: 'elsewhere', origin };
    const fault = faultOf(proof);
    return fault === null ? { is: 'same' } : { is: 'other', fault };
  };

  return {
    /** Sentences that name the entry. */
    faults,
    /** What was void, and what would have come. */
    notes,
    counts,
    /** By game and id. */
    rounds,
    restores,
    /** Names and hashes of published files, with a space in between. */
    files,
    /** The seeds of players that were made on each day. */
    seedDays,
    /** Compares a proof that the site shows with what the log has of that round. */
    compareProof,
  };
};

export type LogFindings = ReturnType<typeof checkLogEntries>;

/** A chain of seeds whose terminal hash is known. */
const createChain = (terminal: Uint8Array) => {
  const isLink = followChain(terminal);
  let last: Entry | undefined;
  return {
    takeOpening(entry: Entry, stepsOf: (before: Entry) => LogSteps) {
      const place = count(entry, 'round');
      const before = last;
      last = entry;
      if (!before) return;
      const placeBefore = count(before, 'round');
      const steps = Object.keys(stepsOf(before));
      // A round that nobody bet on may be opened again under another id, with its link.
      const isSame = place === placeBefore && before['commitment'] === entry['commitment'];
      const hasMoved = isSame && steps.length === 1;
      need(
        place === placeBefore + 1 || hasMoved,
        `it has link ${place} of its chain, and the opening before has link ${placeBefore}`,
      );
      const isOver = steps.includes('result') || steps.includes('void');
      need(hasMoved || isOver, `${text(before, 'id')} before it has neither a result nor a void`);
    },
    takeSeed(place: number, seed: Uint8Array) {
      need(
        isLink(seed, place),
        'the seed is not a link of its chain: its hashes do not lead to the terminal hash',
      );
    },
  };
};

type Chain = ReturnType<typeof createChain>;

const isStep = (kind: string): kind is Step =>
  ['opening', 'seal', 'result', 'settlement', 'void'].includes(kind);

const nameOf = (entry: Entry): string => `${text(entry, 'game')} ${text(entry, 'id')}`;

const chainOf = (entry: Entry): string => `${text(entry, 'game')} ${String(entry['chain'])}`;

/** Undefined where the text is not the canonical one of an object with a kind. */
const parseEntry = (body: string): Entry | undefined => {
  try {
    const value: unknown = JSON.parse(body);
    const isEntry = typeof value === 'object' && value !== null && 'kind' in value;
    return isEntry && typeof value.kind === 'string' && canonicalText(value) === body
      ? (value as Entry)
      : undefined;
  } catch {
    return undefined;
  }
};

const text = (entry: Entry, field: string): string => {
  const value = entry[field];
  need(typeof value === 'string', `${field} is not a text`);
  return value;
};

const count = (entry: Entry, field: string): number => {
  const value = entry[field];
  need(Number.isSafeInteger(value) && (value as number) >= 0, `${field} is not a count`);
  return value as number;
};

const termsOf = (entry: Entry): LoggedTerms =>
  Object.fromEntries(
    (['max', 'rtpBp'] as const).filter((name) => name in entry).map((name) => [name, count(entry, name)]),
  );

const bytes = (entry: Entry, field: string, length = 32): Uint8Array => {
  const value = parseHex(text(entry, field), length);
  need(value !== null, `${field} is not ${length} bytes as hex`);
  return value;
};
