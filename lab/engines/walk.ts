/**
 * A guest's visit in one engine: a bet settled in each game, the profile, own play, the lab, own seeds and a round's
 * page. Each page is judged by its pixels, its console and its width.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { gameSweeps } from '../../games/test/sweeps.ts';
import type { Size } from '../../e2e/engine-page.ts';
import type { Engine } from './engine.ts';
import { judgePage } from './painted.ts';
import { press, until, untilText } from '../../e2e/engine-steps.ts';

/**
 * A bet that arrived as betting closed is placed again; some pages are of what does not exist, or
 * were opened without their link. Firefox reports a live connection or a module that is cut by leaving the page; the
 * other engines, whose words differ, report a module that is missing.
 */
const expectedErrors =
  /status of (?:400|401|404|409)|at ws:\S+\.$|ws was interrupted while the page was loading|error loading dynamically imported/;

/** What fades in or moves over a control for a moment is no fault: it is, where it stays. */
const movesWithinMs = 20_000;

/** The pictures are kept there, to be looked at. */
const picturesFolder = process.env['ENGINE_PICTURES'];

/** `paths` are other pages of a guest, which are judged as they come. */
export const walk = async (
  engine: Engine,
  size: Size,
  siteUrl: string,
  paths: readonly string[] = [],
): Promise<void> => {
  const page = await engine.open(size);
  const faults: string[] = [];
  let judged = 0;
  let roundPath: string | null = null;

  const judge = async (name: string): Promise<void> => {
    let found: string[] = [];
    const end = performance.now() + movesWithinMs;
    do {
      const { controls, unpainted, tooWide, cut, picture } = await judgePage(page);
      judged += controls;
      found = unpainted.map((control) => `${name}: ${control} is not painted`);
      if (cut.length > 0) found.push(`${name}: cut texts ${cut.join(', ')}`);
      if (tooWide > 0) found.push(`${name}: ${tooWide} pixels wider than the window`);
      if (picturesFolder !== undefined) {
        await mkdir(picturesFolder, { recursive: true });
        await writeFile(join(picturesFolder, `${name}-${engine.name}-${size.width}.png`), picture);
      }
      if (found.length === 0) return;
    } while (performance.now() < end);
    faults.push(...found);
  };

  /** Opens a page of a player, until it has taken the place of its shell and the player is known. */
  const visit = async (name: string, path: string, prepare?: () => Promise<unknown>): Promise<void> => {
    await page.open(`${siteUrl}${path}`);
    await untilText(page, 'h1', /./);
    await untilText(page, 'button[aria-label^="Balance:"]', /./);
    await prepare?.();
    await judge(name);
  };

  /** Shows the first plot, which is drawn once it can be seen. */
  const drawn = () =>
    until('a plot', () =>
      page.run(() => {
        document
          .querySelector('main [role=slider]')
          ?.scrollIntoView({ block: 'center', behavior: 'instant' });
        return document.querySelector('main [role=slider] canvas') !== null;
      }),
    );

  try {
    await page.open(siteUrl);
    await untilText(page, 'h1', /./);
    await judge('home');
    await press(page, 'button', 'Play as a guest');
    await until('the games', () => page.run(() => location.pathname === '/games'));
    for (const { folder, path, settleBet } of gameSweeps) {
      await visit(folder, path);
      await settleBet(page);
      await judge(`${folder}-settled`);
      roundPath ??= await page.run(
        () => document.querySelector('a[href^="/rounds/"]')?.getAttribute('href') ?? null,
      );
    }
    await visit('fairness', '/fairness', () => untilText(page, 'dd span.text-quiet', /Chosen by you/));
    await visit('profile', '/profile');
    await visit('play', '/profile/play', drawn);
    await visit('lab', '/lab', async () => {
      await press(page, 'summary', 'Adjust');
      await press(page, 'button', 'Play 100,000 sessions');
      await drawn();
    });
    await visit('round', roundPath ?? 'no page links to a round');
    for (const path of paths) await visit(path.replaceAll(/\W+/g, '-'), path);
    faults.push(...page.errors().filter((text) => !expectedErrors.test(text)));
  } finally {
    await page.close();
  }
  expect(faults).toEqual([]);
  expect(judged).toBeGreaterThan(150);
};
