/**
 * Which modules share a file. By itself the bundler makes a file of every module that several pages use: seventy for a
 * game's page. Modules that are loaded together are put together here: fewer requests, and they compress better.
 * start.ts and what it imports are left out, because a page that is only read loads nothing else.
 */
import { existsSync } from 'node:fs';
import type { Plugin } from 'vite';
import { gameFolders } from '../../../games/index.ts';

const isInstant = (folder: string): boolean =>
  existsSync(`${import.meta.dirname}/../../../games/${folder}/game.ts`);
const hasWatch = (folder: string): boolean =>
  existsSync(`${import.meta.dirname}/../../../games/${folder}/web/watch.tsx`);
const watched = [
  'stage/',
  'components/(announcer|draw-layout|draw-stage|flight-stage|recent-crashes)\\.tsx$',
  'components/(ribbon|stakes-table|stage-display|table-part)\\.tsx$',
  '(api|live|live-flight|countdown|draw-clock|use-pace)\\.ts$',
].join('|');
const instantGames = gameFolders.filter(isInstant).join('|');
const roundGames = gameFolders.filter((folder) => !isInstant(folder)).join('|');

const web = `${import.meta.dirname.replace(/build$/, '')}src`;

/** Their index files name far more than the application uses, so libraries are listed and not followed. */
const react = new RegExp('/node_modules/(react|react-dom|scheduler|@lingui)[/.]');

const anyOf = (...patterns: readonly string[]): RegExp => new RegExp(patterns.join('|'));

/** Small modules that nearly every page uses. */
const common = anyOf(
  String.raw`/(game-kit/web|site-kit/src|games/[\w-]+/web)/texts\.ts$`,
  String.raw`/game-kit/web/(parts|pages|stage-words)\.ts$`,
  String.raw`\0icon:(check|chevron-down|copy|hourglass|search|share-2|x)$`,
  String.raw`/contract/src/errors\.ts$`,
  String.raw`/site-kit/src/art/(fair-scene|random|scene-page|stars|tuft)\.tsx?$`,
  String.raw`/site-kit/src/(api/use-action|format/format|i18n/(locale|texts-of)|ui/announce)\.tsx?$`,
  String.raw`/site-kit/src/(page/mailed-token|games-config/games-config|guest/guest-offer)\.tsx?$`,
  String.raw`/site-kit/src/ui/(icon|load-failed|sheet|site-dialogs|stub-panel)\.tsx?$`,
  String.raw`/site-kit/src/ui/(table-region|use-hydrated)\.tsx?$`,
);

/** The index of packages/game-kit/web, like those of libraries, is not followed. */
const own = anyOf(
  String.raw`/(apps/web/src|packages/site-kit/src|games/[\w-]+/web)/`,
  String.raw`/game-kit/web/(parts|pages)\.ts$`,
  String.raw`/games/index\.ts$`,
);
const isOwn = (id: string): boolean => own.test(id);

type ImportsOf = (id: string) => readonly string[];

/** Own modules that the entry imports statically, itself among them. */
function ownModulesOf(entry: string, importsOf: ImportsOf): Set<string> {
  const found = new Set<string>();
  const open = [entry];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id) || !isOwn(id)) continue;
    found.add(id);
    open.push(...importsOf(id));
  }
  return found;
}

/** Icons that one page has alone stay with it. */
const ofSeveral = { minShareCount: 2 };

/** Modules of games' pages that other pages load too, or that have a file of their own. */
const apartFromPlay = 'parts|pages|stage-words|index|proof|instant-figures|instant-round|clubs|club-choice';

/**
 * By the name of the file. A file takes what its modules import as well, unless one above has it: so no two files
 * import each other, and an upper one must not need a lower one.
 */
