/**
 * Double Trouble's engine: open → settling → finished, or void. Every step reads the committed rows and
 * takes the one that is due, so any process can go on where another stopped. The number is worked out from
 * the sealed seed at the moment of the draw; nothing of it is kept anywhere before.
 */
import { hash } from 'node:crypto';
import { draw30Number } from '@fairground/game-double-trouble/draw';
import type { Engine, StepContext } from '../../director/director.ts';
import { isUnavailable, type Database } from '../../platform/database.ts';
import { ensureChains, findCurrentChain, seedOfLink, type SeedChainDeps } from '../fairness/seed-chain.ts';
import * as draws from './draw-queries.ts';
import type { NextLink, OpenDraw, Terms } from './draw-queries.ts';
import type { DoubleTroubleEvent, NextDraw } from './events.ts';
import { findProof } from './queries.ts';

const settleChunk = 1_000;
/** Players hear the number with their bets settled, or after this long where there are very many. */
const tellWithinMs = 400;
/** A draw whose seed cannot be had for this long is void. */
const voidAfterMs = 30_000;
const prepareBeforeMs = 2_000;
const idleMs = 250;

export const doubleTroubleChainGame = 'double-trouble';

export interface DrawEngineDeps {
  database: Database;
  chains: SeedChainDeps;
  terms: Terms;
  /** Bets settled by one statement. */
  chunk?: number;
  publish: (event: DoubleTroubleEvent) => void;
  /** Told of every player whose wallet a settlement changed. */
  playersChanged: (players: readonly bigint[]) => void;
  log: { info(fields: object, text: string): void; warn(fields: object, text: string): void };
}

interface Prepared {
  drawId: bigint;
  seed: Buffer;
  winningNumber: number;
  next: NextLink;
}

