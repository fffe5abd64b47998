import { describe, expect, it } from 'vitest';
import { matchPath } from './match-path.ts';

describe('matchPath', () => {
  it.each([
    ['/', '/', {}],
    ['/about-us', '/about-us', {}],
    ['/about-us', '/about-us/', {}],
    ['/about-us', '/About-Us', {}],
    ['/about-us', '/%61bout-us', {}],
    ['/blog/:id', '/blog/what-each-bet-gives-back', { id: 'what-each-bet-gives-back' }],
    ['/rounds/:game/:id', '/rounds/cups/a%20b%2Fc', { game: 'cups', id: 'a b/c' }],
    ['/user/:userId', '/user/%E0%A4%A', { userId: '%E0%A4%A' }],
    ['*', '/anything/at/all', {}],
  ])('%s takes %s', (pattern, path, params) => {
    expect(matchPath(pattern, path)).toEqual(params);
  });

  it.each([
    ['/', '/about-us'],
    ['/about-us', '/'],
    ['/about-us', '/about'],
    ['/blog/:id', '/blog'],
    ['/blog/:id', '/blog/'],
    ['/blog/:id', '/blog/a/b'],
    ['/user', '/user/alice'],
  ])('%s does not take %s', (pattern, path) => {
    expect(matchPath(pattern, path)).toBeNull();
  });
});
