/** `npm run help`: every npm script with what it does. Fails where one has no text here, or a text no script. */
import { readFileSync } from 'node:fs';

const texts: Record<string, string> = {
  start: 'run the site: pages, calls and sockets on one port',
  dev: 'the site with sources watched, pages from Vite at port 5173, three players whose sign-ins are printed',
  build: 'build the pages; `npm start` does it when the sources, a post or a setting changed',
  migrate: 'bring the tables up to date as their owner, for sites that log in as another role',
  admin: "the operator's commands: `npm run admin -- help`",
  verify:
    'GAME FROM [TO]: recompute results from the proofs of the running site at SITE_URL, or from `--file`',
  test: 'unit tests, tests on a database and in a browser; `npm test -- WORD` runs files whose path has it',
  'test:unit': 'one lane: without database and browser',
  'test:watch': 'the unit tests of what is saved',
  'test:db': 'one lane: on a real PostgreSQL',
  'test:e2e': 'one lane: pages in Chromium',
  'test:slow': 'one lane: faults, floods, statistics, sweeps over all pages',
  'test:engines': 'a visit in Chromium, Firefox and WebKit, at the sizes of a desktop and a phone',
  'test:all': 'every lane',
  'test:faults': 'kills and freezes several processes under load, on a machine that does nothing else',
  'test:operations': 'runs the marked blocks of docs/operations.md, as root with Debian’s PostgreSQL',
  simulate: '--seed N: play one seed of the simulation and print what happened',
  check: 'format, lint, types, import rules, dead code, SQL, generated files and documents',
  'check:deps': 'integrity, licences and install scripts of every package',
  format: 'format all sources',
  sql: 'generate the types of SQL statements next to their `.sql` files',
  client: 'generate the types of the client for programs (packages/client)',
  settings: 'generate docs/settings.md and .env.example from the code that reads the settings',
  bench: '[--short] [PART …]: benchmarks, all or those named',
  performance: 'make the tables and plots of docs/performance.md from the results of the benchmarks',
  capacity: '--players N: what N players at the same time need, by measured costs',
  screens:
    '[PART …]: pictures of every page, or of `public`, `player` or `console` pages, at three widths in both themes, into screens/',
  cluster: '[PROCESSES]: PostgreSQL, Valkey, several processes and a proxy on this machine',
  release: '[FOLDER]: the committed sources as a tarball, with a bill of materials and SHA-256 sums',
  help: 'this list',
};

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  scripts: Record<string, string>;
};
const names = Object.keys(scripts).filter((name) => !/^pre(?!view)/.test(name));
const width = Math.max(...names.map((name) => name.length));
for (const [name, text] of Object.entries(texts)) console.log(`npm run ${name.padEnd(width)}  ${text}`);
const faults = [
  ...names.filter((name) => !(name in texts)).map((name) => `${name} has no text in scripts/help.ts`),
  ...Object.keys(texts)
    .filter((name) => !names.includes(name))
    .map((name) => `there is no script ${name}`),
];
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
