/**
 * Players' pages that are over their budget already by what their HTML names: known before any test, without a browser.
 * Public pages load their script once somebody uses them, so that only page-budgets.slow.spec.ts knows what they load.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BuiltPages } from '../apps/web/build/build-web.ts';
import { excessOf, weightOfHtml } from '../apps/web/build/page-weight.ts';
import { fileOfBudget, playerBudgets } from './page-budgets.ts';

export const excessOfBuilt = ({ bundleFolder, htmlFolder }: BuiltPages): string[] => {
  const { guarded } = JSON.parse(readFileSync(join(htmlFolder, 'pages.json'), 'utf8')) as {
    guarded: Record<string, string>;
  };
  // Small files are sent as they are.
  const bytesOf = (path: string): number => {
    const file = join(bundleFolder, path);
    return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
  };
  return Object.entries(guarded).flatMap(([path, file]) => {
    const budget = playerBudgets[path];
    if (budget === undefined) return [];
    const html = readFileSync(join(htmlFolder, 'en', file), 'utf8');
    return excessOf(path, weightOfHtml(html, bytesOf), { budget, file: fileOfBudget(path) }) || [];
  });
};