export const createDrawEngine = (deps: DrawEngineDeps): Engine => {
  const { database, chains, terms, publish, chunk = settleChunk } = deps;
  const { query } = database;
  /** The coming draw and the link after it, worked out a little before, so that the draw is one statement. */
  let prepared: Prepared | undefined;
  /** Since when a draw's seed could not be had, on the database's clock. */
  let failing: { drawId: bigint; sinceMs: number } | undefined;

  const planNextLink = async (): Promise<NextLink> => {
    let chain = await findCurrentChain(query, doubleTroubleChainGame);
    if (!chain) {
      await ensureChains(chains);
      chain = await findCurrentChain(query, doubleTroubleChainGame);
    }
    if (!chain) throw new Error('there is no seed chain to draw from');
    const seed = await seedOfLink(chains, chain.id, chain.next_link);
    return { chainId: chain.id, link: chain.next_link, commitment: hash('sha256', seed, 'buffer') };
  };

  const prepare = async (draw: OpenDraw): Promise<Prepared> => {
    if (prepared?.drawId === draw.id) return prepared;
    const seed = await seedOfLink(chains, draw.chain_id, draw.link);
    if (!hash('sha256', seed, 'buffer').equals(draw.commitment)) {
      throw new Error(`the seed of draw ${draw.id} is not the one that was promised`);
    }
    const proof = await findProof(query, draw.id);
    if (!proof) throw new Error(`draw ${draw.id} has no chain`);
    const { salt } = proof;
    const winningNumber = draw30Number({ salt, seed, round: draw.link, max: draw.max });
    prepared = { drawId: draw.id, seed, winningNumber, next: await planNextLink() };
    return prepared;
  };

  /** Settles what is left, up to a time; returns whether everything is settled. */
  const settle = async ({ epoch, databaseNowMs }: StepContext, untilMs: number): Promise<boolean> => {
    for (const { id } of await draws.findSettlingDraws(query)) {
      for (;;) {
        const { settled, players } = await draws.settleChunk(query, {
          epoch,
          drawId: id,
          limit: chunk,
        });
        deps.playersChanged(players);
        if (settled < chunk) break;
        if (databaseNowMs() > untilMs) return false;
      }
      if (!(await draws.finishDraw(query, epoch, id))) return false;
    }
    return true;
  };

  const drawNow = async (draw: OpenDraw, context: StepContext): Promise<number> => {
    const { seed, winningNumber, next } = await prepare(draw);
    const result = { drawId: draw.id, seed, winningNumber };
    const done = await draws.drawAndOpen(query, context.epoch, result, { next, terms });
    if (!done) {
      // Too early by a hair, or the link was taken meanwhile: everything is looked up afresh.
      prepared = undefined;
      return 1;
    }
    const { opened, drawnAt, previousId } = done;
    const drawn = { drawId: String(draw.id), winningNumber, drawnAtMs: drawnAt.getTime() };
    try {
      await settle(context, context.databaseNowMs() + tellWithinMs);
    } finally {
      publish({
        kind: 'drawn',
        drawn,
        previousDrawId: previousId === null ? null : String(previousId),
        next: toNextDraw(opened),
      });
    }
    return 0;
  };

  const voidUnreadable = async (draw: OpenDraw, context: StepContext, error: unknown): Promise<number> => {
    const now = context.databaseNowMs();
    if (failing?.drawId !== draw.id) failing = { drawId: draw.id, sinceMs: now };
    if (now - Math.max(failing.sinceMs, draw.draws_at.getTime()) < voidAfterMs) throw error;
    const { epoch } = context;
    const ended = await draws.voidDraw(query, { epoch, drawId: draw.id });
    if (ended) {
      deps.log.warn({ drawId: String(draw.id), err: error }, 'a draw is void: its seed cannot be had');
      deps.playersChanged(ended.players);
    }
    return 0;
  };

  /** A slot that passed whole without a draw and without a bet, or one of other settings, is given up. */
  const moveIfEmpty = async (draw: OpenDraw, { epoch, databaseNowMs }: StepContext): Promise<boolean> => {
    const lateMs = databaseNowMs() - draw.draws_at.getTime();
    const closeMs = draw.draws_at.getTime() - draw.closes_at.getTime();
    const isOfOtherTerms =
      draw.interval_ms !== terms.intervalMs || draw.max !== terms.max || closeMs !== terms.closeMs;
    if (lateMs <= terms.intervalMs && !isOfOtherTerms) return false;
    if (await draws.hasBets(query, draw.id)) return false;
    const moved = await draws.moveEmptyDraw(query, epoch, draw.id, terms);
    if (!moved) return false;
    prepared = undefined;
    deps.log.info({ from: String(draw.id), to: String(moved.id) }, 'slots without bets were passed over');
    publish({ kind: 'open', next: toNextDraw(moved) });
    return true;
  };

  return {
    name: 'double-trouble',
    async step(context) {
      const { databaseNowMs } = context;
      const allSettled = await settle(context, databaseNowMs() + tellWithinMs);
      const draw = await draws.findOpenDraw(query);
      if (!draw) {
        const opened = await draws.openDraw(query, context.epoch, await planNextLink(), terms);
        if (opened) publish({ kind: 'open', next: toNextDraw(opened) });
        return opened ? 0 : idleMs;
      }
      if (await moveIfEmpty(draw, context)) return 0;
      const waitMs = draw.draws_at.getTime() - databaseNowMs();
      try {
        if (waitMs <= 0) return await drawNow(draw, context);
        if (waitMs <= prepareBeforeMs) await prepare(draw);
      } catch (error) {
        if (isUnavailable(error)) throw error;
        return voidUnreadable(draw, context, error);
      }
      const untilPrepareMs = waitMs > prepareBeforeMs ? waitMs - prepareBeforeMs : waitMs;
      return allSettled ? Math.min(untilPrepareMs, 1_000) : 0;
    },
  };
};

const toNextDraw = (draw: OpenDraw): NextDraw => ({
  drawId: String(draw.id),
  drawsAtMs: draw.draws_at.getTime(),
  closesAtMs: draw.closes_at.getTime(),
  commitment: draw.commitment.toString('hex'),
});
