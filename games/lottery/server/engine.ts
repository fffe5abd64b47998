/**
 * The lottery's engine: open → closing → closed → settling → finished. While a draw is closing, advance tickets for it
 * become tickets; then the root over all of them is published. Every step reads the committed rows
 * and takes the step that is due, so any process can continue where another stopped; missed draws take place
 * one after the other as soon as there is a director again.
 */
import { commitmentOf, seedBytes } from '@fairground/fairness/chain';
import { lottoNumbers } from '../draw.ts';
import { lotteryRules } from '../rules.ts';
import type { BeaconValue } from '@fairground/fairness/beacon-rounds';
import { awaitBeacon, type Beacon, type VoidReason } from '@fairground/game-kit/server';
import type { Engine, StepContext } from '@fairground/server/director/director';
import { isAheadOfClock } from '@fairground/server/director/offset';
import type { Database } from '@fairground/server/platform/database/database';
import type { Entropy } from '@fairground/server/platform/entropy';
import type { Seal } from '@fairground/server/platform/secrets/seal';
import { closingOf, nextSlot, slotToMoveTo, type Calendar } from './calendar.ts';
import * as draws from './draw-queries.ts';
import type { DrawRow, DrawTerms, NewDraw } from './draw-queries.ts';
import * as sql from './sql/draws.sql.ts';
import type { LotteryEvent } from './bus-events.ts';
import { buildTree } from './leaves.ts';
import { encodePick } from './pick.ts';
import { readStatus } from './read-status.ts';
import { sealContext } from './seal.ts';
import { toEvent } from './wire.ts';

const defaultChunk = 20_000;
const advanceChunk = 10_000;
/** Polling this often finds a clock that was set. */
const maxWaitMs = 1_000;

/** A draw whose sales were closed longer than this after the time that the clock now shows is void. */
const maxWaitForClockMs = 60_000;

const game = 'lottery';

export interface DrawEngineDeps {
  database: Database;
  calendar: Calendar;
  beacon: Beacon;
  entropy: Entropy;
  seal: Seal;
  publish: (event: LotteryEvent) => void;
  /** Called with every player whose wallet a settlement changed. */
  playersChanged: (players: readonly bigint[]) => void;
  /** Called when tickets of a draw are settled, most of which lost: too many to name. */
  betsSettled: (players: 'unnamed') => void;
  log: { info(fields: object, text: string): void; warn(fields: object, text: string): void };
  /** Tickets paid in one statement; the default locks wallets for a fraction of a second. */
  settleChunk?: number | undefined;
}

