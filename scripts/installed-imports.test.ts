/** A development dependency that the site or its build would import is named. */
import { expect, it } from 'vitest';
import { findUninstalledImports, startedFiles } from './installed-imports.ts';

it.each([
  ['apps/web/build/planted.ts', `import { chromium } from '@playwright/test';`],
  ['apps/server/src/site/planted.ts', `export { io } from 'socket.io';`],
  ['packages/game-kit/web/planted.tsx', `export const load = () => import('fast-check');`],
])('%s may not have %s', (file, statement) => {
  expect(findUninstalledImports(file, statement)).toEqual([expect.stringContaining(`${file} imports `)]);
});

it('allows types, built-ins, own files, and dependencies with their parts', () => {
  const text = [
    `import type { Page } from '@playwright/test';`,
    `import { join } from 'node:path';`,
    `import './start.ts';`,
    `import { createRoot } from 'react-dom/client';`,
    `import { primitives } from '@fairground/contract/primitives';`,
  ].join('\n');
  expect(findUninstalledImports('apps/web/src/planted.ts', text)).toEqual([]);
});

it('looks at the server, the pages, the console, the games, and the build', () => {
  for (const file of ['apps/server/src/main.ts', 'apps/web/vite.config.ts', 'apps/console/src/main.tsx'])
    expect(startedFiles).toContain(file);
  expect(startedFiles).toContain('apps/web/build/build-web.ts');
  expect(startedFiles.length).toBeGreaterThan(700);
});
