/**
 * The client seed of the player's seed pair, chosen by the page: random bytes of its own, after it has read the hash
 * of the server seed and before the first game, so that the site alone never determines a result.
 */
import { randomHex, request } from '@fairground/site-kit/api/request.ts';
import { currentUser } from '@fairground/site-kit/session/session.ts';
import { useEffect } from 'react';
import * as z from 'zod/mini';

/** What is needed here of the contract's answer. */
const seeds = z.object({ nonce: z.number(), clientSeedSource: z.string() });

let chosen: { playerId: string | undefined; done: Promise<void> } | undefined;

/**
 * Resolves when the pair has a client seed that the player chose, or a game was drawn from it; calls share the
 * requests.
 */
export function chooseOwnSeed(): Promise<void> {
  const playerId = currentUser()?.id;
  if (!chosen || chosen.playerId !== playerId) {
    // If it fails, the game goes on and the next one tries again: the proof says who made the seed.
    const done = choose().catch(() => void (chosen = undefined));
    chosen = { playerId, done };
  }
  return chosen.done;
}

/** For pages of games that draw from the pair: the first game does not wait. */
export function useOwnSeed(): void {
  useEffect(() => void chooseOwnSeed(), []);
}

async function choose(): Promise<void> {
  const { nonce, clientSeedSource } = await request('/fairness/seeds', { answer: seeds });
  if (nonce > 0 || clientSeedSource === 'player') return;
  await request('/fairness/seeds/client', { method: 'POST', body: { clientSeed: randomHex() } });
}
