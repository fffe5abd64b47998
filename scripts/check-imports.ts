/**
 * Who may import whom. Each rule says what a file may not import and what to do instead; relative
 * imports are resolved, so that no spelling of a path gets round a rule.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

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
    files: /^packages\//,
    refuses: /^(apps\/|node:)/,
    remedy: 'packages are pure: hand in what they need, and let the apps import them',
  },
  {
    files: new RegExp(`^${server}/platform/`),
    refuses: new RegExp(`^${server}/(app|modules|director|realtime|ledger)/`),
    remedy: 'the platform knows nobody: pass a function in from app/',
  },
  {
    files: new RegExp(`^${server}/ledger/`),
    refuses: new RegExp(`^${server}/(app|modules|director|realtime)/`),
    remedy: 'the ledger sees the platform only',
  },
  {
    files: new RegExp(`^${server}/(director|realtime)/`),
    refuses: new RegExp(`^${server}/(app|modules)/`),
    remedy: 'take engines, handlers and states as parameters; app/ wires them',
  },
  {
    files: new RegExp(`^${server}/modules/`),
    refuses: new RegExp(`^${server}/(app|realtime)/`),
    remedy: 'a module is wired by app/; take what it needs as a parameter',
  },
  {
    files: new RegExp(`^${server}/modules/`),
    refuses: new RegExp(`^${server}/modules/`),
    // Within the module itself, another's service, or the fairness chains, which are a service too.
    except: /SAME_MODULE|\/service\.ts$|\/fairness\/seed-chain\.ts$/,
    remedy: 'reach another module through its service.ts',
  },
  {
    files: new RegExp(`^${server}/(?!platform/|ledger/|.*queries\\.ts$)`),
    refuses: /^(kysely|pg)(\/|$)/,
    remedy: 'statements belong in queries.ts, the ledger or the platform',
  },
  {
    files: new RegExp(`^${server}/(?!platform/|app/|realtime/|.*routes\\.ts$|.*-hook\\.ts$)`),
    refuses: /^(fastify|@fastify\/)/,
    remedy:
      'only routes, hooks, realtime, app and platform see Fastify: return a value and let routes.ts answer',
  },
  {
    files: /^apps\/web\/src\/shared\//,
    refuses: /^apps\/web\/src\/(app|features)\//,
    remedy: 'shared/ is the ground floor: move what it needs down',
  },
  {
    files: /^apps\/web\/src\/features\//,
    refuses: /^apps\/web\/src\/(app|features)\//,
    except: /SAME_MODULE/,
    remedy: 'features do not know each other: move the common part to shared/',
  },
  { files: /^apps\/web\//, refuses: /^apps\/server\//, remedy: 'the page knows the contract alone' },
  { files: /^apps\/server\/src\//, refuses: /^apps\/web\//, remedy: 'the server serves built files alone' },
];

const importPattern = /(?:from|import)\s*\(?\s*'([^']+)'/g;
const unitOf = (file: string): string | undefined => /^(.*\/(?:modules|features)\/[^/]+)\//.exec(file)?.[1];

const files = globSync(['packages/*/src/**/*.ts', 'apps/*/src/**/*.{ts,tsx}']).filter(
  (file) => !/\.test\.tsx?$/.test(file) && !file.includes('test-'),
);
const faults: string[] = [];
for (const file of files) {
  for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(importPattern)) {
    const target = specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier;
    for (const rule of rules) {
      if (!rule.files.test(file) || !rule.refuses.test(target)) continue;
      const isSameUnit = unitOf(file) !== undefined && unitOf(file) === unitOf(target);
      if (
        rule.except &&
        (rule.except.test(target) || (isSameUnit && rule.except.source.includes('SAME_MODULE')))
      )
        continue;
      faults.push(`${file} imports ${specifier}: ${rule.remedy}`);
    }
  }
}
if (files.length < 50) faults.push(`only ${files.length} files were looked at: the patterns are wrong`);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
