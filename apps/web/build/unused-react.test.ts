/** Nothing in development shows that a page uses a part of React that built pages do not have. */
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { withoutUnusedParts } from './unused-react.ts';

const root = `${import.meta.dirname}/../../..`;
const reactDom = createRequire(import.meta.url).resolve('react-dom/package.json');
const source = readFileSync(reactDom.replace('package.json', 'cjs/react-dom-client.production.js'), 'utf8');

const leftOut =
  /\b(?:Activity|Profiler|SuspenseList|ViewTransition|Children|cloneElement|pre(?:load|init)\w*|preconnect|prefetchDNS)\b[^'"]*from 'react(?:-dom)?'|\buse(?:ActionState|FormStatus|Optimistic|ImperativeHandle|InsertionEffect|DebugValue)\b|\bcomponentStack\b/;
const leftOutElements =
  /<(?:title|meta|link|style|script|html|head|body)[\s>]|<Fragment\s[^>]*\bref=|\b(?:action|formAction)=\{/;

test('no page uses a part of React that the build leaves out', () => {
  const files = globSync('{apps/web/src,packages/*/{src,web},games/*/web}/**/*.{ts,tsx}', { cwd: root });
  const found = files.filter((file) => {
    const text = readFileSync(`${root}/${file}`, 'utf8');
    return (
      !file.includes('.test.') && (leftOut.test(text) || (file.endsWith('x') && leftOutElements.test(text)))
    );
  });
  expect(files.length).toBeGreaterThan(300);
  expect(found).toEqual([]);
});

test('React loses these parts and keeps the others', () => {
  const cut = withoutUnusedParts(source);
  expect(cut).not.toMatch(/case REACT_(?:ACTIVITY|PROFILER|VIEW_TRANSITION)_TYPE|useActionState:/);
  expect(cut).toMatch(/case REACT_SUSPENSE_TYPE[\s\S]*useSyncExternalStore:/);
  expect(() => withoutUnusedParts(source.replaceAll('"19.3.1"', '"19.4.0"'))).toThrow(
    /checked with 19\.3\.1/,
  );
});
