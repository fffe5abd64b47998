/** The list of error texts is correct: each text is in the catalogue, and in the specs that the list names. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { catalogues } from './catalogues.ts';
import { errorTexts } from './error-texts.ts';

/** Names of values differ from one part of the page to another. */
const shape = (text: string): string => text.replaceAll(/\{[^{}]*\}/g, '{}');

/** What is filled in is written out in a spec, taken from a value, or left open at the end. */
const asInSpec = (text: string): RegExp => {
  const parts = text.replace(/ \{\w+\}$/, '').split(/\{\w+\}/);
  const literal = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\\\?\\$&'));
  return new RegExp(literal.join("[^'`\n]{1,60}"));
};

/** Without comments, where a text proves nothing. */
const readSpec = (file: string): string =>
  readFileSync(new URL(file, import.meta.url), 'utf8').replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '');

test('every error text matches the catalogue, and has a test that causes it', { tag: '@desktop' }, () => {
  for (const { text, key, seenIn, folder } of errorTexts) {
    expect.soft(shape(catalogues.en[key] ?? ''), key).toBe(shape(text));
    for (const name of seenIn) {
      const file = folder === undefined ? `${name}.spec.ts` : `../games/${folder}/test/${name}.spec.ts`;
      expect.soft(asInSpec(text).test(readSpec(file)), `"${text}" is in ${file}`).toBe(true);
    }
  }
});
