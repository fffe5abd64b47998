/**
 * Compiles what asks for it by 'use memo', and every component and hook of the console, with the options of their builds. Fails
 * for each function that the React Compiler does not support, because the builds leave it uncompiled without a word.
 */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync, type PluginItem } from '@babel/core';
import { reactCompilerPreset } from '@vitejs/plugin-react';

interface CompilerEvent {
  kind: string;
  fnLoc?: { start: { line: number } } | null | undefined;
  reason?: string;
  detail?: { reason?: string; description?: string | null | undefined } | undefined;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const annotated = [
  'apps/web/src/**/*.{ts,tsx}',
  'packages/site-kit/src/**/*.{ts,tsx}',
  'packages/game-kit/web/**/*.{ts,tsx}',
  'games/*/web/**/*.{ts,tsx}',
];
const all = ['apps/console/src/**/*.{ts,tsx}'];

let compiled = 0;
const faults: string[] = [];

function checkFiles(patterns: string[], compilationMode: 'annotation' | 'infer'): void {
  for (const file of globSync(patterns, { cwd: root })) {
    const logEvent = (_file: string | null, { kind, fnLoc, reason, detail }: CompilerEvent): void => {
      if (kind === 'CompileSuccess') compiled += 1;
      else if (kind !== 'CompileSkip')
        faults.push(`${file}:${fnLoc?.start.line ?? 1}: ${kind}: ${detail?.reason ?? reason ?? ''}`);
    };
    const { preset } = reactCompilerPreset({ compilationMode, logger: { logEvent } });
    transformSync(readFileSync(`${root}/${file}`, 'utf8'), {
      filename: `${root}/${file}`,
      babelrc: false,
      configFile: false,
      code: false,
      parserOpts: { plugins: file.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'] },
      presets: [preset as PluginItem],
    });
  }
}

checkFiles(annotated, 'annotation');
checkFiles(all, 'infer');
for (const fault of faults) console.error(fault);
console.log(`${compiled} functions can be compiled, ${faults.length} faults`);
// A check that found nothing has checked nothing.
process.exitCode = faults.length > 0 || compiled === 0 ? 1 : 0;
