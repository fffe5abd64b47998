/**
 * Compiles what asks for it by 'use memo', and every component and hook of the console, with the options of
 * their builds. Fails for each function that the React Compiler does not support, because the builds leave
 * it uncompiled without a word.
 */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findCompilerFaults } from './compiler-faults.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const annotated = [
  'apps/web/src/**/*.{ts,tsx}',
  'packages/site-kit/src/**/*.{ts,tsx}',
  'packages/game-kit/web/**/*.{ts,tsx}',
  'games/*/web/**/*.{ts,tsx}',
];
const all = ['apps/console/src/**/*.{ts,tsx}'];

const check = (patterns: string[], mode: 'annotation' | 'infer') =>
  globSync(patterns, { cwd: root }).map((file) =>
    findCompilerFaults(file, readFileSync(`${root}/${file}`, 'utf8'), mode),
  );

const results = [...check(annotated, 'annotation'), ...check(all, 'infer')];
const faults = results.flatMap((result) => result.faults);
const compiled = results.reduce((sum, result) => sum + result.compiled, 0);
for (const fault of faults) console.error(fault);
console.log(`${compiled} functions can be compiled, ${faults.length} faults`);
// A check that found nothing has checked nothing.
process.exitCode = faults.length > 0 || compiled === 0 ? 1 : 0;
