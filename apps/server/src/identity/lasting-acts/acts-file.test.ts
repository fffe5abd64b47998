import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { appendLines, identifyFile, mergeFiles, parseActs, readLines } from './acts-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'fairground-acts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const [alice, bob] = ['a'.repeat(64), 'b'.repeat(64)];
const day = (n: number): string => `2026-11-${String(n).padStart(2, '0')}T00:00:00.000Z`;

describe('the file of lasting acts', () => {
  it('skips a line that a power cut truncated, and keeps the one after it', async () => {
    const path = join(folder, 'cut');
    writeFileSync(path, `closed ${alice}\nbreak ${bob} 2026-11-`);
    await appendLines(path, [`closed ${bob}`]);
    expect([...(await readLines(path))]).toEqual([`closed ${alice}`, `closed ${bob}`]);
  });

  it('keeps every line where several processes add many at once', async () => {
    const path = join(folder, 'shared');
    const added = Array.from({ length: 6 }, (_, writer) =>
      Array.from({ length: 20_000 }, (__, at) => `closed ${String(writer * 20_000 + at).padStart(64, '0')}`),
    );
    await Promise.all(added.map((lines) => appendLines(path, lines)));
    expect((await readLines(path)).size).toBe(120_000);
  });

  it('keeps its id, and takes over those of files that are merged into it', async () => {
    const [own, other] = [join(folder, 'own'), join(folder, 'other')];
    const id = await identifyFile(own);
    expect(await identifyFile(own)).toBe(id);
    const otherId = await identifyFile(other);
    await appendLines(other, [`closed ${alice}`]);
    await mergeFiles(own, [other]);
    const merged = readFileSync(own, 'utf8');
    await mergeFiles(own, [other]);
    expect(readFileSync(own, 'utf8')).toBe(merged);
    const acts = parseActs(await readLines(own));
    expect([[...acts.files], [...acts.closed]]).toEqual([[id, otherId], [alice]]);
    expect(await identifyFile(own)).toBe(id);
  });
});

describe('what several files say together', () => {
  it('is the longest break, and the newest limit and suspension in any order of lines', () => {
    const lines = [
      `break ${alice} ${day(20)}`,
      `break ${alice} ${day(10)}`,
      `limit ${alice} ${day(2)} 500`,
      `limit ${alice} ${day(1)} 100`,
      `suspension ${alice} ${day(3)} -`,
      `resumption ${bob} ${day(3)}`,
      `suspension ${bob} ${day(2)} ${day(9)}`,
    ];
    for (const given of [lines, lines.toReversed()]) {
      const acts = parseActs(given);
      expect(acts.breaks.get(alice)).toBe(Date.parse(day(20)));
      expect(acts.limits.get(alice)?.coins).toBe(500n);
      expect(acts.suspensions.get(alice)).toMatchObject({ until: null, ended: false });
      expect(acts.suspensions.get(bob)).toMatchObject({ ended: true });
    }
  });
});
