/**
 * What another process of this machine has in its memory, as a debugger would find it: its own heap and those
 * of its threads, buffers beside them, and what was freed and not written over. A heap snapshot would have
 * the texts, but not the bytes.
 */
import { open, readFile } from 'node:fs/promises';

/** Only Linux shows the memory of a process as a file. */
export const hasMemoryFiles = process.platform === 'linux';

/** One after the other, as each stops its process. */
let turn: Promise<unknown> = Promise.resolve();

/** All pages that the process has written. */
export const readMemory = (pid: number): Promise<Buffer> => {
  const read = turn.then(async () => {
    // A heap whose objects move would be read with gaps.
    process.kill(pid, 'SIGSTOP');
    try {
      return Buffer.concat(await readPages(pid));
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  });
  turn = read.catch(() => undefined);
  return read;
};

const pageBytes = 4_096;
const entryBytes = 8;

const readPages = async (pid: number): Promise<Buffer[]> => {
  const parts: Buffer[] = [];
  const memory = await open(`/proc/${pid}/mem`);
  const pages = await open(`/proc/${pid}/pagemap`);
  try {
    const maps = await readFile(`/proc/${pid}/maps`, 'utf8');
    for (const [, from, to] of maps.matchAll(/^([0-9a-f]+)-([0-9a-f]+) rw/gm)) {
      const first = Number(`0x${from}`) / pageBytes;
      const entries = Buffer.alloc((Number(`0x${to}`) / pageBytes - first) * entryBytes);
      await pages.read(entries, 0, entries.length, first * entryBytes);
      // Much is reserved and not used: a page is there, or swapped out.
      const isUsed = (page: number) => ((entries[(page + 1) * entryBytes - 1] ?? 0) & 0xc0) !== 0;
      for (let page = 0; page < entries.length / entryBytes; page += 1) {
        const start = page;
        while (isUsed(page)) page += 1;
        if (page === start) continue;
        const part = Buffer.alloc((page - start) * pageBytes);
        await memory.read(part, 0, part.length, (first + start) * pageBytes);
        parts.push(part);
      }
    }
  } finally {
    await pages.close();
    await memory.close();
  }
  return parts;
};

/** As a program may have them: the bytes, and the texts of one and two bytes a character. */
const writingsOf = (secret: Uint8Array): Buffer[] => {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const base64 = bytes.toString('base64').replace(/=+$/, '');
  return [
    bytes,
    Buffer.from(hex),
    Buffer.from(hex, 'utf16le'),
    Buffer.from(base64),
    Buffer.from(bytes.toString('base64url')),
    Buffer.from(bytes.join(',')),
  ];
};

/** The names of the secrets that are in there. */
export const findSecrets = (
  parts: readonly Buffer[],
  secrets: Readonly<Record<string, Uint8Array>>,
): string[] =>
  Object.entries(secrets).flatMap(([name, secret]) => {
    const writings = writingsOf(secret);
    return parts.some((part) => writings.some((writing) => part.includes(writing))) ? [name] : [];
  });
