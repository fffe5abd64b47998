/**
 * What generated clients are made of: each call has a name that does not change, a summary, and the headers
 * that count for it.
 * The committed list shows a name that changes; give the route the former one as `operationId` to keep it.
 */
import type { AnyInstantGame } from '@fairground/game-kit/instant';
import { loadGameParts } from '@fairground/games/load';
import { expect, it } from 'vitest';
import { findCalls, requestOf } from '../call-samples.ts';
import { siteForAll } from '../for-tests.ts';

interface Operation {
  operationId?: string;
  summary?: string;
  parameters?: { in: string; name: string; required?: boolean }[];
}

const site = siteForAll();

const operations = (): { name: string; operation: Operation }[] => {
  const { paths } = site.site.app.swagger() as unknown as {
    paths: Record<string, Record<string, Operation>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
};

const headersOf = ({ parameters = [] }: Operation): string[] =>
  parameters.filter((each) => each.in === 'header').map(({ name }) => name);

it('every call has a summary and a name of its own, in the committed list', async () => {
  const ids = operations().map(({ operation }) => operation.operationId ?? '');
  expect(operations().filter(({ operation }) => !operation.summary)).toEqual([]);
  for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z0-9]+$/);
  expect(new Set(ids).size).toBe(ids.length);
  // All instant games have the same calls, so that a new one is no change of the list.
  const games = (await loadGameParts('game')).map(({ exports }) => (exports['default'] as AnyInstantGame).id);
  const of = (id: string) => new RegExp(`${id}(?=[A-Z/]|$)`, 'gi');
  const lines = operations().map(({ name, operation }) => `${operation.operationId ?? ''}  ${name}`);
  const isOf = (id: string) => (line: string) => line.includes(`/${id}/`);
  const [ofFirst = [], ...ofOthers] = games.map((id) =>
    lines.filter(isOf(id)).map((line) => line.replaceAll(of(id), 'INSTANT_GAME')),
  );
  for (const calls of ofOthers) expect(calls).toEqual(ofFirst);
  const listed = [...lines.filter((line) => !games.some((id) => isOf(id)(line))), ...ofFirst];
  await expect(`${listed.toSorted().join('\n')}\n`).toMatchFileSnapshot('operations.txt');
});

it('declares the key exactly on the calls that read it, and no header as required', async () => {
  const { token } = await site.register('keyed');
  const byName = new Map(operations().map(({ name, operation }) => [name, operation]));
  const wrong: string[] = [];
  for (const call of findCalls(site.site)) {
    const operation = byName.get(`${call.method} ${call.path}`) ?? expect.fail(call.path);
    expect(operation.parameters?.filter((each) => each.in === 'header' && each.required)).toEqual(
      operation.parameters === undefined ? undefined : [],
    );
    if (call.method !== 'POST') continue;
    // Ends the session that the others are made with.
    if (/logout|sessions|update/.test(call.path)) continue;
    const { method, url, payload } = requestOf(call);
    const answer = await site.site.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': 'k'.repeat(256) },
      ...(payload === undefined ? {} : { payload: payload as object }),
    });
    const readsKey = answer.body.includes('The Idempotency-Key must be');
    if (readsKey !== headersOf(operation).includes('Idempotency-Key'))
      wrong.push(`${call.path} ${answer.body}`);
  }
  expect(wrong).toEqual([]);
});

it('declares Receipt on calls that place a stake, and X-Player on those that change something of a player', () => {
  const named = (header: string) =>
    operations()
      .filter(({ operation }) => headersOf(operation).includes(header))
      .map(({ name }) => name);
  for (const name of named('Receipt')) expect(named('Idempotency-Key')).toContain(name);
  expect(named('Receipt').length).toBeGreaterThan(4);
  expect(named('X-Player')).toContain('POST /api/user/update');
  expect(named('X-Player').filter((name) => name.startsWith('GET'))).toEqual([]);
});
