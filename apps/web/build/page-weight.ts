/** What a page loads: for the benchmark, and for the budgets of pages. */
import type { Page } from '@playwright/test';

export interface LoadedFile {
  path: string;
  /** As sent (brotli). */
  bytes: number;
}

export interface PageWeight {
  /** Files of script and style. */
  files: readonly LoadedFile[];
  scriptBytes: number;
  requests: number;
}

const weightOf = (files: readonly LoadedFile[]): PageWeight => ({
  files,
  scriptBytes: files
    .filter(({ path }) => path.endsWith('.js'))
    .reduce((total, { bytes }) => total + bytes, 0),
  requests: files.length,
});

/** What a page in a browser has loaded. */
export const readWeight = async (page: Page): Promise<PageWeight> =>
  weightOf(
    await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .map(({ name, encodedBodySize }) => ({ path: new URL(name).pathname, bytes: encodedBodySize }))
        .filter(({ path }) => /\.(js|css)$/.test(path)),
    ),
  );

/** What the HTML of a page names, without a browser: the page loads it in any case. */
export const weightOfHtml = (html: string, bytesOf: (path: string) => number): PageWeight => {
  const named = [...html.matchAll(/ (?:src|href)="(\/[^"]+\.(?:js|css))"/g)].flatMap(
    ([, path]) => path ?? [],
  );
  return weightOf([...new Set(named)].map((path) => ({ path, bytes: bytesOf(path) })));
};

export interface PageBudget {
  /** What the script weighs, as sent. */
  kilobytes: number;
  /** Files of script and style. */
  requests: number;
}

const inKilobytes = (bytes: number): string => (bytes / 1024).toFixed(1);

/** What a page loads beyond its budget, which stands in `file`, and what to do about it; empty if it does not. */
export const excessOf = (
  page: string,
  { files, scriptBytes, requests }: PageWeight,
  { budget, file }: { budget: PageBudget; file: string },
): string => {
  if (scriptBytes / 1024 <= budget.kilobytes && requests <= budget.requests) return '';
  return [
    `${page} loads ${inKilobytes(scriptBytes)} KB of script and ${requests} files;` +
      ` its budget is ${budget.kilobytes} KB and ${budget.requests} files:`,
    ...files
      .toSorted((one, other) => other.bytes - one.bytes)
      .map(({ path, bytes }) => `${inKilobytes(bytes).padStart(7)} KB  ${path}`),
    'Load what the page shows only sometimes when it is first used, by lazyPart. If it has to grow,',
    `raise its budget in ${file}, say there why, and run npm run performance.`,
  ].join('\n');
};

/** Gives a page the first sign of a visitor, and waits until the application runs: then navigation loads no HTML. */
export async function startApplication(page: Page): Promise<void> {
  // The script that waits for the sign has run by then; a quiet network alone does not say so.
  await page.waitForLoadState('load');
  await page.keyboard.press('Shift');
  // Not by frames, which a busy machine draws late.
  await page.waitForFunction(
    () =>
      Object.keys(document.getElementById('root') ?? {}).some((name) => name.startsWith('__reactContainer')),
    undefined,
    { polling: 100, timeout: 120_000 },
  );
}