export const createDrawEngine = (deps: DrawEngineDeps): Engine => {
  const { database, calendar, publish, log } = deps;
  const { query } = database;

  const termsAt = (drawsAtMs: number): DrawTerms => ({
    day: calendar.dayOf(drawsAtMs),
    drawsAt: new Date(drawsAtMs),
    closesAt: closingOf(calendar, new Date(drawsAtMs)),
    beaconChainId: deps.beacon.chainId,
  });

  /** A draw for the slot after the last one, with a new secret seed. */
  const planDraw = (lastDrawsAt: Date | null, nowMs: number): NewDraw => {
    const drawsAtMs = nextSlot(calendar, lastDrawsAt?.getTime() ?? null, nowMs);
    const seed = deps.entropy.randomBytes(seedBytes);
    const commitment = Buffer.from(commitmentOf(seed));
    return { ...termsAt(drawsAtMs), sealed: deps.seal.close(seed, sealContext(commitment)), commitment };
  };

  /** The step that was published last. */
  let announced: bigint | undefined;

  /**
   * Publishes the newest result and the draw that follows as their rows are, unless that was done before. Each step
   * looks at the pending draw: what was committed without an answer, or by a leader that died before it published it,
   * is published by the next step. Other processes notice by its number that they missed a step before it.
   */
  const announce = async (draw: DrawRow) => {
    if (draw.step === announced) return;
    const { latest, next } = await readStatus(query);
    // Another process has held or voided it.
    if (next?.step !== draw.step) return;
    publish(toEvent(latest, next));
    announced = draw.step;
  };

  const openFirst = async ({ epoch, databaseNowMs }: StepContext): Promise<number> => {
    const next = planDraw(await draws.readLastSlot(query), databaseNowMs());
    await sql.openDraw.first(query, { epoch, ...next });
    return 0;
  };

  /** Whether advance tickets for this draw, or for earlier ones that did not take place, were left. */
  const endAdvances = async (draw: DrawRow, epoch: bigint): Promise<boolean> => {
    const chunk = { epoch, drawId: draw.id, maxTickets: advanceChunk };
    const { missed, players } = await draws.refundMissed(query, chunk);
    deps.playersChanged(players);
    const placed = await draws.placeAdvances(query, chunk);
    return missed + placed > 0;
  };

  const publishRoot = async (draw: DrawRow, epoch: bigint): Promise<void> => {
    const tree = await buildTree(query, draw);
    await draws.publishRoot(query, epoch, { ...tree, drawId: draw.id });
  };

  const drawNow = async (
    draw: DrawRow,
    { root, value }: { root: Buffer; value: BeaconValue | undefined },
    { epoch, databaseNowMs }: StepContext,
  ): Promise<void> => {
    const seed = deps.seal.open(draw.sealed, sealContext(draw.commitment));
    const { draw_key: date } = draw;
    const beacon = value && Buffer.from(value.randomness, 'hex');
    const winning = encodePick(lottoNumbers({ betsRoot: root, date, seed, beacon }));
    const next = planDraw(draw.draws_at, databaseNowMs());
    const opened = await sql.holdDraw.first(query, { epoch, drawId: draw.id, seed, winning, ...next });
    if (!opened) return;
    log.info({ drawId: draw.draw_key }, 'lottery draw finished');
    publish(toEvent({ draw_key: draw.draw_key, winning, drawn_at: opened.drawn_at }, opened));
    announced = opened.step;
  };

  /**
   * Every ticket goes back, and the slot is sold again under another seed. Without the beacon the game closes with it.
   */
  const voidWaiting = async (draw: DrawRow, { epoch }: StepContext, reason: VoidReason): Promise<number> => {
    const players = await database.transaction(async (within) => {
      if (!(await draws.lockDrawToVoid(within, draw.draw_key))) return [];
      const refunded = await draws.refundAllTickets(within, draw);
      const seed = deps.seal.open(draw.sealed, sealContext(draw.commitment));
      // Rolls the refunds back.
      if (!(await draws.voidDraw(within, { epoch, drawId: draw.id, seed, reason }))) {
        throw new Error(`lottery draw ${draw.draw_key} was not voided: this process does not lead`);
      }
      if (reason === 'no_beacon') await deps.beacon.close(within, epoch, game);
      log.warn({ drawId: draw.draw_key, beaconRound: draw.beacon_round }, `lottery draw voided: ${reason}`);
      return refunded.players;
    });
    deps.playersChanged(players);
    return 0;
  };

  /**
   * It can no longer be sealed in time, and nobody has a ticket: it is opened again under another key, for another
   * value.
   */
  const moveEmpty = async (draw: DrawRow, { epoch, databaseNowMs }: StepContext): Promise<number> => {
    const boughtAhead = await draws.readAdvanceTimes(query, draw.draws_at);
    const slot = slotToMoveTo(calendar, {
      fromMs: draw.draws_at.getTime(),
      nowMs: databaseNowMs(),
      boughtAhead,
    });
    const to = await database.transaction((within) =>
      draws.moveEmptyDraw(within, draw, { epoch, ...termsAt(slot) }),
    );
    // It has a ticket by now, or another process leads: everything is read again.
    if (to === undefined) return 1;
    log.info({ from: draw.draw_key, to }, 'moved a lottery draw without tickets');
    return 0;
  };

  /** Takes the pending draw one step on; returns in how many milliseconds the next one is due. */
  const drawStep = async (context: StepContext): Promise<number> => {
    const draw = await sql.findPendingDraw.first(query);
    if (!draw) return openFirst(context);
    await announce(draw);
    if (draw.state === 'open' && isAheadOfClock(draw)) {
      await sql.reopenSales.run(query, { epoch: context.epoch, drawId: draw.id });
      return 0;
    }
    // No ticket could be bought until the clock has caught up.
    if (draw.closed_at && draw.closed_at.getTime() - draw.now.getTime() > maxWaitForClockMs) {
      return voidWaiting(draw, context, 'clock');
    }
    const isAway = await deps.beacon.isAway(game, context);
    const now = context.databaseNowMs();
    const isDue = draw.closes_at.getTime() <= now;
    // While the game is closed nothing is drawn that nobody has bought.
    if (isAway && draw.state === 'open' && isDue && !(await draws.hasTickets(query, draw))) return maxWaitMs;
    if (draw.root === null && draw.beacon_at !== null && draw.beacon_at <= draw.now) {
      if (!(await draws.hasTickets(query, draw))) return moveEmpty(draw, context);
      // Whoever knows the value could choose the last ticket.
      return voidWaiting(draw, context, 'late_seal');
    }
    if (draw.state === 'open') {
      const waitMs = draw.closes_at.getTime() - now;
      if (waitMs > 0) return waitMs;
      return (await draws.closeSales(query, context.epoch, draw.id)) ? 0 : 1;
    }
    if (draw.root === null) {
      if (await endAdvances(draw, context.epoch)) return 0;
      await publishRoot(draw, context.epoch);
      return 0;
    }
    const value = await awaitBeacon(deps.beacon, { ...draw, game, id: draw.draw_key }, context, (reason) =>
      voidWaiting(draw, context, reason),
    );
    if (typeof value === 'number') return value;
    const waitMs = draw.draws_at.getTime() - now;
    if (waitMs > 0) return waitMs;
    await drawNow(draw, { root: draw.root, value }, context);
    return 1;
  };

  /** Pays the next tickets of the oldest draw that is not settled; false where there is none. */
  const settleStep = async ({ epoch }: StepContext): Promise<boolean> => {
    const draw = await sql.findSettlingDraw.first(query);
    if (!draw) return false;
    const { settled, players } = await draws.settleTickets(query, {
      epoch,
      drawId: draw.id,
      maxTickets: deps.settleChunk ?? defaultChunk,
      tierHundredths: lotteryRules.tierHundredths,
    });
    deps.playersChanged(players);
    if (settled > 0) deps.betsSettled('unnamed');
    else await draws.finishDraw(query, epoch, draw.id);
    return true;
  };

  return {
    name: 'lottery',
    game,
    async step(context) {
      const waitMs = await drawStep(context);
      const settling = await settleStep(context);
      return settling ? 0 : Math.min(waitMs, maxWaitMs);
    },
  };
};
