/**
 * Every page of the built site in both languages, as a phone on slow 4G with a processor slowed four times sees it:
 * script until the first paint and until the application runs, requests, Core Web Vitals; Aviator's frames in flight,
 * and what its tab retains after a hundred rounds; and Lighthouse's scores, medians of five runs.
 *
 * BENCH_PAGES=/faq,/login measures these pages alone, BENCH_ROUNDS sets the number of runs, and BENCH_LIGHTHOUSE=off
 * leaves the scores out; such a run does not replace the committed results. Fails if a public page loads more than 90
 * KB of script before its visitor does anything, and on no time.
 */
import type { Browser } from '@playwright/test';
import { makeDataDir, startSiteProcess } from '../../apps/server/test/site-process.ts';
import { alternate, type Subject, type SubjectResult } from './lib/alternate.ts';
import { launchBrowser } from './lib/browser.ts';
import { addCleanup } from './lib/cleanups.ts';
import { report, type Column, type ResultTable } from './lib/results.ts';
import { isShort, sized } from './lib/short.ts';
import { languages, selectAddresses, type Language, type PageAddress } from './pages-addresses.ts';
import { flightPage, measureFrames, measureMemory, memoryRounds, type TabMemory } from './pages-flight.ts';
import { startLighthouse, type Lighthouse, type Visitor } from './pages-lighthouse.ts';
import { measureLoad, openPhone, type PageLoad } from './pages-load.ts';

const limitKb = 90;
/** Shifts of no more than this are not reported. */
const visibleShift = 0.01;
const shortPaths = '/confirm-email,/games/high-striker';
const paths = process.env['BENCH_PAGES'] ?? sized(undefined, shortPaths);
const rounds = process.env['BENCH_ROUNDS'];
const loadRounds = Number(rounds ?? 1);
const flightRounds = Number(rounds ?? sized(3, 1));
const scoreRounds = Number(rounds ?? 5);
const wantsScores = !isShort && process.env['BENCH_LIGHTHOUSE'] !== 'off';
const isComplete = paths === undefined && rounds === undefined && wantsScores;
const codes = Object.keys(languages) as Language[];
/** A short run loads each page in one language, in turn. */
const codesOf = (place: number): Language[] =>
  codes.filter((_, at) => !isShort || at === place % codes.length);

const loadColumns = (isPlayers: boolean): readonly Column[] => [
  { figure: 'usedKb', label: 'script until used', unit: 'KB', digits: 1, withoutRange: true },
  { figure: 'firstPaintKb', label: 'at first paint', unit: 'KB', digits: 1, withoutRange: true },
  { figure: 'files', label: 'files', digits: 0, withoutRange: true },
  { figure: 'requests', label: 'requests', digits: 0, withoutRange: true },
  { figure: 'firstPaintMs', label: 'first paint', unit: 'ms', digits: 0 },
  { figure: 'lcpMs', label: 'LCP', unit: 'ms', digits: 0 },
  ...(isPlayers ? [] : [{ figure: 'startMs', label: 'input to application', unit: 'ms', digits: 0 }]),
  { figure: 'inpMs', label: 'INP', unit: 'ms', digits: 0 },
  { figure: 'cls', label: 'CLS', digits: 3, withoutRange: true },
];
const scoreColumns: readonly Column[] = [
  { figure: 'performance', label: 'performance', digits: 0 },
  { figure: 'accessibility', label: 'accessibility', digits: 0 },
  { figure: 'best-practices', label: 'best practices', digits: 0 },
  { figure: 'seo', label: 'SEO', digits: 0 },
];
const frameColumns: readonly Column[] = [
  { figure: 'framesPerSecond', label: 'frames/s', digits: 1 },
  { figure: 'frameP99Ms', label: 'time between frames p99', unit: 'ms', digits: 1 },
];
const memoryColumns: readonly Column[] = [
  { figure: 'heapMb', label: 'heap', unit: 'MB', digits: 2 },
  { figure: 'nodes', label: 'DOM nodes', digits: 0 },
  { figure: 'listeners', label: 'listeners', digits: 0 },
];

