import type { AnyRound, OwnStakes } from '@fairground/contract/rounds';
import { expect, test } from 'vitest';
import { parsePinned, readPinned, writePinned } from './pinned-round.ts';

const text = { title: 'Round 7', summary: 'It ended.' };
const round: AnyRound = {
  game: 'someGame',
  id: '7',
  endedAt: '2026-11-29T10:00:00.000Z',
  settled: true,
  texts: { en: text, es: text },
  round: {},
  proof: {},
};
const entry = {
  id: '1',
  stake: 10,
  payout: 25,
  outcome: 'win' as const,
  placedAt: '2026-11-29T09:59:00.000Z',
  lines: { en: [], es: [] },
};
const read = (stakes: OwnStakes) =>
  readPinned({ find: async () => round, ownStakes: async () => stakes }, 1n, { game: 'someGame', id: '7' });

test('adds up all stakes of the player in the round', async () => {
  const lost = { ...entry, id: '2', payout: 0, outcome: 'loss' as const };
  const result = await read({ entries: [entry, lost], total: 2, settled: true });
  expect(result).toMatchObject({ ok: true, value: { id: '7', stake: 20, payout: 25 } });
  if (result.ok) expect(parsePinned(writePinned(result.value))).toEqual({ game: 'someGame', id: '7' });
});

test('refuses stakes that are not decided, and sums that would leave stakes out', async () => {
  expect(await read({ entries: [entry], total: 2, settled: false })).toMatchObject({ code: 'too_early' });
  expect(await read({ entries: [entry], total: 2, settled: true })).toMatchObject({
    code: 'invalid_request',
  });
  expect(await read({ entries: [], total: 0, settled: false })).toMatchObject({ code: 'not_found' });
});
