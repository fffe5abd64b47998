/**
 * Nothing outside games/ names a game, or the core and its tests would slowly learn each of them, and miss the next
 * one: they loop over the list of games, or over how each is played (games/test/sweeps.ts).
 */
import { globSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { gameFolders } from '../games/index.ts';

/** Files that may name games, and why. The lists only shrink. */
const exceptions: readonly (readonly [reason: string, ...files: string[]])[] = [
  [
    'the wheel gives coins as ads do, and has its account since the beginning',
    'apps/server/schema/0001-baseline.sql',
    'apps/server/src/ledger/functions/08-bonuses.sql',
  ],
  [
    'published, recorded, or the name of a file',
    'packages/fairness/vectors.json',
    'lab/{bench,spoken}/results/*.json',
  ],
  ['the closed list of error codes has one of the wheel', 'apps/server/src/http/problem.ts'],
  ['an event of the browser has the name', 'apps/web/src/start.ts'],
  [
    'the scenery of the fair has a big wheel',
    'packages/site-kit/src/art/{ferris-wheel,fair-scene,shapes,icons}.tsx',
    'apps/web/build/shared-files.ts',
  ],
  ['one of the models is of one game', 'lab/models/round-replay.ts'],
  [
    'simulated players play real games, some of them one as an example',
    'lab/simulation/{kill-beacon,kill-games.test,kill-returns.nightly.test,play-seed}.ts',
    'lab/soak/{visitors,watchers}.ts',
  ],
  ['these names are what is looked for', 'scripts/game-names.ts'],
  ['alerts name the route that the objective is about', 'deploy/prometheus/alerts.yaml'],
  ['a program that plays one game, as an example', 'packages/client/examples/bot.ts'],
  ['the posts of the blog are about the games', 'packages/content/src/posts.test.ts'],
  [
    'benchmarks of one game, or of the load that one game makes',
    'lab/bench/{bets-*,capacity,fan-out-*,lottery-settle,pages,pages-flight,round,round-*,run}.ts',
    'lab/bench/{size-players,spectators}.ts',
    'lab/bench/lib/measured-server.ts',
    'lab/bench/performance/measures{,.test}.ts',
  ],
  [
    'quotes texts and addresses of the specification, which names its games',
    'e2e/{content.spec,guest-steps,guides.spec,pages.spec,route-states,route-texts,spanish.slow.spec}.ts',
    'e2e/notices.spec.ts',
    'apps/server/src/content/content.db.test.ts',
    'apps/server/test/http/token-scopes.db.test.ts',
    'apps/web/src/catalogues.test.ts',
  ],
  ['a site is filled with bets of each game', 'lab/large/{ask,fill,rounds,seeded,summarize,tables}.ts'],
  ['programs of others are shown one game, as an example', 'lab/readers/{api,log,proxies}.ts'],
  ['a new game is a copy of this one', 'scripts/new-game{,.slow.test}.ts'],
  ['settings of rounds that suit the tests', 'e2e/site-settings.ts', 'apps/server/test/test-site.ts'],
  [
    'one game stands for any: what is tested is around it',
    'e2e/{away,clubs,console-games,guests,guests.nightly,keys,lab.slow,maintenance,people,play}.spec.ts',
    'e2e/{chunks.nightly,returns.slow,toasts.slow}.spec.ts',
    'apps/server/src/players/{achievements/achievements,punch-card/card}.db.test.ts',
    'apps/server/src/players/{history/history,notices/notices}.db.test.ts',
    'apps/server/test/http/{client,export}.db.test.ts',
    'apps/server/test/http/refusals.db.test.ts',
    'apps/server/test/http/slow-clients.slow.test.ts',
    'scripts/{screens,two-origins.nightly.test}.ts',
  ],
  [
    'rounds and stakes of several games are brought to a moment, then stopped, moved or restored',
    'apps/server/test/console/games.db.test.ts',
    'apps/server/src/staff/commands/restore.slow.test.ts',
    'apps/server/test/faults/connection.db.test.ts',
    'lab/{faults/*,hosts/host-faults}.ts',
    'apps/server/src/ledger/ledger.db.test.ts',
    'apps/server/src/platform/database/{archive.db,postgres-15.slow}.test.ts',
    'apps/server/src/staff/commands/move.slow.test.ts',
  ],
];

const kinds = '{ts,tsx,js,cjs,json,sql,yaml,yml,css,html,webmanifest}';
const files = globSync([`{apps,packages}/**/*.${kinds}`, `{scripts,e2e,lab,deploy}/**/*.${kinds}`], {
  exclude: ['**/node_modules/**', '**/dist/**', '**/generated/**', '**/*.json.d.ts'],
});

/** `a/{b,c}.ts` is `a/b.ts` and `a/c.ts`, each of which must be needed. */
const expandBraces = (pattern: string): string[] => {
  const [all = '', choices = ''] = /\{([^{}]*)\}/.exec(pattern) ?? [];
  if (all === '') return [pattern];
  return choices.split(',').flatMap((choice) => expandBraces(pattern.replace(all, choice)));
};

/** In every spelling: kebab, snake, camel and Pascal case, and as words. */
const patternOf = (names: readonly string[]): RegExp =>
  new RegExp(names.map((name) => name.split('-').join('[-_ ]?')).join('|'), 'i');
const spellings = [...gameFolders, 'mine-field'];
const names = patternOf(spellings);
/** The site's own texts may speak of its daily wheel. */
const namesInTexts = patternOf(spellings.filter((name) => name !== 'wheel'));

/** One line for each file that names a game without a reason, and for each reason that no file needs any more. */
export const findGameNames = (): string[] => {
  const faults: string[] = [];
  const patterns = exceptions.flatMap(([, ...each]) => each.flatMap(expandBraces));
  const used = new Set<string>();
  for (const file of files) {
    const pattern = /\.(json|webmanifest)$/.test(file) ? namesInTexts : names;
    const at = [file, ...readFileSync(file, 'utf8').split('\n')].findIndex((line) => pattern.test(line));
    if (at === -1) continue;
    const allowed = patterns.filter((each) => matchesGlob(file, each));
    for (const each of allowed) used.add(each);
    if (allowed.length === 0) {
      faults.push(
        `${file}${at === 0 ? '' : `:${at}`} names a game: only games/ may; ask for it by a member of ` +
          'defineGame, or loop over the list or the sweeps',
      );
    }
  }
  for (const each of patterns) {
    if (!used.has(each))
      faults.push(`${each} names no game any more: take it off the list in scripts/game-names.ts`);
  }
  if (files.length < 1_000) faults.push(`only ${files.length} files were searched for names of games`);
  return faults;
};
