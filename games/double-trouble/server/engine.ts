/**
 * Double Trouble's engine: open → settling → finished, or void. Every step reads the committed rows and takes
 * the step that is due, so any process can continue where another stopped. When betting closes, the bets
 * are sealed; the number is computed from seed and seal at the moment of the draw, and nothing derived
 * from the seed is stored before.
 */
import type { RowOf } from '@fairground/sql';
import type { BeaconValue } from '@fairground/fairness/beacon-rounds';
import {
  awaitBeacon,
  createChainSlots,
  type Beacon,
  type ChainLink,
  type SeedChainDeps,
  type VoidReason,
} from '@fairground/game-kit/server';
import type { Engine, StepContext } from '@fairground/server/director/director';
import { isAheadOfClock } from '@fairground/server/director/offset';
import { isUnavailable, type Database } from '@fairground/server/platform/database/database';
import { draw30Number } from '../draw.ts';
import type { DoubleTroubleEvent } from './bus-events.ts';
import * as draws from './draw-queries.ts';
import type { OpenDraw, Terms } from './draw-queries.ts';
import * as sql from './sql/draws.sql.ts';
import { readStatus } from './read-status.ts';
import { toEvent } from './wire.ts';

const defaultChunk = 1_000;
/** The number is published with all bets settled, or after this long where there are very many. */
const settleBeforePublishMs = 400;
/** A draw whose seed is unavailable for this long is void. */
const voidAfterMs = 30_000;
const prepareBeforeMs = 2_000;
const idleMs = 250;
const maxWaitMs = 1_000;

export const doubleTroubleChainGame = 'double-trouble';

const game = 'doubleTrouble';

export interface DrawEngineDeps {
  database: Database;
  chains: SeedChainDeps;
  beacon: Pick<Beacon, 'step' | 'close' | 'isAway'>;
  terms: Terms;
  /** Bets settled by one statement. */
  chunk?: number;
  publish: (event: DoubleTroubleEvent) => void;
  /** Called with every player whose wallet a settlement changed. */
  playersChanged: (players: readonly bigint[]) => void;
  /** Called with every player who lost a bet. */
  betsSettled: (players: readonly bigint[]) => void;
  log: { info(fields: object, text: string): void; warn(fields: object, text: string): void };
}

type ReadDraw = RowOf<typeof sql.findOpenDraw>;

type SealedDraw = OpenDraw & { bets_root: Buffer };

interface PreparedDraw {
  drawId: bigint;
  seed: Buffer;
  next: ChainLink;
}