const inRuns = (runs: number): string => (runs === 1 ? 'one run' : `${runs} alternating runs`);

/** Pages of one kind in one language share a table. */
interface Group {
  language: Language;
  isPlayers: boolean;
}
const groups: readonly Group[] = [false, true].flatMap((isPlayers) =>
  codes.map((language) => ({ language, isPlayers })),
);
const titleOf = ({ language, isPlayers }: Group): string =>
  `${isPlayers ? 'Pages of players' : 'Public pages'} in ${languages[language]}`;

/** A page in one language, as a row of the table of its group. */
interface Row extends Group {
  address: PageAddress;
}

const rowsOf = (addresses: readonly PageAddress[]): Row[] =>
  addresses.flatMap((address, place) =>
    codesOf(place).map((language) => ({ language, isPlayers: address.isPlayers, address })),
  );

const keyOf = ({ address, language }: Row): string => `${address.name} ${language}`;

/** Runs all pages in turn, each in one language after the other, and sorts the results into tables. */
const measureRows = async (
  rows: readonly Row[],
  { runs, measure }: { runs: number; measure: (row: Row) => Subject['run'] },
): Promise<{ group: Group; subjects: SubjectResult[] }[]> => {
  const results = await alternate(
    rows.map((row) => ({ name: keyOf(row), run: measure(row) })),
    runs,
  );
  const named = rows.map((row, place) => ({ row, runs: results[place]?.runs ?? {} }));
  return groups
    .map((group) => ({
      group,
      subjects: named
        .filter(({ row }) => row.language === group.language && row.isPlayers === group.isPlayers)
        .map(({ row, runs: figures }) => ({ name: row.address.name, runs: figures })),
    }))
    .filter(({ subjects }) => subjects.length > 0);
};

const measureLoads = async (
  browser: Browser,
  origin: string,
  rows: readonly Row[],
): Promise<ResultTable[]> => {
  const measured = await measureRows(rows, {
    runs: loadRounds,
    measure: (row) => async () => {
      const { moved, idleKb, ...figures } = await measureLoad(browser, { origin, ...row });
      printLoad(row, { moved, idleKb, ...figures });
      if (!row.isPlayers && !row.address.isMailed && idleKb > limitKb)
        throw new Error(`${row.address.name} loads more than ${limitKb} KB of script`);
      return figures;
    },
  });
  return measured.map(({ group, subjects }) => ({
    title: `${titleOf(group)} ${sized('on slow 4G ', '')}with a processor slowed 4 times, ${inRuns(loadRounds)}`,
    columns: loadColumns(group.isPlayers),
    subjects,
  }));
};

const printLoad = (row: Row, { usedKb, requests, lcpMs, inpMs, cls, moved }: PageLoad): void => {
  const shift = cls > visibleShift ? ` of ${[...new Set(moved)].join(', ')}` : '';
  console.log(
    `${keyOf(row).padEnd(36)} ${usedKb.toFixed(1).padStart(6)} KB, ${requests} requests, ` +
      `LCP ${lcpMs.toFixed(0)} ms, INP ${inpMs.toFixed(0)} ms, CLS ${cls.toFixed(3)}${shift}`,
  );
};

const measureScores = async (
  lighthouse: Lighthouse,
  origin: string,
  { rows, visitors }: { rows: readonly Row[]; visitors: ReadonlyMap<string, Visitor> },
): Promise<ResultTable[]> => {
  const measured = await measureRows(rows, {
    runs: scoreRounds,
    measure: (row) => {
      let which: 'all' | 'performance' = 'all';
      return async () => {
        const visitor = visitors.get(titleOf(row));
        if (!visitor) throw new Error(`nobody opens ${titleOf(row)}`);
        const { scores, failed } = await visitor.score(origin + row.address.url, which);
        which = 'performance';
        const text = Object.entries(scores).map(([name, value]) => `${name} ${value}`);
        const fault = failed.length > 0 ? `; failed: ${failed.join(', ')}` : '';
        console.log(`${keyOf(row).padEnd(36)} ${text.join(', ')}${fault}`);
        return scores;
      };
    },
  });
  await lighthouse.close();
  return measured.map(({ group, subjects }) => ({
    title:
      `${titleOf(group)}: Lighthouse for phones, ` +
      `${inRuns(scoreRounds)} of performance and one of the other categories`,
    columns: scoreColumns,
    subjects,
  }));
};

