/** While the site is developed, its pages reach the process that runs it. */
import { expect, it } from 'vitest';
import { devProxy } from './dev-proxy.ts';

const targets = (env: Record<string, string>): unknown[] =>
  ['/api', '/avatars', '/ws'].map((path) => devProxy(env)[path]?.target);

it('hands calls, pictures and sockets on to the port that the site is told', () => {
  expect(targets({ PORT: '4162' })).toEqual([
    'http://localhost:4162',
    'http://localhost:4162',
    'ws://localhost:4162',
  ]);
  expect(targets({})).toEqual(['http://localhost:3000', 'http://localhost:3000', 'ws://localhost:3000']);
});
