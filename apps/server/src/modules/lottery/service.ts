/** Buying a ticket, and reading draws, tickets and proofs. Tickets that wait together are committed together. */
import type {
  LotteryCreateAnswer,
  LotteryDraw,
  LotteryProof,
  LotteryStatus,
  Ticket,
  TicketProof,
} from '@fairground/game-lottery/contract';
import type { User } from '@fairground/contract/user';
import { lotteryRules, lotteryTiers } from '@fairground/game-lottery/rules';
import type { Submit } from '../../ledger/batcher.ts';
import { createCoinCall, type CoinCallDeps } from '../../ledger/coin-call.ts';
import type { CoinOperation, Committed, Outcome } from '../../ledger/commit-together.ts';
import { toUser } from '../../ledger/player-view.ts';
import type { Database } from '../../platform/database.ts';
import { readLeaves } from './draw-queries.ts';
import { leafOf } from './leaves.ts';
import { blockLeaves, pathOf } from './merkle-tree.ts';
import { decodePick, encodePick } from './pick.ts';
import * as queries from './queries.ts';
import { toWireDraw, toWireNext, toWireTicket } from './wire.ts';

export interface BuyTicket extends CoinOperation {
  /** Six different numbers from 1 to 49. */
  numbers: readonly number[];
  bidCoins: number;
  drawId: string | null;
}

export interface LotteryService {
  buyTicket: Submit<BuyTicket, Committed<User>>;
  /** Undefined before the first draw was ever opened. */
  status(): Promise<LotteryStatus | undefined>;
  /** Pages count from 1. */
  pastDraws(pageNo: number): Promise<LotteryDraw[]>;
  tickets(playerId: bigint, pageNo: number): Promise<Ticket[]>;
  findProof(drawId: string): Promise<LotteryProof | undefined>;
  findTicketProof(drawId: string, ticketId: bigint): Promise<TicketProof | undefined>;
}

export interface LotteryServiceDeps extends CoinCallDeps {
  /** Counts what became of each ticket asked for: `ok`, or the code of the refusal. */
  recordBet: (result: string) => void;
}

const ticketsAPage = 10;
const drawsAPage = 20;

const pageOf = (pageNo: number, limit: number) => ({ offset: (pageNo - 1) * limit, limit });

export const createLotteryService = (deps: LotteryServiceDeps): LotteryService => {
  const { database } = deps;

  const perform = async (query: Database['query'], batch: readonly BuyTicket[]): Promise<Outcome<User>[]> => {
    const inputs = batch.map(({ playerId, numbers, bidCoins, drawId }) => ({
      playerId,
      pick: encodePick(numbers),
      bidCoins,
      drawKey: drawId,
    }));
    const rows = await queries.sellTickets(query, inputs);
    const byPlayer = new Map(rows.map((row) => [row.input_player, row]));
    return batch.map((operation) => {
      const row = byPlayer.get(operation.playerId);
      if (!row) throw new Error('a ticket of the batch has no row');
      return row.refusal === null ? sold(row, operation) : { ok: false, code: row.refusal };
    });
  };

  return {
    buyTicket: createCoinCall(deps, {
      operation: 'lottery/create',
      perform,
      isOneStatement: true,
      record: deps.recordBet,
    }),
    async status() {
      const { next, latest } = await queries.readStatus(database.query);
      return (
        next && {
          next: toWireNext(next),
          latest: latest ? toWireDraw(latest) : null,
          tiers: lotteryTiers(),
          minBid: lotteryRules.minBidCoins,
          maxBid: lotteryRules.maxBidCoins,
          step: lotteryRules.bidStepCoins,
        }
      );
    },
    async pastDraws(pageNo) {
      const rows = await queries.readPastDraws(database.query, pageOf(pageNo, drawsAPage));
      return rows.map((row) => ({ ...toWireDraw(row), ticketCount: row.ticket_count }));
    },
    async tickets(playerId, pageNo) {
      const rows = await queries.readTickets(database.query, { playerId, ...pageOf(pageNo, ticketsAPage) });
      return rows.map(toWireTicket);
    },
    async findProof(drawId) {
      const row = await queries.findProof(database.query, drawId);
      return row && toProof(row);
    },
    async findTicketProof(drawId, ticketId) {
      const place = await queries.findTicketPlace(database.query, drawId, ticketId);
      if (!place) return undefined;
      const above = place.first_ticket - 1n;
      const [rows, blocks] = await Promise.all([
        readLeaves(database.query, { drawId: place.draw_id, above, limit: blockLeaves }),
        queries.readBlocks(database.query, place.draw_id),
      ]);
      const leaves = rows.map((row) => leafOf(drawId, row));
      const inBlock = rows.findIndex((row) => row.id === ticketId);
      return {
        leaf: leaves[inBlock] ?? '',
        index: place.block * blockLeaves + inBlock,
        path: pathOf({ leaves, inBlock, blocks, block: place.block }),
        root: place.root.toString('hex'),
        ticketCount: place.ticket_count,
      };
    },
  };
};

const sold = (row: queries.SoldRow, { numbers, bidCoins }: BuyTicket): Outcome<User> => {
  const user = toUser(row);
  const ticket = toWireTicket({
    id: row.ticket_id,
    created_at: row.ticket_created_at,
    pick: encodePick(numbers),
    bid: bidCoins,
    draw_key: row.draw_key,
    draws_at: row.draws_at,
    winning: null,
  });
  return { ok: true, status: 201, body: { user, ticket } satisfies LotteryCreateAnswer, event: user };
};

const toProof = (row: queries.ProofRow): LotteryProof => {
  const rootHex = row.root?.toString('hex') ?? null;
  return {
    game: 'lottery',
    id: row.draw_key,
    algorithm: 'lotto/v1',
    commitment: row.commitment.toString('hex'),
    seed: row.seed?.toString('hex') ?? null,
    date: row.draw_key,
    rootHex,
    beacon: rootHex,
    beaconSource: 'root',
    ticketCount: row.ticket_count,
    status: row.winning !== null ? 'finished' : row.state === 'open' ? 'open' : 'closed',
    openedAt: row.opened_at.toISOString(),
    closesAt: row.closes_at.toISOString(),
    drawsAt: row.draws_at.toISOString(),
    outcome: row.winning === null ? null : { winningNumbers: decodePick(row.winning) },
  };
};
