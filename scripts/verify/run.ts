/** The forms of `npm run verify`: each checks something that a site publishes, and prints a line for each finding. */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { parseHex } from '@fairground/fairness/hex';
import { checkLogEntries, type LogFindings } from '@fairground/fairness/log-check';
import { loadLoggedOutcomes, loadProofCheckers } from '@fairground/games/proof-checkers';
import { checkDump } from './dump.ts';
import { LogProblem, readCosignature, readLogs } from './log.ts';
import { reportReceipt, type Site } from './receipts.ts';
import { bad, createReport, good, type Finding, type Report } from './report.ts';
import {
  checkInclusion,
  checkProof,
  checkSeedPlace,
  isPublishedValue,
  type PublishedInclusion,
  type PublishedProof,
  parseSeedPlace,
} from './results.ts';
import { openSource, readJson, type ReadFile } from './source.ts';

const checkers = await loadProofCheckers();

const usage = `Usage: npm run verify -- GAME FROM [TO]                 results by their proofs
       npm run verify -- bets GAME ROUND BET             a bet under the seal of its round
       npm run verify -- log [FOLDER] [GAME FROM [TO]]   the public log, and proofs against it
           --key VERIFIER_KEY      whose signature the checkpoint must have; a folder needs it
           --keep FILE             the checkpoint seen last: the log must contain it; then the new one is stored there
           --witness VERIFIER_KEY  a witness that must have cosigned; may be given several times
           --beacon ROUND=VALUE    a value (randomness, hex) that a void round waited for; may be given several times
       npm run verify -- dump FILE [FOLDER]              a day's dump; with SITE_URL or a folder against the log
       npm run verify -- receipt FILE                    what a site signed; with SITE_URL against its seals and log
       npm run verify -- seed FILE                       what the site says of a player's seed, against its log
GAME is ${[...checkers.keys()].join(', ')}; the site is SITE_URL.
The log of a site with a beacon other than quicknet needs BEACON_PUBLIC_KEY.`;

interface Task {
  site: string;
  read: ReadFile;
  /** Otherwise it is assumed to be on this machine. */
  isSiteNamed: boolean;
  report: Report;
  options: { key?: string; keep?: string; witness: string[]; beacon: string[] };
}

/** Returns false where the words cannot be understood. */
type Mode = (words: readonly string[], task: Task) => Promise<boolean>;

/** By its id on the wire; its folder is understood too. */
const toGame = (named = ''): string =>
  named.replaceAll(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase());

/** The ids from one to the other; ids that are not numbers are single. */
const idsBetween = (from = '', to = from): string[] | undefined => {
  if (from === to && from !== '') return [from];
  const [first, last] = [Number(from), Number(to)];
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last) || first < 1 || last < first)
    return undefined;
  return Array.from({ length: last - first + 1 }, (_, at) => String(first + at));
};

const findProof = async (read: ReadFile, game: string, id: string): Promise<PublishedProof | undefined> =>
  (await readJson(read, `api/fairness/${game}/${encodeURIComponent(id)}`)) as PublishedProof | undefined;

/** GAME FROM [TO] */
const verifyRange = async (
  [named, from, to]: readonly string[],
  { read, report }: Task,
  log?: LogFindings,
): Promise<boolean> => {
  const game = toGame(named);
  const [check, ids] = [checkers.get(game), idsBetween(from, to)];
  if (check === undefined || ids === undefined) return false;
  let before: PublishedProof | undefined;
  let leftOut: string[] = [];
  /** A round without bets may have been opened again under the next id: then its chain has no gap. */
  const judgeLeftOut = (next: PublishedProof | undefined) => {
    const hasNoGap = before !== undefined && next !== undefined && isNextLink(before, next);
    for (const id of leftOut) {
      if (hasNoGap) report.note(`${game} ${id}: no round, and the chain goes on without a gap`);
      else report.add(`${game} ${id}`, bad('no such result'));
    }
    leftOut = [];
  };
  for (const id of ids) {
    const proof = await findProof(read, game, id);
    if (!proof && before?.round !== undefined) {
      leftOut.push(id);
      continue;
    }
    judgeLeftOut(proof);
    before = proof;
    const finding = proof ? checkProof(proof, check) : bad('no such result');
    report.add(`${game} ${id}`, (proof && finding.is === 'good' && compareWithLog(proof, log)) || finding);
  }
  judgeLeftOut(undefined);
  return true;
};

