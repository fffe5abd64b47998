/** `npm run help`: every npm script with what it does. Fails if one has no text here, or a text has no script. */
import { readFileSync } from 'node:fs';

const texts: Record<string, string> = {
  start: 'run the site: pages, calls and sockets on one port',
  dev:
    'the site with reload: pages on port 5173, and three players whose sign-ins are printed; --demo ' +
    'fills it with a month of play, --beacon adds a beacon',
  build: 'build the pages; `npm start` does it if sources, posts or settings changed',
  migrate: 'bring the tables up to date as their owner, for sites that log in as another role',
  admin: "the operator's commands: `npm run admin -- help`",
  verify: 'GAME FROM [TO], bets, log, receipt, dump: recompute what the site at SITE_URL publishes',
  witness: 'URL: watch the public log of a site; --listen PORT: sign its checkpoints, too',
  monitor: 'URL: add up and judge all results of a site, and compare that with what its monitor shows',
  test: 'unit, database and browser tests; `npm test -- WORD` runs files whose path contains WORD',
  'test:unit': 'one lane: no database, no browser',
  'test:watch': 'the unit tests of the files you save',
  'test:db': 'one lane: on a real PostgreSQL',
  'test:e2e': 'one lane: pages in Chromium',
  'test:slow': 'one lane: faults, floods, statistics, sweeps over all pages',
  'test:lab': 'one lane: what lab/ proves, at the size that CI has time for',
  'test:nightly': 'one lane: more kills, states, languages and sizes than CI has time for',
  'test:engines': 'a visit in Chromium, Firefox and WebKit, at desktop and phone size',
  'test:all': 'every lane but the nightly one, as CI each night',
  'test:faults': 'kill and freeze processes under load, on a quiet machine',
  simulate: '--seed N: play one seed of the simulation and print what happened',
  model:
    '[--samples N] [--replay N] [--seed N]: simulate the models of lab/models, complete and without each ' +
    'guard, or replay traces of them',
  check:
    '[PART …]: format, lint, types, import rules, dead code, SQL, generated files and documents, or the parts named',
  'check:deps': 'integrity, licenses and install scripts of every package',
  format: 'format all sources',
  sql: 'generate the types of SQL statements next to their `.sql` files',
  client: 'make the types of the client for programs (packages/client), as `npm run check` does',
  'new-game':
    'write an instant game that can be played, a copy of one of the site: -- FOLDER "Name" "Spanish name"',
  settings: 'generate docs/settings.md and .env.example from the code that reads the settings',
  readers: '[PART …]: programs of others read what the site says; writes docs/operations/interoperability.md',
  arm: '[4096] [16384]: the site on an emulated arm64 with such pages; writes docs/operations/interoperability.md',
  browsers: 'play as older browsers would, and write what was seen into docs/browsers.md',
  spoken:
    '[GAME …]: play by keyboard and ear with Orca and Firefox, and write what was said into docs/accessibility.md',
  bench: '[--short] [NAME …]: all benchmarks, or those named',
  large:
    '[--bets=N] [--players=N]: fill a site with millions of bets, audit it, and compare what calls cost with a ' +
    'small one',
  soak:
    '[--minutes=180] [--sockets=500] [--players=50] [--processes=2] [--kill-every=10]: hours of a site under ' +
    'play and kills, and what grew',
  performance:
    'write the tables of docs/performance.md and of docs/operations/sizing.md from lab/bench/results',
  screens: '[PART …]: screenshots of all pages, or of `public`, `player` or `console` ones, into screens/',
  'game-pictures': 'make the picture of each game, which links to its rounds show, from its card',
  cluster: 'the site on five hosts of this machine, as root on Linux with Debian’s packages',
  size: 'count what a reader of the sources must know: files that calls load, tables, texts, circles of imports',
  release: '[FOLDER]: pack the committed sources, with a bill of materials and SHA-256 sums',
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
