/** A day's dump: its lines by themselves, and next to the public log. */
import { gunzipSync } from 'node:zlib';
import { hash } from 'node:crypto';
import type { BeaconValue } from '@fairground/fairness/beacon-rounds';
import { canonicalJson, type CanonicalValue } from '@fairground/fairness/canonical-json';
import { commitmentOf, followChain, seedBytes } from '@fairground/fairness/chain';
import { formatHex, parseHex } from '@fairground/fairness/hex';
import type { LogFindings, LogRules, LogSteps } from '@fairground/fairness/log-check';
import { noBeacon } from '@fairground/fairness/sealed';

type Line = Readonly<Record<string, CanonicalValue>>;

/** A round's line of the dump, as docs/fairness.md has it. */
export interface RoundLine {
  game: string;
  id: string;
  algorithm: string;
  commitment: string;
  chain?: string;
  round?: number;
  beaconRound: number | null;
  betCount: number | null;
  betsRoot: string | null;
  staked: number | null;
  max?: number;
  rtpBp?: number;
  seed: string | null;
  beacon: BeaconValue | null;
  outcome: CanonicalValue;
  won: number | null;
  paid: number | null;
  void: { reason: string } | null;
}

class DumpFault extends Error {}

function need(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new DumpFault(sentence);
}

const canonical = (value: unknown): string => canonicalJson(value as CanonicalValue);

/** Throws where it is no dump at all. */
export const checkDump = (
  file: Uint8Array,
  rules: Pick<LogRules, 'outcomes' | 'isBeaconValue'>,
  log?: LogFindings,
) => {
  const [head, ...lines] = readLines(file);
  if (head?.['kind'] !== 'dump' || head['v'] !== 1) throw new Error('it is no dump of version 1');
  const day = textOf(head, 'day');
  const faults: string[] = [];
  const chains = new Map<string, Chain>();
  const seen = new Set<string>();
  let elsewhere = 0;
  for (const line of lines) {
    const name = ['kind', 'game', 'id']
      .flatMap((field) => (field in line ? textOf(line, field) : []))
      .join(' ');
    try {
      need(!seen.has(name) || line['kind'] === 'chain', 'it is there twice');
      seen.add(name);
      if (line['kind'] === 'chain') chains.set(chainOf(line), toChain(line));
      else if (line['kind'] === 'totals') checkSums(line['bets'], line['staked'], line['paid']);
      else {
        need(line['kind'] === 'round', 'its kind is unknown');
        const round = line as unknown as RoundLine;
        checkRound(round, chains, rules);
        if (log && !compareWithLog(round, log)) elsewhere += 1;
      }
    } catch (error) {
      if (!(error instanceof DumpFault)) throw error;
      faults.push(`${name}: ${error.message}`);
    }
  }
  if (log) faults.push(...findMissing(head, seen, log));
  if (log && !log.files.has(`data/${day}.ndjson.gz ${hash('sha256', file)}`))
    faults.unshift(`the log does not have the hash of this file as that of ${day}`);
  return {
    day,
    rounds: lines.filter(({ kind }) => kind === 'round').length,
    /** Rounds that are in an earlier log. */
    elsewhere,
    /** Sentences that name the line. */
    faults,
  };
};

export const readLines = (file: Uint8Array): Line[] => {
  const text = unzip(file);
  if (!text.endsWith('\n')) throw new Error('the dump has no end');
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => {
      const value = JSON.parse(line) as Line;
      if (canonical(value) !== line) throw new Error(`a line is not canonical JSON: ${line.slice(0, 80)}`);
      return value;
    });
};

const unzip = (file: Uint8Array): string => {
  try {
    return gunzipSync(file).toString();
  } catch {
    throw new Error('it is not compressed by gzip, or is cut off');
  }
};

const textOf = (line: Line, field: string): string => {
  const value = line[field];
  need(typeof value === 'string', `${field} is not a text`);
  return value;
};

const chainOf = (line: { game?: unknown; chain?: unknown }) => `${String(line.game)} ${String(line.chain)}`;

const toChain = (line: Line) => {
  const terminal = parseHex(textOf(line, 'terminalHash'), seedBytes);
  need(terminal !== null, 'the terminal hash is not 32 bytes as hex');
  return { isLink: followChain(terminal) };
};

type Chain = ReturnType<typeof toChain>;