const isNextLink = (before: PublishedProof, { terminalHash, round }: PublishedProof): boolean =>
  terminalHash !== undefined && terminalHash === before.terminalHash && round === (before.round ?? 0) + 1;

/** Undefined where there is nothing to say. */
const compareWithLog = (proof: PublishedProof, log: LogFindings | undefined): Finding | undefined => {
  const isLogged = proof.betsRoot !== undefined || proof.rootHex !== undefined;
  const comparison = isLogged ? log?.compareProof(proof) : undefined;
  if (comparison?.is === 'other') return bad(comparison.fault);
  if (comparison?.is === 'elsewhere') return { is: 'pending', text: `it is in the log ${comparison.origin}` };
  return undefined;
};

const judgeBet = async (
  read: ReadFile,
  { game, id, bet }: { game: string; id: string; bet: string },
): Promise<Finding> => {
  const proof = await findProof(read, game, id);
  const leaves = proof && 'rootHex' in proof ? 'tickets' : 'bets';
  const path = `api/fairness/${game}/${encodeURIComponent(id)}/${leaves}/${encodeURIComponent(bet)}`;
  const inclusion = (await readJson(read, path)) as PublishedInclusion | undefined;
  return proof && inclusion
    ? checkInclusion(inclusion, proof)
    : bad('the site does not show it under the seal of its round');
};

/** bets GAME ID BET */
const verifyBet: Mode = async ([named, id, bet], { read, report }) => {
  const game = toGame(named);
  const check = checkers.get(game);
  if (check === undefined || id === undefined || bet === undefined) return false;
  const proof = await findProof(read, game, id);
  report.add(`${game} ${id}`, proof ? checkProof(proof, check) : bad('no such result'));
  const judge = () => judgeBet(read, { game, id, bet });
  const first = await judge();
  // The round may be sealed between the two answers, so a site is only accused if it says the same once more.
  report.add(`bet ${bet}`, first.is === 'bad' ? await judge() : first);
  return true;
};

/** log [FOLDER] [GAME FROM [TO]] */
const verifyLog: Mode = async (words, task) => {
  const [first = ''] = words;
  const isSite = first === '' || checkers.has(toGame(first));
  const findings = await checkLog(isSite ? undefined : first, task);
  if (findings === 'no key') return false;
  const range = isSite ? words : words.slice(1);
  return findings === 'unreadable' || range.length === 0 || verifyRange(range, task, findings);
};

/** The log of the site, or the one in a folder. */
const checkLog = async (
  folder: string | undefined,
  { site, read, report, options }: Task,
): Promise<LogFindings | 'no key' | 'unreadable'> => {
  const key = options.key ?? (folder === undefined ? await findKey(read) : undefined);
  if (key === undefined) return 'no key';
  const place = folder ?? `${site.replace(/\/$/, '')}/log`;
  const found = await tryLog(() => readLogs({ read: openSource(place), key, keep: options.keep }));
  if (found instanceof LogProblem) {
    report.add('checkpoint', bad(found.message));
    return 'unreadable';
  }
  const { log, before } = found;
  const { origin, size } = log.checkpoint;
  report.add('checkpoint', good(`${origin}, ${size} entries, signed; every tile follows from the entries`));
  for (const witness of options.witness) {
    const seen = await tryLog(() => readCosignature(log.note, witness));
    const finding: Finding =
      seen instanceof LogProblem
        ? bad(seen.message)
        : good(`cosigned by ${seen.name} at ${seen.at.toISOString()}`);
    report.add('witness', finding);
  }
  if (options.witness.length === 0)
    report.note("no --witness: that seals came before their beacon's value rests on the operator's word");
  const outcomes = await loadLoggedOutcomes();
  const findings = checkLogEntries(log.entries, {
    origin,
    before,
    beacons: new Map(options.beacon.map(parseBeacon)),
    outcomes,
    isBeaconValue: isPublishedValue,
  });
  for (const fault of findings.faults) report.add('log', bad(fault));
  for (const each of findings.notes) report.note(each);
  report.note(`entries: ${[...findings.counts].map(([kind, count]) => `${count} ${kind}`).join(', ')}`);
  return findings;
};

