import { afterEach, expect, it, vi } from 'vitest';
import { placeBetMutation } from '../web/api.ts';
import { aviatorCache } from '../web/stage/cache.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const startsAt = '2026-11-21T12:00:00.000Z';

const open = (roundId: string) =>
  aviatorCache.dispatch({
    type: 'countdown',
    countdown: { roundId, countdown: 10, startsAt, closesAt: startsAt, commitment: 'c', beaconRound: null },
  });

it('names the round that the player saw, although the next one has opened since', async () => {
  const bodies: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    bodies.push(JSON.parse(body));
    return new Response(null, { status: 409 });
  });
  open('round-2');
  const seen = aviatorCache.state().rounds?.next?.roundId ?? null;
  open('round-3');
  const bet = { slot: 1, amount: 10, autoCashOut: null, parachute: true, roundId: seen } as const;
  await expect(placeBetMutation.mutationFn?.(bet, {} as never)).rejects.toThrow();
  expect(bodies).toEqual([
    { amount: 10, parachute: true, roundId: 'round-2', clientSeed: expect.stringMatching(/^[\w-]{16,64}$/) },
  ]);
});