const checkSums = (...sums: readonly unknown[]): void =>
  need(
    sums.every((sum) => Number.isSafeInteger(sum) && (sum as number) >= 0),
    'its sums are no whole numbers',
  );

const checkRound = (
  line: RoundLine,
  chains: ReadonlyMap<string, Chain>,
  rules: Pick<LogRules, 'outcomes' | 'isBeaconValue'>,
): void => {
  const { beacon, betCount, outcome, paid, staked, won } = line;
  const chain = line.chain === undefined ? undefined : chains.get(chainOf(line));
  need(line.chain === undefined || chain !== undefined, `the dump lacks its chain ${line.chain ?? ''}`);
  const seed = line.seed === null ? null : parseHex(line.seed, seedBytes);
  need(line.seed === null || seed !== null, 'the seed is not 32 bytes as hex');
  if (seed) {
    need(formatHex(commitmentOf(seed)) === line.commitment, 'the seed does not match the commitment');
    need(!chain || chain.isLink(seed, line.round ?? 0), 'the seed is not a link of its chain');
  }
  if (line.void) {
    need(outcome === null && paid === null, 'it is void and has an outcome');
    return;
  }
  checkSums(betCount, staked, won, paid);
  const [bets, winners] = [betCount ?? 0, won ?? 0];
  need(winners <= bets && (winners === 0) === (paid === 0), 'its sums do not agree');
  need((beacon?.round ?? null) === line.beaconRound, 'its beacon is of another round');
  need(beacon === null || rules.isBeaconValue(beacon), 'the value of its beacon has not the signature of it');
  const find = rules.outcomes.get(line.game);
  const betsRoot = line.betsRoot === null ? null : parseHex(line.betsRoot, 32);
  const randomness = beacon === null ? noBeacon : parseHex(beacon.randomness, 32);
  need(
    find !== undefined && seed !== null && betsRoot !== null && randomness !== null,
    'it lacks what its outcome follows from',
  );
  const { id, round = 0 } = line;
  const computed = find({ id, round, seed, betsRoot, beacon: randomness, terms: line });
  need(computed !== null, 'it has not the terms of the game');
  need(
    canonical(computed) === canonical(outcome),
    `the seed gives ${canonical(computed)} and the dump says ${canonical(outcome)}`,
  );
};

/** What a line says, as the log has it. */
export const valuesOf = ({ opening, seal, result, settlement, void: ended }: LogSteps) => ({
  commitment: opening?.['commitment'],
  chain: opening?.['chain'],
  round: opening?.['round'],
  beaconRound: opening?.['beaconRound'],
  at: (settlement ?? ended)?.['at'] ?? null,
  betCount: seal?.['betCount'] ?? settlement?.['bets'] ?? null,
  betsRoot: seal?.['betsRoot'] ?? null,
  staked: (seal ?? settlement)?.['staked'] ?? null,
  max: seal?.['max'],
  rtpBp: seal?.['rtpBp'],
  seed: (result ?? ended)?.['seed'] ?? null,
  beacon: result?.['beacon'] ?? null,
  outcome: result?.['outcome'] ?? null,
  won: settlement?.['won'] ?? null,
  paid: settlement?.['paid'] ?? null,
  void: ended ? { reason: ended['reason'] } : null,
});

/** Returns false where an earlier log has a part of it. */
const compareWithLog = (line: RoundLine, log: LogFindings): boolean => {
  const steps = log.rounds.get(`${line.game} ${line.id}`);
  if (!steps?.opening && log.counts.has('restore')) return false;
  need(steps?.opening !== undefined, 'the log has no opening of it');
  for (const [field, value] of Object.entries(valuesOf(steps))) {
    const said = canonical((line as unknown as Line)[field] ?? null);
    const logged = canonical(value ?? null);
    need(said === logged, `${field} is ${said}, and ${logged} in the log`);
  }
  return true;
};

const findMissing = (head: Line, seen: ReadonlySet<string>, log: LogFindings): string[] =>
  [...log.rounds].flatMap(([name, { settlement, void: ended }]) => {
    const at = (settlement ?? ended)?.['at'];
    const isOfDay = typeof at === 'string' && at >= textOf(head, 'from') && at < textOf(head, 'until');
    return isOfDay && !seen.has(`round ${name}`) ? [`round ${name}: the dump lacks it`] : [];
  });