/** dump FILE [FOLDER] */
const verifyDump: Mode = async ([file, folder], task) => {
  if (file === undefined) return false;
  const log = folder !== undefined || task.isSiteNamed ? await checkLog(folder, task) : undefined;
  if (log === 'no key') return false;
  if (log === 'unreadable') return true;
  const rules = { outcomes: await loadLoggedOutcomes(), isBeaconValue: isPublishedValue };
  const bytes = await readFile(file);
  const { day, rounds, elsewhere, faults } = within(file, () => checkDump(bytes, rules, log));
  for (const fault of faults) task.report.add('dump', bad(fault));
  const compared = log ? ', and the log has it with these values' : '';
  if (faults.length === 0)
    task.report.add('dump', good(`${day}, ${rounds} rounds, each outcome recomputed${compared}`));
  if (elsewhere > 0) task.report.note(`${elsewhere} rounds are in the log before the restore`);
  return true;
};

/** Names the file that something is wrong with. */
const within = <Found>(file: string, work: () => Found): Found => {
  try {
    return work();
  } catch (error) {
    throw new Error(`${file} can't be checked: ${(error as Error).message}`);
  }
};

const parseBeacon = (text: string): [number, Uint8Array] => {
  const [, round, value = ''] = /^([1-9]\d*)=(.*)$/.exec(text) ?? [];
  const bytes = parseHex(value, 32);
  if (round === undefined || bytes === null) throw new Error(`--beacon ${text}: it is not ROUND=VALUE`);
  return [Number(round), bytes];
};

const findKey = async (read: ReadFile): Promise<string | undefined> => {
  const about = (await readJson(read, 'api/fairness/log')) as { verifierKey?: string } | undefined;
  return about?.verifierKey;
};

const tryLog = async <Found>(work: () => Found | Promise<Found>): Promise<Found | LogProblem> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LogProblem) return error;
    throw error;
  }
};

/** A text as Windows may save it: UTF-16, and UTF-8 with a mark before it. */
const readText = async (file: string): Promise<string> => {
  const bytes = await readFile(file);
  return new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes);
};

/** receipt FILE, with one on a line, as pages save them. */
const verifyReceipts: Mode = async ([file], task) => {
  const { read, report, isSiteNamed } = task;
  if (file === undefined) return false;
  const receipts = (await readText(file)).split(/\s+/).filter(Boolean);
  if (receipts.length === 0) throw new Error(`${file} has no receipt`);
  let log: ReturnType<typeof checkLog> | undefined;
  const site: Site = {
    read: async (path) => (await readJson(read, `api${path}`)) ?? null,
    async readLog() {
      const findings = await (log ??= checkLog(undefined, task));
      return typeof findings === 'string' ? undefined : findings;
    },
  };
  for (const receipt of receipts) {
    const { name, ok, text } = await reportReceipt(receipt, isSiteNamed ? site : undefined);
    report.add(name, ok ? good(text) : bad(text));
  }
  return true;
};

/** seed FILE, an answer of GET /api/fairness/seeds/COMMITMENT. */
const verifySeed: Mode = async ([file], task) => {
  if (file === undefined) return false;
  const text = await readText(file);
  const place = within(file, () => parseSeedPlace(JSON.parse(text)));
  const log = await checkLog(undefined, task);
  if (typeof log !== 'string') task.report.add(`seed ${place.commitment}`, checkSeedPlace(place, log));
  return log !== 'no key';
};

const modes: Readonly<Record<string, Mode>> = {
  bets: verifyBet,
  dump: verifyDump,
  log: verifyLog,
  receipt: verifyReceipts,
  seed: verifySeed,
};

/** Returns the exit code: 1 where something does not hold, 2 where the words cannot be understood. */
export const runVerifier = async (
  args: readonly string[],
  named: string | undefined,
  print: (line: string) => void,
): Promise<number> => {
  const site = named ?? 'http://localhost:3000';
  const report = createReport(print);
  try {
    const { values: options, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        key: { type: 'string' },
        keep: { type: 'string' },
        witness: { type: 'string', multiple: true, default: [] },
        beacon: { type: 'string', multiple: true, default: [] },
      },
    });
    const isSiteNamed = named !== undefined;
    const task: Task = { site, isSiteNamed, read: openSource(site), report, options };
    const [mode = '', ...words] = positionals;
    const isUnderstood = Object.hasOwn(modes, mode)
      ? await modes[mode]?.(words, task)
      : await verifyRange(positionals, task);
    if (isUnderstood === true) return report.close();
  } catch (error) {
    print((error as Error).message);
    return 1;
  }
  print(usage);
  return 2;
};
