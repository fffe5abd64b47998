/**
 * The file of what must outlive a restore: breaks, limits, suspensions and closings. Each process has one in
 * its own data folder, and only appends to it. Lines name accounts by keyed hashes, which reveal nothing without the
 * database and its key.
 *
 *   file UUID
 *   closed HASH
 *   break HASH UNTIL            until when an account is on a break
 *   mailbox HASH UNTIL          the same for whoever registers with the mailbox again
 *   limit HASH AT COINS|-       the daily limit from that moment on
 *   suspension HASH AT UNTIL|-  a suspension that began then
 *   resumption HASH AT          its end
 */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isMissingFile } from '../../platform/files.ts';

const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;
const hash = '[0-9a-f]{64}';
const linePattern = new RegExp(
  [
    'file [0-9a-f-]{36}',
    `closed ${hash}`,
    `(?:break|mailbox) ${hash} ${time}`,
    String.raw`limit ${hash} ${time} (?:\d{1,18}|-)`,
    `suspension ${hash} ${time} (?:${time}|-)`,
    `resumption ${hash} ${time}`,
  ]
    .map((form) => `^${form}$`)
    .join('|'),
);

/** The lines of a file; none if there is no file. A line that a power cut truncated is skipped. */
export const readLines = async (path: string): Promise<Set<string>> => {
  try {
    return new Set((await readFile(path, 'utf8')).split('\n').filter((line) => linePattern.test(line)));
  } catch (error) {
    if (isMissingFile(error)) return new Set();
    throw error;
  }
};

/** A text of more than 512 KiB would be written in pieces, between which another process may write. */
const linesAtOnce = 1_000;

/** Returns once the lines are on the disk. They are written at the end of the file: several processes may share it. */
export const appendLines = async (path: string, lines: readonly string[]): Promise<void> => {
  if (lines.length === 0) return;
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'a', 0o600);
  try {
    for (let at = 0; at < lines.length; at += linesAtOnce) {
      // A line feed first: what a cut-off line left does not swallow this one.
      await file.writeFile(`\n${lines.slice(at, at + linesAtOnce).join('\n')}\n`);
    }
    await file.sync();
  } finally {
    await file.close();
  }
};

const idsOf = (lines: Iterable<string>): string[] =>
  [...lines].flatMap((line) => (line.startsWith('file ') ? [line.slice('file '.length)] : []));

/** The first id that the file has; it is given one if it has none. */
export const identifyFile = async (path: string): Promise<string> => {
  const findId = async () => idsOf(await readLines(path))[0];
  const found = await findId();
  if (found !== undefined) return found;
  const id = randomUUID();
  await appendLines(path, [`file ${id}`]);
  // Another process may have been first.
  return (await findId()) ?? id;
};

/** Appends what only the other files have, with their ids: whoever has this file needs those no longer. */
export const mergeFiles = async (path: string, others: readonly string[]): Promise<void> => {
  const present = await readLines(path);
  if (others.length > 0 && idsOf(present).length === 0) await identifyFile(path);
  for (const other of others) {
    const added = [...(await readLines(other))].filter((line) => !present.has(line));
    await appendLines(path, added);
    for (const line of added) present.add(line);
  }
};

/** What files say together. Times are in milliseconds. */
export interface ParsedActs {
  files: ReadonlySet<string>;
  closed: ReadonlySet<string>;
  /** The latest end. */
  breaks: ReadonlyMap<string, number>;
  mailboxes: ReadonlyMap<string, number>;
  /** The newest. */
  limits: ReadonlyMap<string, { at: number; coins: bigint | null }>;
  /** The newest; `ended` if it was lifted then. */
  suspensions: ReadonlyMap<string, { at: number; until: number | null; ended: boolean }>;
}

export const parseActs = (lines: Iterable<string>): ParsedActs => {
  const [files, closed] = [new Set<string>(), new Set<string>()];
  const [breaks, mailboxes] = [new Map<string, number>(), new Map<string, number>()];
  const limits = new Map<string, { at: number; coins: bigint | null }>();
  const suspensions = new Map<string, { at: number; until: number | null; ended: boolean }>();
  const retainLatest = <Act extends { at: number }>(acts: Map<string, Act>, name: string, act: Act) => {
    if (act.at >= (acts.get(name)?.at ?? -Infinity)) acts.set(name, act);
  };
  for (const line of lines) {
    const [kind = '', name = '', first = '', second = '-'] = line.split(' ');
    const at = Date.parse(first);
    if (kind === 'file') files.add(name);
    if (kind === 'closed') closed.add(name);
    if (kind === 'break') breaks.set(name, Math.max(at, breaks.get(name) ?? 0));
    if (kind === 'mailbox') mailboxes.set(name, Math.max(at, mailboxes.get(name) ?? 0));
    if (kind === 'limit') retainLatest(limits, name, { at, coins: second === '-' ? null : BigInt(second) });
    if (kind === 'suspension') {
      const until = second === '-' ? null : Date.parse(second);
      retainLatest(suspensions, name, { at, until, ended: false });
    }
    if (kind === 'resumption') retainLatest(suspensions, name, { at, until: null, ended: true });
  }
  return { files, closed, breaks, mailboxes, limits, suspensions };
};
