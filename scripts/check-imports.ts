/**
 * Who may import whom. Each rule states what a file may not import and what to do instead; relative
 * imports are resolved, and so are the workspace's own packages, so that no spelling of a path gets round a
 * rule. Besides, nothing outside games/ may name a game, or the core would slowly learn each of them.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { gameFolders } from '../games/index.ts';

interface Rule {
  /** Files the rule is about. */
  files: RegExp;
  /** Imports that are refused: a package's name, or a path from the repository's root. */
  refuses: RegExp;
  except?: RegExp;
  remedy: string;
}

const server = 'apps/server/src';
const rules: Rule[] = [
  {
    files: /^packages\/(?!game-kit\/|site-kit\/|sql\/)/,
    refuses: /^(apps\/|node:)/,
    remedy: 'packages are pure: hand in what they need, and let the apps import them',
  },
  {
    files: /^packages\/game-kit\/(shared|web)\//,
    refuses: /^(apps\/|games\/|node:)/,
    remedy: 'what runs in the browser knows no app: it has site-kit, and what pages hand in',
  },
  {
    files: /^packages\/game-kit\/server\//,
    refuses: /^(apps\/|games\/)/,
    except:
      /^apps\/server\/src\/(ledger|platform|director|http)\/|^apps\/server\/src\/(realtime\/types|fairness\/chains\/seed-chain|fairness\/player-seeds\/service)\.ts$/,
    remedy: 'the kit sees the public interfaces that apps/server/package.json exports',
  },
  {
    files: /^games\/[^/]+\/[^/]+\.ts$/,
    refuses: /^(node:|apps\/|packages\/game-kit\/(server|web)\/)/,
    remedy: 'rules, draws, proofs and contracts are pure: move it to the server or web part of the game',
  },
  {
    files: /^games\/[^/]+\//,
    refuses: /^games\//,
    except: /SAME_UNIT/,
    remedy: 'a game knows no other game: move the common part to packages/game-kit',
  },
  {
    files: /^games\/[^/]+\/server\//,
    refuses: /^(apps|packages)\//,
    except:
      /^apps\/server\/src\/(ledger|platform|director|http)\/|^packages\/(contract|fairness|sql)\/|^packages\/game-kit\/(server|shared)\//,
    remedy: 'a game is given what it needs by GameDeps; shared parts come from packages/game-kit/server',
  },
  {
    files: /^games\/[^/]+\/web\//,
    refuses: /^(apps|packages)\/|^node:/,
    except: /^packages\/(site-kit|contract|fairness)\/|^packages\/game-kit\/(web|shared)\//,
    remedy: 'the page of a game sees the kit and what all pages share, never app/ or features/',
  },
  {
    files: new RegExp(`^(${server}|apps/web/src|packages)/`),
    refuses: /^games\/[^/]+\//,
    except: /^games\/(load|index)\.ts$/,
    remedy: 'nothing imports a game except through the list: loadGames() on the server',
  },
  {
    files: new RegExp(`^${server}/platform/`),
    refuses: new RegExp(`^${server}/(?!platform/)`),
    remedy: 'the platform imports no other folder: pass a function in from site/',
  },
  {
    files: new RegExp(`^${server}/ledger/`),
    refuses: new RegExp(`^${server}/(?!ledger/|platform/)`),
    remedy: 'the ledger imports only the platform',
  },
  {
    files: new RegExp(`^${server}/http/`),
    refuses: new RegExp(`^${server}/(?!http/|ledger/|platform/)`),
    remedy: 'http/ holds what every route shares: take what it needs as a parameter',
  },
  {
    files: new RegExp(`^${server}/(director|realtime|fairness)/`),
    refuses: new RegExp(`^${server}/(site|staff|identity|players|content|pages)/`),
    remedy: 'take engines, handlers and states as parameters; site/ wires them',
  },
  {
    files: new RegExp(`^${server}/(identity|players|content|pages|fairness)/`),
    refuses: new RegExp(`^${server}/(site|staff|realtime)/`),
    remedy: 'a module is wired by site/; take what it needs as a parameter',
  },
  {
    files: new RegExp(`^${server}/(identity|players|content|pages|fairness)/`),
    refuses: new RegExp(`^${server}/(identity|players|content|pages|fairness)/`),
    // Within the module itself, another's service, or the fairness chains, which are a service too.
    except: /SAME_UNIT|\/service\.ts$|\/chains\/seed-chain\.ts$/,
    remedy: 'reach another module through its service.ts',
  },
  {
    files: new RegExp(`^${server}/(?!platform/)`),
    refuses: /^pg(\/|$)/,
    remedy:
      "only the platform talks to the driver: statements belong in .sql files, run by the platform's `query`",
  },
  {
    files: new RegExp(`^${server}/(?!platform/|http/|site/|realtime/|pages/|.*routes\\.ts$|.*-hook\\.ts$)`),
    refuses: /^(fastify|@fastify\/)/,
    remedy:
      'only routes, hooks, http, realtime, pages and site import Fastify: return a value and let routes.ts answer',
  },
  {
    files: /^packages\/site-kit\//,
    refuses: /^(apps|games|packages)\//,
    except: /^packages\/(site-kit|contract|fairness)\//,
    remedy: 'site-kit is what pages of any program are made of: hand in what it needs',
  },
  {
    files:
      /^packages\/site-kit\/src\/(api|art|faults|format|forms|i18n|page|pwa|realtime|router|sound|store|ui)\//,
    refuses:
      /^packages\/site-kit\/src\/(coins|games-config|guest|live|maintenance|newsletter|presence|session)\//,
    remedy: 'what knows a player or the site stands above what does not: move what is needed down',
  },
  {
    files: /^apps\/web\/src\/games\//,
    refuses: /^apps\/web\/src\/(app|features)\//,
    remedy: 'the list of games stands below the pages: take what it needs as a property',
  },
  {
    files: /^apps\/web\/src\/features\//,
    refuses: /^apps\/web\/src\/(app|features)\//,
    except: /SAME_UNIT/,
    remedy: 'features do not know each other: move the common part to shared/',
  },
  {
    files: /^apps\/console\//,
    refuses: /^(apps|games)\/|^packages\/(?!contract\/)/,
    except: /^apps\/console\/|^packages\/site-kit\/src\/(ui|router)\//,
    remedy:
      "the console has the contract and the controls and the router of the site, and nothing of players' pages",
  },
  {
    files: /^(apps\/web|games\/[^/]+\/web|packages)\/(?!contract\/src\/console\/)/,
    refuses: /^apps\/console\/|^packages\/contract\/src\/console\//,
    remedy: "players' pages load nothing of the console",
  },
  {
    files: new RegExp(`^${server}/(?!staff/|admin\\.|site/)`),
    refuses: new RegExp(`^${server}/staff/`),
    remedy: 'the console and the commands are above everything else: take what is needed as a parameter',
  },
  { files: /^apps\/web\//, refuses: /^apps\/server\//, remedy: 'the page knows the contract alone' },
  { files: /^apps\/server\/src\//, refuses: /^apps\/web\//, remedy: 'the server serves built files alone' },
];

/** Files outside games/ that may name a game, each with its reason. The list only shrinks. */
const namesAllowed: readonly RegExp[] = [
  // The closed list of codes has one that speaks of the wheel, with the sentence that the contract gives it.
  /^apps\/server\/src\/http\/problem\.ts$/,
  // The name of an event of the browser.
  /^apps\/web\/src\/start\.ts$/,
  // The fair's scenery has a big wheel, which is in a file of the bundle.
  /^packages\/site-kit\/src\/art\/(ferris-wheel|fair-scene|shapes|icons)\.tsx$|^apps\/web\/scripts\/shared-files\.ts$/,
];

/**
 * Tests and scripts for the whole site that speak of single games still. Those of a game begin with its name; others belong
 * into its folder, or loop over the list. The list only shrinks.
 */
const namesAllowedIn: Readonly<Record<string, string>> = {
  e2e: `
  accessibility.slow.spec away.spec chunks.slow.spec closed-games.slow.spec console-games.spec
  console.spec content.spec drawer.spec error-texts failures-away.slow.spec failures-games.slow.spec
  failures.slow.spec forced-colors.slow.spec game-links guard.spec guest-steps guests.slow.spec guests.spec guides.spec
  keyboard.slow.spec keys.spec lab.spec language-change.slow.spec large-text.slow.spec
  layouts.slow.spec live.slow.spec maintenance.spec notices.spec page-budgets page-budgets.slow.spec
  pages.spec people.spec play.spec playwright.config pwa.spec receipt.slow.spec returns.spec
  rounds.spec route-states route-texts site-settings spanish.spec stakes.spec toast-places.slow.spec
  toasts.spec tokens.spec touch.slow.spec`,
  scripts: `
  capacity/model performance/measures screens verify check-imports`,
};
const filesAllowed = new Set(
  Object.entries(namesAllowedIn).flatMap(([folder, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => `${folder}/${name}.ts`),
  ),
);

/** What a file imports: statically, dynamically, by `import('…').Type`, or to export it again. */
const importsOf = (file: string): string[] => {
  const found: string[] = [];
  const add = (source: { value?: unknown } | null | undefined): void => {
    if (typeof source?.value === 'string') found.push(source.value);
  };
  const { program, errors } = parseSync(file, readFileSync(file, 'utf8'));
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  new Visitor({
    ImportDeclaration: ({ source }) => add(source),
    ExportAllDeclaration: ({ source }) => add(source),
    ExportNamedDeclaration: ({ source }) => add(source),
    ImportExpression: ({ source }) => add(source as { value?: unknown }),
    TSImportType: ({ source }) => add(source),
  }).visit(program);
  return found;
};
const unitOf = (file: string): string | undefined =>
  /^(apps\/server\/src\/(?:(?:identity|players|content|fairness)\/[^/]+|pages)|apps\/web\/src\/features\/[^/]+|games\/[^/]+)\//.exec(
    file,
  )?.[1];

/** Each package of the workspace: its folder, and the paths that its package.json exports. */
const packages = globSync([
  'packages/*/package.json',
  'games/package.json',
  'games/*/package.json',
  'apps/*/package.json',
]).map((file) => {
  const { name, exports = {} } = JSON.parse(readFileSync(file, 'utf8')) as {
    name: string;
    exports?: Record<string, string>;
  };
  return { name, folder: dirname(file), exports };
});

/** The file that an import of one of our own packages means; other packages stay as they are written. */
const resolvePackage = (specifier: string): string => {
  const own = packages.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
  if (!own) return specifier;
  const path = `.${specifier.slice(own.name.length)}`;
  for (const [pattern, target] of Object.entries(own.exports)) {
    if (pattern === path) return join(own.folder, target);
    const [before = '', after] = pattern.split('*');
    if (after === undefined || !path.startsWith(before)) continue;
    return join(own.folder, target.replace('*', path.slice(before.length)));
  }
  return `${own.folder}/`;
};

const isProduct = (file: string): boolean => !/\.test\.tsx?$/.test(file) && !file.includes('test-');
const files = globSync([
  'packages/*/src/**/*.{ts,tsx}',
  'packages/game-kit/{server,shared,web}/**/*.{ts,tsx}',
  'games/*/*.ts',
  'games/*/{server,web}/**/*.{ts,tsx}',
  'apps/*/src/**/*.{ts,tsx}',
]).filter(isProduct);
/** Texts, build scripts and whole-site tests, which import what they like. */
const otherFiles = globSync([
  'apps/*/src/**/*.json',
  'apps/*/{public,scripts}/**/*.{ts,js,json,webmanifest}',
  'apps/*/*.{ts,html}',
  'packages/*/{src,web,shared,server}/**/*.json',
  'scripts/**/*.ts',
  'e2e/**/*.ts',
]).filter(isProduct);
const faults: string[] = [];

for (const file of files) {
  for (const specifier of importsOf(file)) {
    const target = specifier.startsWith('.')
      ? normalize(join(dirname(file), specifier))
      : resolvePackage(specifier);
    for (const rule of rules) {
      if (!rule.files.test(file) || !rule.refuses.test(target)) continue;
      const isSameUnit = unitOf(file) !== undefined && unitOf(file) === unitOf(target);
      const isException = rule.except?.test(target) === true;
      if (isException || (isSameUnit && rule.except?.source.includes('SAME_UNIT') === true)) continue;
      // A file that may still name games may still import them.
      if (rule.refuses.source.startsWith('^games') && isAllowedName(file)) continue;
      faults.push(`${file} imports ${specifier}: ${rule.remedy}`);
    }
  }
}

function isAllowedName(file: string): boolean {
  return namesAllowed.some((pattern) => pattern.test(file));
}

/** A folder's name in every spelling: kebab, snake, camel and Pascal case, and as words. */
const spellingsOf = (folder: string): string => folder.split('-').join('[-_ ]?');
const patternOf = (names: readonly string[]): RegExp => new RegExp(names.map(spellingsOf).join('|'), 'i');
const namePattern = patternOf([...gameFolders, 'mine-field']);
/** The site's own texts may speak of its daily wheel. */
const namePatternInTexts = patternOf([...gameFolders, 'mine-field'].filter((name) => name !== 'wheel'));
const ownTest = new RegExp(`^e2e/(${gameFolders.join('|')})`);

const used = new Set<RegExp | string>();
for (const file of [...files, ...otherFiles].filter((each) => !each.startsWith('games/'))) {
  if (ownTest.test(file)) continue;
  const lines = [file, ...readFileSync(file, 'utf8').split('\n')];
  const pattern = /\.(json|webmanifest)$/.test(file) ? namePatternInTexts : namePattern;
  const at = lines.findIndex((line) => pattern.test(line));
  if (at === -1) continue;
  if (filesAllowed.has(file)) {
    used.add(file);
    continue;
  }
  const allowed = namesAllowed.filter((pattern) => pattern.test(file));
  for (const pattern of allowed) used.add(pattern);
  if (allowed.length > 0) continue;
  faults.push(
    `${file}${at === 0 ? '' : `:${at}`} names a game: only games/ may; ask for it by a member of defineGame or loop over the list`,
  );
}
for (const file of filesAllowed) {
  if (!used.has(file)) faults.push(`${file} names no game any more: take it off the list`);
}
for (const pattern of namesAllowed) {
  if (!used.has(pattern)) faults.push(`${pattern.source} names no game any more: take it off the list`);
}

if (files.length < 50) faults.push(`only ${files.length} files were looked at: the patterns are wrong`);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
