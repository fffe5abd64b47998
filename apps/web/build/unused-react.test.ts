/** Nothing in development shows that a page uses a part of React that built pages do not have. */
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { withoutUnusedParts } from './unused-react.ts';

const root = join(import.meta.dirname, '../../..');
const reactDom = dirname(createRequire(import.meta.url).resolve('react-dom/package.json'));
const source = readFileSync(join(reactDom, 'cjs/react-dom-client.production.js'), 'utf8');

const leftOut = [
  /\b(?:Activity|Profiler|SuspenseList|ViewTransition)\b[^'"]*from 'react'/,
  /\b(?:useActionState|useFormStatus|useOptimistic|useImperativeHandle|useInsertionEffect|useDebugValue)\b/,
  /\b(?:prefetchDNS|preconnect|preload(?:Module)?|preinit(?:Module)?)\b[^'"]*from 'react-dom'/,
  /\bcomponentStack\b/,
];
const leftOutElements = [
  /<(?:title|meta|link|style|script|html|head|body)[\s>]/,
  /<Fragment\s[^>]*\bref=/,
  /\b(?:action|formAction)=\{/,
];

test('no page uses a part of React that the build leaves out', () => {
  const files = globSync(
    '{apps/web/src,packages/site-kit/src,packages/game-kit/web,games/*/web}/**/*.{ts,tsx}',
    {
      cwd: root,
    },
  ).filter((file) => !file.includes('.test.'));
  expect(files.length).toBeGreaterThan(300);
  const found = files.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const parts = file.endsWith('x') ? [...leftOut, ...leftOutElements] : leftOut;
    return parts.some((part) => part.test(text));
  });
  expect(found).toEqual([]);
});

test('React loses these parts and keeps the others', () => {
  const cut = withoutUnusedParts(source);
  expect(cut).not.toMatch(/case REACT_(?:ACTIVITY|PROFILER|VIEW_TRANSITION)_TYPE|useActionState:/);
  expect(cut).toMatch(/case REACT_SUSPENSE_TYPE[\s\S]*useSyncExternalStore:/);
  expect(() => new Script(`'use strict'; ${cut}`)).not.toThrow();
});

test('another version of React is refused until somebody has read it', () => {
  expect(() => withoutUnusedParts(source.replaceAll('"19.3.1"', '"19.4.0"'))).toThrow(
    /checked with 19\.3\.1/,
  );
});
