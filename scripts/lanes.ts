/**
 * The lanes of the tests: what a test needs decides where it runs, and the end of its file's name says which lane
 * that is. CONTRIBUTING.md explains them.
 */
import { globSync } from 'node:fs';

export const laneNames = ['unit', 'db', 'slow', 'e2e', 'engines', 'nightly'] as const;
export type Lane = (typeof laneNames)[number];

const folders = [
  'packages/*/{src,test}',
  'games/test',
  'games/*/test',
  'apps/*/src',
  'apps/web/build',
  'apps/server/test',
  'scripts',
  'bench',
];
const inFolders = (ending: string): string[] => folders.map((folder) => `${folder}/**/*.${ending}`);

const browserFiles = (ending: string): string[] => [`e2e/**/*.${ending}`, `games/*/test/**/*.${ending}`];

/** Faults of several processes under load, which need a machine of their own for some minutes: `npm run test:faults`. */
export const faultFiles = inFolders('faults.test.ts');

const otherLanes = [...inFolders('{db,slow,nightly}.test.ts'), ...faultFiles];

/** Patterns of each lane's files, from the repository's root. */
export const laneFiles: Readonly<Record<Lane, { include: string[]; exclude: string[] }>> = {
  unit: { include: inFolders('test.{ts,tsx}'), exclude: otherLanes },
  db: { include: inFolders('db.test.ts'), exclude: [] },
  slow: { include: inFolders('slow.test.ts'), exclude: [] },
  e2e: { include: browserFiles('spec.ts'), exclude: browserFiles('{slow,nightly}.spec.ts') },
  engines: { include: ['e2e/engines/desktop.test.ts'], exclude: [] },
  nightly: { include: inFolders('nightly.test.ts'), exclude: [] },
};

/** With the size of a phone as well: `npm run test:engines`. */
export const engineFiles = ['e2e/engines/*.test.ts'];

/**
 * The browser tests of the lanes `slow` and `nightly`; all others are those of `e2e`. A test without a size in its tags runs at
 * the size of a phone in its lane, and again at that of a desktop in `nightly`. Matched with the project, the file, the title
 * and the tags.
 */
export const browserTestsOf = {
  slow: String.raw`^(?!.*@nightly|desktop(?!.*@desktop)).*\.slow\.spec\.ts`,
  nightly: String.raw`\.nightly\.spec\.ts|@nightly|^desktop(?!.*@desktop)`,
};

/** The files of a lane whose path contains one of the words; all of them without words. */
export const findLaneFiles = (lane: Lane, words: readonly string[]): LaneFiles => {
  const { include, exclude } = laneFiles[lane];
  const find = (patterns: readonly string[]) =>
    globSync(patterns, { exclude })
      .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
      .sort();
  if (lane === 'e2e') return { vitest: [], playwright: find(include) };
  const inBrowsers = { slow: browserFiles('slow.spec.ts'), nightly: browserFiles('spec.ts') };
  return { vitest: find(include), playwright: find(inBrowsers[lane as keyof typeof inBrowsers] ?? []) };
};

/** By the program that runs them. */
export interface LaneFiles {
  vitest: string[];
  playwright: string[];
}
