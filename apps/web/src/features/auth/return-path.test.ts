import { describe, expect, it } from 'vitest';
import { returnPath } from './return-path.ts';

describe('returnPath', () => {
  it('leads back to the page that asked for the sign-in', () => {
    expect(returnPath({ from: '/games?x=1' })).toBe('/games?x=1');
  });

  it('leads to the games without one', () => {
    expect(returnPath(null)).toBe('/games');
    expect(returnPath({})).toBe('/games');
  });

  it('never leaves the site', () => {
    for (const from of ['//evil.example', '/\\evil.example', 'https://evil.example', 7])
      expect(returnPath({ from })).toBe('/games');
  });
});