const files: Record<string, RegExp> = {
  // The backdrop, where no prerendered page has brought it, and pictures of games with parts of it.
  scene: /\/site-kit\/src\/art\/(shapes|far-silhouettes|ferris-wheel|lights|meadow|sky|tent)\.tsx$/,
  dialog: /\/site-kit\/src\/ui\/(dialog|modal)\.tsx$/,
  // What pages of visitors fetch with.
  resources: /\/site-kit\/src\/api\/(resource|answer)\.ts$/,
  // What other pages fetch with, the shapes that most of them check, and icons.
  data: anyOf(
    '/node_modules/(zod|@tanstack/(query-core|react-query))/',
    String.raw`\0icon:`,
    String.raw`/site-kit/src/api/query-client\.ts$`,
    String.raw`/contract/src/(auth|primitives|problem|user)\.ts$`,
  ),
  // What a player has on every page: balance, menus, avatar, the live connection. The shapes of the games, which most
  // of their pages check.
  player: anyOf(
    String.raw`/web/src/(app/(player-header|site-dialogs|use-logout)|game-parts/dialogs)\.tsx?$`,
    String.raw`/site-kit/src/(realtime|live)/(?!connection-note|hmac)[\w-]+\.tsx?$`,
    String.raw`/site-kit/src/session/(balance|visit|visit-clock)\.tsx?$`,
    String.raw`/site-kit/src/ui/(avatar|badge|bot-mark|choice-group|coin|dropdown|panel|keep-focus)\.tsx?$`,
    String.raw`/games/(${roundGames})/(contract|rules|web/header)\.tsx?$`,
    String.raw`/contract/src/(ads|config|live)\.ts$`,
    String.raw`/site-kit/src/games-config/games-config-schema\.ts$`,
  ),
  // What results are computed with, in the strategy lab too, and what proofs are checked with.
  results:
    /\/packages\/fairness\/src\/(hex|stream|sealed|canonical-json)\.ts$|\/node_modules\/@noble\/hashes\/[\w.]+$/,
  proofs: /\/packages\/fairness\/src\/(chain|merkle|proof|proof-beacon|beacon-rounds)\.ts$/,
  // The definitions of instant games, which their pages share with the strategy lab and with checks of proofs.
  definitions: new RegExp(
    String.raw`/game-kit/shared/instant/(?!proof)[\w-]+\.ts$|/games/(${instantGames})/(game|contract)\.ts$`,
  ),
  // What the pages of games have in common.
  'game-play': anyOf(
    String.raw`/game-kit/(web|shared)/(?!(?:${apartFromPlay})\.)[\w.-]+$`,
    String.raw`/site-kit/src/(ui/slider|live/connection-note)\.tsx?$`,
  ),
  'game-facts': anyOf(
    String.raw`/games/[\w-]+/web/(facts|figures)\.ts$`,
    String.raw`/game-kit/web/instant-figures\.ts$`,
    String.raw`/web/src/game-parts/(facts|use-facts)\.ts$`,
  ),
  // What tables of games show of a club, which pages of clubs choose.
  'club-tables': /\/game-kit\/web\/(clubs|club-choice|clubs\/[\w-]+)\.tsx?$|\/contract\/src\/clubs\.ts$/,
  tabs: /\/site-kit\/src\/ui\/(tabs|move-focus)\.tsx?$/,
  // What cards, and the flight on the home page, share with the pages of their games.
  pictures: /\/site-kit\/src\/art\/rocket\.tsx$|\/games\/[\w-]+\/web\/(pictures\/|stage\/flight\.ts$)/,
  cards: anyOf(
    String.raw`/games/[\w-]+/web/card\.tsx$`,
    String.raw`/web/src/game-parts/(game-picture|game-return)\.tsx$`,
    String.raw`/site-kit/src/ui/game-card\.tsx$`,
  ),
  // What a game's page shares with its rounds, and with the page on which visitors watch it.
  ...Object.fromEntries(
    gameFolders.map((folder) => [
      `${folder}-stage`,
      new RegExp(`/games/${folder}/web/(${hasWatch(folder) ? watched : 'stage/'})`),
    ]),
  ),
  auth: /\/features\/auth\/(auth-card\.tsx|return-path\.ts)$|\/web\/src\/messages\/auth(\.en)?\.js$/,
  forms: /\/site-kit\/src\/(forms\/use-contract-form|ui\/(field|form-parts|password-field))\.tsx?$/,
};

/** For the browser only: the build that prerenders pages loads no file twice. */
export function sharedFiles(): Plugin {
  /** The modules of start.ts, with its sheets, and of main.tsx. */
  let first: ReadonlySet<string> = new Set();
  let application: ReadonlySet<string> = new Set();
  const isFirst = (id: string): boolean => first.has(id) || id.includes('vite/preload-helper');
  const isApplication = (id: string): boolean => application.has(id) || common.test(id);
  const groups = [
    { name: 'first', test: isFirst },
    // Apart from the application, which changes with most releases.
    { name: 'react', test: react },
    { name: 'main', test: isApplication },
    ...Object.entries(files).map(([name, test]) => ({ name, test, ...(name === 'data' && ofSeveral) })),
  ].map((group, at, { length }) => ({ ...group, priority: length - at }));
  return {
    name: 'shared-files',
    // Before Vite resolves what is imported.
    enforce: 'pre',
    config: (_, { isSsrBuild }) =>
      isSsrBuild ? {} : { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
    // One module has SHA-256, which the pages need, and SHA-512, which only the curves need and few load: the curves
    // have a copy of their own.
    resolveId: {
      filter: { id: /@noble\/hashes\/sha2\.js$/ },
      async handler(source, importer) {
        if (!importer?.includes('/@noble/curves/')) return null;
        const found = await this.resolve(source, importer, { skipSelf: true });
        return found && `${found.id}?curves`;
      },
    },
    buildEnd() {
      const importsOf: ImportsOf = (id) => this.getModuleInfo(id)?.importedIds ?? [];
      first = ownModulesOf(`${web}/start.ts`, importsOf);
      application = ownModulesOf(`${web}/main.tsx`, importsOf);
    },
  };
}
