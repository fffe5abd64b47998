/** Both verifiers end with one line and a status that is not 0 if there is nothing in a file that they can check. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runVerifier } from './run.ts';

const files: readonly (readonly [name: string, content: string | Uint8Array])[] = [
  ['an empty file', ''],
  ['blank lines', ' \n\n'],
  ['bytes that are not UTF-8', new Uint8Array([0xff, 0xfe, 0x0a])],
  ['an empty list', '[]'],
  ['null', 'null'],
  ['a number that is too large', '{"chance":5,"amount":1e999}'],
  ['NaN', '[NaN]'],
  ['lists in lists without end', '['.repeat(100_000)],
  ['lists in lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['an answer of no known kind', '{"a":1}'],
  ['half of a proof', '{"algorithm":"crash/v2"}'],
  ['a leaf that is cut off', '{"leaf":"{"}'],
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairground-malformed-'));
});
afterAll(() => rm(folder, { recursive: true }));

const write = async (content: string | Uint8Array): Promise<string> => {
  const path = join(folder, 'file');
  await writeFile(path, content);
  return path;
};

const script = fileURLToPath(new URL('../verify_fairground.py', import.meta.url));
const python = spawnSync('python3', ['--version']);

describe('npm run verify', () => {
  const forms = ['receipt', 'dump', 'seed'].flatMap((form) =>
    files.map(([name, content]) => [form, name, content] as const),
  );
  it.each(forms)('refuses as %s: %s', async (form, _name, content) => {
    const lines: string[] = [];
    const status = await runVerifier([form, await write(content)], undefined, (line) => lines.push(line));
    expect(status).toBe(1);
    // A line for what was found, and one that counts.
    expect(lines.length).toBeLessThanOrEqual(2);
    expect(lines[0]).toMatch(/can't be checked: |has no receipt|DOES NOT HOLD: it is no receipt/);
  });
});

/** As PowerShell and editors of Windows save a text. */
const savedByWindows: readonly (readonly [name: string, save: (text: string) => Uint8Array])[] = [
  ['a mark before UTF-8', (text) => Buffer.from(`\ufeff${text}`)],
  ['UTF-16', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['its ends of lines', (text) => Buffer.from(text.replaceAll('\n', '\r\n'))],
];
const { receipt: receiptVectors } = JSON.parse(
  readFileSync(new URL('../../packages/fairness/vectors.json', import.meta.url), 'utf8'),
) as { receipt: { receipts: string[] }[] };
const receipts = receiptVectors.flatMap((vector) => vector.receipts.map((each) => `${each}\n`)).join('');

it.each(savedByWindows)('npm run verify takes receipts with %s', async (_name, save) => {
  const lines: string[] = [];
  const path = await write(save(receipts));
  expect(await runVerifier(['receipt', path], undefined, (line) => lines.push(line))).toBe(0);
  expect(lines.at(-1)).toBe('3 passed, 0 failed, 0 still sealed');
});

describe.skipIf(python.status !== 0)('the second verifier', () => {
  it.each(savedByWindows)('takes receipts with %s', async (_name, save) => {
    const run = spawnSync('python3', ['-B', script, await write(save(receipts))], { encoding: 'utf8' });
    expect([run.status, run.stderr]).toEqual([0, '']);
    expect(run.stdout.trim().split('\n').at(-1)).toBe('3 hold, 0 do not, 0 not to be checked yet');
  });

  it.each(files)('refuses %s', async (_name, content) => {
    const run = spawnSync('python3', ['-B', script, await write(content)], { encoding: 'utf8' });
    expect(run.status).toBe(1);
    expect(run.stderr).toBe('');
    expect(run.stdout.trim().split('\n')).toHaveLength(1);
    expect(run.stdout).not.toMatch(/\b0 do not\b/);
  });

  it('refuses a dump that is none', async () => {
    const run = spawnSync('python3', ['-B', script, 'dump', await write('')], { encoding: 'utf8' });
    expect([run.status, run.stderr, run.stdout]).toEqual([1, '', 'the dump has no end\n']);
  });

  it('says so if nothing was checked', () => {
    const run = spawnSync('python3', ['-B', script, 'http://127.0.0.1:9', 'receipt'], { encoding: 'utf8' });
    expect([run.status, run.stderr, run.stdout]).toEqual([1, '', 'nothing was checked\n']);
  });
});
