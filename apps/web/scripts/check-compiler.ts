/**
 * Compiles every page, component and hook with the options of the build, because the React Compiler leaves out
 * silently what it does not support. Fails on each function that it cannot compile, on each function that calls a hook
 * but was not taken for a component or hook, and on a 'use memo' or 'use no memo' without a reason. Then it verifies that those which the
 * build leaves out may be left out.
 */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  parseSync,
  transformSync,
  traverse,
  types,
  type NodePath,
  type PluginItem,
  type TransformOptions,
} from '@babel/core';
import { reactCompilerPreset } from '@vitejs/plugin-react';
import { findUnstableUses, type SourceFunction } from './compiler/find-unstable-uses.ts';
import { findFunctions } from './compiler/leave-uncompiled.ts';

interface CompilerEvent {
  kind: string;
  fnLoc?: types.SourceLocation | null | undefined;
  reason?: string;
  detail?: { reason?: string; description?: string | null | undefined } | undefined;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const patterns = [
  'apps/web/src/**/*.{ts,tsx}',
  'apps/console/src/**/*.{ts,tsx}',
  'packages/game-kit/web/**/*.{ts,tsx}',
  'games/*/web/**/*.{ts,tsx}',
];
const files = globSync(patterns, { cwd: root }).filter((file) => !/node_modules|\.test\.tsx?$/.test(file));

let compiled = 0;
const faults: string[] = [];
const functions: SourceFunction[] = [];

function checkFile(file: string): void {
  const source = readFileSync(`${root}/${file}`, 'utf8');
  const handled = new Set<string>();
  const report = (line: number | undefined, reason: string): void => {
    faults.push(`${file}:${line ?? 1}: ${reason}`);
  };
  const logEvent = (_file: string | null, event: CompilerEvent): void => {
    if ('fnLoc' in event && event.fnLoc) handled.add(placeOf(event.fnLoc));
    if (event.kind === 'CompileSuccess') compiled += 1;
    else if (event.kind !== 'CompileSkip') report(event.fnLoc?.start.line, reasonOf(event));
  };
  const options: TransformOptions = {
    filename: `${root}/${file}`,
    babelrc: false,
    configFile: false,
    code: false,
    parserOpts: { plugins: file.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'] },
  };
  const { preset, rolldown } = reactCompilerPreset({ logger: { logEvent } });
  const codeFilter = rolldown.filter?.code;
  const parsed = parseSync(source, options);
  if (parsed === null || !(codeFilter instanceof RegExp)) throw new Error(`${file} cannot be checked`);
  if (codeFilter.test(source)) transformSync(source, { ...options, presets: [preset as PluginItem] });
  traverse(parsed, {
    Program(program) {
      functions.push(...findFunctions(program).map((path) => ({ file, path })));
    },
    CallExpression({ node: { callee }, parentPath }) {
      const name = types.isMemberExpression(callee) ? callee.property : callee;
      if (!types.isIdentifier(name) || !/^use[A-Z]/.test(name.name)) return;
      const functions = functionsAround(parentPath);
      if (
        functions.length === 0 ||
        functions.some((one) => optsOut(one) || (one.loc && handled.has(placeOf(one.loc))))
      )
        return;
      report(callee.loc?.start.line, `${name.name} is called in a function that was not compiled`);
    },
    Directive({ node }) {
      const { value } = node.value;
      if (/^use (no )?memo$/.test(value) && !node.leadingComments?.length)
        report(node.loc?.start.line, `'${value}' without a reason above it`);
    },
  });
}

function functionsAround(path: NodePath | null): types.Function[] {
  const functions: types.Function[] = [];
  for (let at = path; at; at = at.parentPath) if (at.isFunction()) functions.push(at.node);
  return functions;
}

const optsOut = ({ body }: types.Function): boolean =>
  types.isBlockStatement(body) && body.directives.some(({ value }) => value.value === 'use no memo');

const placeOf = ({ start, end }: types.SourceLocation): string =>
  `${start.line}:${start.column}-${end.line}:${end.column}`;

const reasonOf = ({ kind, detail, reason }: CompilerEvent): string =>
  [kind, detail?.reason ?? reason, detail?.description].filter(Boolean).join(': ');

for (const file of files) checkFile(file);
// The build of the console leaves out none.
const uses = findUnstableUses(functions.filter(({ file }) => !file.startsWith('apps/console/')));
faults.push(...uses.faults);
for (const fault of faults) console.error(fault);
console.log(
  `${compiled} functions can be compiled in ${files.length} files, ${uses.leftOut} are left out, ${faults.length} faults`,
);
// A check that found nothing has checked nothing.
process.exitCode = faults.length > 0 || compiled === 0 || uses.leftOut === 0 ? 1 : 0;