/** A visitor and a player for each language, who remain the same for all runs. */
const openVisitors = async (
  lighthouse: Lighthouse,
  browser: Browser,
  origin: string,
): Promise<Map<string, Visitor>> => {
  const visitors = new Map<string, Visitor>();
  for (const group of groups) {
    const context = await openPhone(browser, { origin, ...group });
    const cookies = await context.cookies();
    await context.close();
    visitors.set(titleOf(group), await lighthouse.openVisitor({ origin, language: group.language, cookies }));
  }
  return visitors;
};

const measureFlights = async (browser: Browser, origin: string): Promise<ResultTable> => ({
  title: `Aviator in flight with a processor slowed 4 times, ${inRuns(flightRounds)}`,
  columns: frameColumns,
  subjects: await alternate(
    codesOf(0).map((language) => ({
      name: languages[language],
      run: async () => ({ ...(await measureFrames(browser, { origin, language })) }),
    })),
    flightRounds,
  ),
});

const measureTabs = async (browser: Browser, origin: string): Promise<ResultTable> => {
  const tabs = await Promise.all(codesOf(1).map((language) => measureMemory(browser, { origin, language })));
  return {
    title: `A tab of Aviator before, during and after ${memoryRounds} rounds`,
    columns: memoryColumns,
    subjects: tabs.flat().map(toSubject),
  };
};

const toSubject = ({ name, heapMb, nodes, listeners }: TabMemory): SubjectResult => ({
  name,
  runs: { heapMb: [heapMb], nodes: [nodes], listeners: [listeners] },
});

/** One after the other; in a short run, which compares nothing, at the same time. */
const runParts = async (
  parts: readonly (() => Promise<ResultTable | ResultTable[]>)[],
): Promise<ResultTable[]> => {
  if (isShort) return (await Promise.all(parts.map((part) => part()))).flat();
  const tables: ResultTable[] = [];
  for (const part of parts) tables.push(...[await part()].flat());
  return tables;
};

export async function benchPages(): Promise<void> {
  const rows = rowsOf(selectAddresses(paths));
  const data = await makeDataDir();
  const removeData = addCleanup(data.remove);
  const site = await startSiteProcess({ DATA_DIR: data.dataDir, RATE_LIMITS: 'off' });
  const stopSite = addCleanup(() => site.end('SIGTERM'));
  const browser = await launchBrowser();
  const hasFlights = isShort || rows.some(({ address }) => address.name === flightPage);
  const tables = await runParts([
    () => measureLoads(browser, site.url, rows),
    ...(hasFlights ? [() => measureFlights(browser, site.url), () => measureTabs(browser, site.url)] : []),
  ]);
  const lighthouse = wantsScores ? await startLighthouse() : 'BENCH_LIGHTHOUSE is off';
  if (typeof lighthouse === 'object') {
    const visitors = await openVisitors(lighthouse, browser, site.url);
    const scored = rows.filter(({ address }) => !address.isMailed);
    tables.push(...(await measureScores(lighthouse, site.url, { rows: scored, visitors })));
  }
  await browser.close();
  await stopSite();
  await removeData();
  const hasScores = typeof lighthouse === 'object';
  report('pages', tables, { isCommitted: isComplete && hasScores });
  if (!isShort && !hasScores) console.log(`\nWithout Lighthouse's scores: ${lighthouse}.`);
}
