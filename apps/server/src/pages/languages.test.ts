import { describe, expect, it } from 'vitest';
import { pickLanguage } from './languages.ts';

const pick = (header?: string, cookie?: string) =>
  pickLanguage(['en', 'es'], { 'accept-language': header, cookie });

describe('the language of an answer', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['es', 'es'],
    ['ES-ar', 'es'],
    ['en-GB,es;q=0.9', 'en'],
    ['es;q=0.2, en;q=0.8', 'en'],
    ['en;q=0.2, es;q=0.8', 'es'],
    ['de-DE,de;q=0.9,es;q=0.5', 'es'],
    ['fr, de', 'en'],
    ['es;q=0, fr', 'en'],
    ['es;q=none', 'en'],
    [',;,=;q', 'en'],
    ['est', 'en'],
  ])('to %j is %s', (header, language) => {
    expect(pick(header)).toBe(language);
  });

  it('is the chosen one where it is supported', () => {
    expect(pick('es', 'language=en')).toBe('en');
    expect(pick('en', 'a=b; language=es; c=d')).toBe('es');
    expect(pick('es', 'language=xx')).toBe('es');
    expect(pick('es', 'otherlanguage=en')).toBe('es');
    expect(pick('es', 'language=toString')).toBe('es');
  });

  it('is found quickly, however long the header', () => {
    expect(pick(`${'x,'.repeat(100_000)}es`)).toBe('en');
  });
});