export const createDrawEngine = (deps: DrawEngineDeps): Engine => {
  const { database, terms, publish, chunk = defaultChunk } = deps;
  const { query } = database;
  const slots = createChainSlots(deps.chains);
  /** The seed of the coming draw and the link after it, read shortly before, so that the draw is one statement. */
  let prepared: PreparedDraw | undefined;
  /** Since when a draw's seed has been unavailable, on the database's clock. */
  let failing: { drawId: bigint; sinceMs: number } | undefined;

  const prepare = async (draw: OpenDraw): Promise<PreparedDraw> => {
    if (prepared?.drawId === draw.id) return prepared;
    const { chain_id: chainId, link, commitment } = draw;
    const seed = await slots.openSeed({ chainId, link, commitment });
    prepared = { drawId: draw.id, seed, next: await slots.next() };
    return prepared;
  };

  /** The step that was published last. */
  let announced: bigint | undefined;

  /**
   * Publishes the open draw and the newest number as their rows are, unless that was done before. Each step looks at
   * the row: what was committed without an answer, or by a leader that died before it published it, is published by
   * the next step. Other processes notice by its number that they missed a step before it.
   */
  const announce = async (draw: OpenDraw) => {
    if (draw.step === announced) return;
    const { next, drawn } = await readStatus(query, 1);
    // Another process has drawn or voided it.
    if (next?.step !== draw.step) return;
    publish(toEvent(next, drawn[0]));
    announced = draw.step;
  };

  /** Settles pending bets until a deadline; returns whether all are settled. */
  const settle = async ({ epoch, databaseNowMs }: StepContext, untilMs: number): Promise<boolean> => {
    for (const { id } of await sql.findSettlingDraws.run(query)) {
      for (;;) {
        const { settled, players, losers } = await draws.settleChunk(query, {
          epoch,
          drawId: id,
          maxBets: chunk,
        });
        deps.playersChanged(players);
        deps.betsSettled(losers);
        if (settled < chunk) break;
        if (databaseNowMs() > untilMs) return false;
      }
      if (!(await draws.finishDraw(query, epoch, id))) return false;
    }
    return true;
  };

  const drawNow = async (draw: SealedDraw, value: BeaconValue | undefined, context: StepContext) => {
    const { seed, next } = await prepare(draw);
    const { link: round, max, bets_root: betsRoot } = draw;
    const beacon = value && Buffer.from(value.randomness, 'hex');
    const winningNumber = draw30Number({ seed, round, max, betsRoot, beacon });
    const result = { drawId: draw.id, seed, winningNumber };
    const opened = await draws.drawAndOpen(query, context.epoch, result, { next, terms });
    if (!opened) {
      // A little too early, or the link was taken in the meantime: everything is read again.
      prepared = undefined;
      return 1;
    }
    try {
      await settle(context, context.databaseNowMs() + settleBeforePublishMs);
    } finally {
      announced = opened.step;
      publish(toEvent(opened, { id: draw.id, winning_number: winningNumber, drawn_at: opened.drawn_at }));
    }
    return 0;
  };

  const voidUnreadable = async (draw: OpenDraw, context: StepContext, error: unknown): Promise<number> => {
    const now = context.databaseNowMs();
    if (failing?.drawId !== draw.id) failing = { drawId: draw.id, sinceMs: now };
    if (now - Math.max(failing.sinceMs, draw.draws_at.getTime()) < voidAfterMs) throw error;
    const { epoch } = context;
    const ended = await database.transaction((within) =>
      draws.voidDraw(within, { epoch, drawId: draw.id, reason: 'no_seed' }),
    );
    if (ended) {
      deps.log.warn({ drawId: String(draw.id), err: error }, 'draw voided: its seed is unavailable');
      deps.playersChanged(ended.players);
    }
    return 0;
  };

  /**
   * Its stakes go back, and the commitment of the next draw is its seed. Without the beacon the game closes with it.
   */
  const voidWaiting = async (draw: OpenDraw, { epoch }: StepContext, reason: VoidReason): Promise<number> => {
    const ended = await database.transaction(async (within) => {
      if (reason === 'no_beacon') await deps.beacon.close(within, epoch, game);
      return draws.voidDraw(within, { epoch, drawId: draw.id, reason, isEarly: true, keepsChain: true });
    });
    if (ended) {
      deps.log.warn({ drawId: String(draw.id), beaconRound: draw.beacon_round }, `draw voided: ${reason}`);
      deps.playersChanged(ended.players);
    }
    return 0;
  };

  /**
   * A slot without a bet is skipped unless it is sealed: if it passed, has other settings, or is ahead of the
   * clock.
   */
  const skipIfEmpty = async (draw: ReadDraw, { epoch }: StepContext): Promise<boolean> => {
    // By the row: until the next renewal of the lease shows that the clock was set, it is more accurate.
    const lateMs = draw.now.getTime() - draw.draws_at.getTime();
    const closeMs = draw.draws_at.getTime() - draw.closes_at.getTime();
    const hasOtherTerms =
      draw.interval_ms !== terms.intervalMs ||
      draw.max !== terms.max ||
      closeMs !== terms.closeMs ||
      draw.beacon_chain_id !== terms.beaconChainId;
    const isDue = lateMs > terms.intervalMs || hasOtherTerms || isTooLateToSeal(draw) || isAheadOfClock(draw);
    if (draw.bets_root !== null || !isDue) return false;
    if (await draws.hasBets(query, draw.id)) return false;
    const moved = await database.transaction((within) => draws.moveEmptyDraw(within, epoch, draw.id, terms));
    if (!moved) return false;
    prepared = undefined;
    deps.log.info({ from: String(draw.id), to: String(moved.id) }, 'skipped slots without bets');
    return true;
  };

  return {
    name: 'double-trouble',
    game,
    async step(context) {
      const { databaseNowMs } = context;
      const allSettled = await settle(context, databaseNowMs() + settleBeforePublishMs);
      let draw = await sql.findOpenDraw.first(query);
      if (!draw) {
        const opened = await sql.openDraw.first(query, {
          epoch: context.epoch,
          ...(await slots.next()),
          ...terms,
        });
        return opened ? 0 : idleMs;
      }
      await announce(draw);
      // A bet of a process that did not know of the pause is found by the next step.
      const isSealed = draw.bets_root !== null;
      const isAway = await deps.beacon.isAway(game, context);
      const takesNoBets = context.isPaused || isAway;
      if (takesNoBets && !isSealed && !(await draws.hasBets(query, draw.id))) return maxWaitMs;
      if (await skipIfEmpty(draw, context)) return 0;
      // The clock was set back since it opened: it would be due that much later.
      if (isAheadOfClock(draw)) return voidWaiting(draw, context, 'clock');
      if (!isSealed && isTooLateToSeal(draw)) return voidWaiting(draw, context, 'late_seal');
      const closesInMs = draw.closes_at.getTime() - databaseNowMs();
      if (!isSealed && closesInMs <= 0) {
        const { id: drawId } = draw;
        const sealed = await database.transaction((within) => draws.sealDraw(within, context.epoch, drawId));
        if (!sealed) return 1;
        draw = { ...draw, ...sealed };
        await announce(draw);
      }
      const { bets_root: betsRoot } = draw;
      const waiting = draw;
      const value =
        betsRoot === null
          ? undefined
          : await awaitBeacon(deps.beacon, { ...waiting, game, id: String(waiting.id) }, context, (reason) =>
              voidWaiting(waiting, context, reason),
            );
      if (typeof value === 'number') return allSettled ? Math.min(value, maxWaitMs) : 0;
      const waitMs = draw.draws_at.getTime() - databaseNowMs();
      try {
        if (waitMs <= 0)
          return betsRoot === null ? 0 : await drawNow({ ...draw, bets_root: betsRoot }, value, context);
        if (waitMs <= prepareBeforeMs) await prepare(draw);
      } catch (error) {
        if (isUnavailable(error)) throw error;
        return voidUnreadable(draw, context, error);
      }
      const untilPrepareMs = waitMs > prepareBeforeMs ? waitMs - prepareBeforeMs : waitMs;
      return allSettled ? Math.min(untilPrepareMs, closesInMs > 0 ? closesInMs : maxWaitMs, maxWaitMs) : 0;
    },
  };
};

/** Whoever knows the value could choose the last bet. */
const isTooLateToSeal = ({ bets_root, beacon_at, now }: ReadDraw): boolean =>
  bets_root === null && beacon_at !== null && now >= beacon_at;
