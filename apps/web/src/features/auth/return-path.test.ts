import { describe, expect, it } from 'vitest';
import { returnPath } from './return-path.ts';

describe('returnPath', () => {
  it('leads back to the page that asked for the sign-in', () => {
    expect(returnPath({ state: { from: '/games?x=1' }, search: '' })).toBe('/games?x=1');
    expect(returnPath({ state: null, search: '?from=/blog' })).toBe('/blog');
  });

  it('leads to the games without one', () => {
    expect(returnPath({ state: null, search: '' })).toBe('/games');
    expect(returnPath({ state: {}, search: '' })).toBe('/games');
  });

  it('never leaves the site', () => {
    for (const from of ['//evil.example', '/\\evil.example', 'https://evil.example', 7])
      for (const location of [
        { state: { from }, search: '' },
        { state: null, search: `?from=${from}` },
      ])
        expect(returnPath(location)).toBe('/games');
  });
});
