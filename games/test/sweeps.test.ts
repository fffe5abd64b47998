/** Every game of the list is in the sweeps of the whole site, under the names that its own parts have. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readPart, readTexts } from '../../apps/web/build/text-parts.ts';
import { games } from '../../apps/web/src/game-parts/list.ts';
import { gameSweeps, loadSweep } from './sweeps.ts';

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

const vectors = JSON.parse(read('packages/fairness/vectors.json')) as Record<string, unknown[]>;
const secondImplementation = read('scripts/verify_fairground.py');
const routes = read('apps/server/test/http/token-scopes.txt').split('\n');

test('a folder without a sweep is refused by one sentence', async () => {
  await expect(loadSweep('no-such-game')).rejects.toThrow(
    'games/no-such-game/test/sweep.ts does not load: each game of the list says there how it is played',
  );
});

describe.each(gameSweeps)('the sweep of $folder', (sweep) => {
  const { folder, id, path, page, bet, calls, final, lab } = sweep;
  const pages = games.find((game) => game.folder === folder);

  test('has the id and the address of its pages', () => {
    expect(pages?.id).toBe(id);
    expect(page === null ? undefined : path).toBe(pages?.page?.path);
  });

  test('says so if visitors may watch the game', () => {
    expect(sweep.watch?.title[0]).toBe(pages?.watch?.title);
  });

  test('has every text by its key in the catalogues', () => {
    const texts = [
      ...(page?.texts ?? []),
      ...[page?.title, sweep.watch?.title].filter((title) => title !== undefined),
    ];
    const catalogue = Object.assign(
      {},
      ...['page', 'shell'].map((part) => readTexts(`games/${folder}/web`, 'en')[part]),
      readPart('packages/game-kit/web', 'en', 'instant'),
    ) as object;
    for (const [key, english] of texts) expect(catalogue).toHaveProperty([key], english);
  });

  test('has a first call where the game takes stakes, and only calls that exist', () => {
    expect(calls.length > 0).toBe(bet !== null);
    const isInstant = sweep.vectors.includes('instant');
    for (const [call] of calls) {
      const listed = isInstant ? call.replace(`/${id}/`, '/INSTANT_GAME/') : call;
      expect(routes).toContain(`play  POST /api${listed}`);
    }
  });

  test('says what is final, and for the strategy lab what comes back', () => {
    expect(final.application).not.toEqual([]);
    expect(final.owner).not.toEqual([]);
    expect(lab === null).toBe(pages?.lab === undefined);
    if (lab !== null) expect(lab.choices).not.toEqual([]);
  });

  test('names vectors that both implementations compute', () => {
    expect(sweep.vectors).not.toEqual([]);
    for (const name of sweep.vectors) {
      expect(vectors[name], name).not.toEqual([]);
      expect(secondImplementation).toContain(`vectors["${name}"]`);
    }
  });
});
