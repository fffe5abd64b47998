/**
 * Who may import whom. Each rule states what a file may not import and what to do instead; relative
 * imports are resolved, and so are the workspace's own packages, so that no spelling of a path gets round a
 * rule. Besides, nothing outside games/ may name a game, see game-names.ts, and nothing of the product imports
 * lab/, its tests included, see lab-imports.ts; and what a start runs needs no development dependency, see
 * installed-imports.ts.
 */
import { globSync } from 'node:fs';
import { findGameNames } from './game-names.ts';
import { importsOf, resolveImport } from './imports.ts';
import { findUninstalledImports, startedFiles } from './installed-imports.ts';
import { findLabImports, productFiles } from './lab-imports.ts';

interface Rule {
  /** Files the rule is about. */
  files: RegExp;
  /** Imports that are refused: a package's name, or a path from the repository's root. */
  refuses: RegExp;
  except?: RegExp;
  remedy: string;
}

const anyOf = (...patterns: readonly string[]): RegExp => new RegExp(patterns.join('|'));

const server = 'apps/server/src';
const rules: Rule[] = [
  {
    files: /^packages\/(?!game-kit\/|site-kit\/|sql\/)/,
    refuses: /^(apps\/|node:)/,
    remedy: 'packages are pure: hand in what they need, and let the apps import them',
  },
  {
    files: /^packages\/histories\//,
    refuses: /^(apps|games|packages)\//,
    except: /^packages\/histories\//,
    remedy: 'the checker of histories shares no code with what it judges: it reads the wire alone',
  },
  {
    files: /^packages\/game-kit\/(shared|web)\//,
    refuses: /^(apps\/|games\/|node:)/,
    remedy: 'what runs in the browser knows no app: it has site-kit, and what pages hand in',
  },
  {
    files: /^packages\/game-kit\/server\//,
    refuses: /^(apps\/|games\/)/,
    except: anyOf(
      '^apps/server/src/(ledger|platform|director|http)/',
      String.raw`^apps/server/src/realtime/types\.ts$`,
      String.raw`^apps/server/src/fairness/(beacon/service|chains/seed-chain|log/published|player-seeds/service)\.ts$`,
    ),
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
    except: anyOf(
      '^apps/server/src/(ledger|platform|director|http)/',
      '^packages/(contract|fairness|sql)/',
      '^packages/game-kit/(server|shared)/',
    ),
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
      /^packages\/site-kit\/src\/(coins|games-config|guest|live|maintenance|newsletter|notices|presence|session)\//,
    remedy: 'what knows a player or the site stands above what does not: move what is needed down',
  },
  {
    files: /^apps\/web\/src\/game-parts\//,
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
  {
    // The start builds pages that are missing.
    files: /^apps\/server\/src\/(?!main\.ts)/,
    refuses: /^apps\/web\//,
    remedy: 'the server serves built files alone',
  },
];

const unit = anyOf(
  '^apps/server/src/(?:identity|players|content|fairness)/[^/]+(?=/)',
  '^apps/server/src/pages(?=/)',
  '^apps/web/src/features/[^/]+(?=/)',
  '^games/[^/]+(?=/)',
);
const unitOf = (file: string): string | undefined => unit.exec(file)?.[0];

const isProduct = (file: string): boolean =>
  !/\.test\.tsx?$/.test(file) && !file.includes('test-') && !file.startsWith('games/test/');
const files = globSync([
  'packages/*/src/**/*.{ts,tsx}',
  'packages/game-kit/{server,shared,web}/**/*.{ts,tsx}',
  'games/*/*.ts',
  'games/*/{server,web}/**/*.{ts,tsx}',
  'apps/*/src/**/*.{ts,tsx}',
]).filter(isProduct);
const faults: string[] = [];

for (const file of files) {
  for (const { specifier } of importsOf(file)) {
    const target = resolveImport(file, specifier);
    for (const rule of rules) {
      if (!rule.files.test(file) || !rule.refuses.test(target)) continue;
      const isSameUnit = unitOf(file) !== undefined && unitOf(file) === unitOf(target);
      const isException = rule.except?.test(target) === true;
      if (isException || (isSameUnit && rule.except?.source.includes('SAME_UNIT') === true)) continue;
      faults.push(`${file} imports ${specifier}: ${rule.remedy}`);
    }
  }
}

faults.push(...productFiles.flatMap((file) => findLabImports(file)), ...findGameNames());
faults.push(...startedFiles.flatMap((file) => findUninstalledImports(file)));
if (files.length < 50) faults.push(`only ${files.length} files were looked at: the patterns are wrong`);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
