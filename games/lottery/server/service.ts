/** Buying a ticket, and reading draws, tickets and proofs. */
import type { AcceptedOf, InputOf, RowOf } from '@fairground/sql';
import type {
  LotteryCreateAnswer,
  LotteryDraw,
  LotteryProof,
  LotteryStatus,
  Ticket,
  TicketProof,
} from '../contract.ts';
import type { User } from '@fairground/contract/user';
import { emptyRoot } from '@fairground/fairness/merkle';
import { lotteryRules, lotteryTiers } from '../rules.ts';
import {
  blockLeaves,
  createStakePlacement,
  type DueStake,
  findLogPlace,
  pathOf,
  toProofBeacon,
} from '@fairground/game-kit/server/calls';
import type { CoinCallDeps } from '@fairground/server/ledger/coin-call';
import type { CoinOperation } from '@fairground/server/ledger/commit-together';
import { toUser } from '@fairground/server/ledger/player-view';
import type { Database } from '@fairground/server/platform/database/database';
import { readLeaves } from './sql/draws.sql.ts';
import { closingOf, type Calendar } from './calendar.ts';
import { leafOf } from './leaves.ts';
import { decodePick, encodePick } from './pick.ts';
import { readStatus } from './read-status.ts';
import * as sql from './sql/tickets.sql.ts';
import { toWireDraw, toWireNext, toWireTicket } from './wire.ts';

export interface BuyTicket extends CoinOperation {
  /** Six different numbers from 1 to 49. */
  numbers: readonly number[];
  bidCoins: number;
  drawId: string | null;
  clientSeed?: string;
}

export interface LotteryServiceDeps extends CoinCallDeps {
  /** Counts the outcome of each ticket: `ok`, or the code of the refusal. */
  recordBet: (result: string) => void;
  calendar: Calendar;
}

const ticketsPerPage = 10;
const drawsPerPage = 20;

const pageOf = (pageNo: number, limit: number) => ({ firstRow: (pageNo - 1) * limit, maxRows: limit });

export const createLotteryService = (deps: LotteryServiceDeps) => {
  const { database, calendar } = deps;
  return {
    buyTicket: createStakePlacement<BuyTicket, RowOf<typeof sql.sellTickets>>(deps, {
      operation: 'lottery/create',
      place: (query, batch) => sql.sellTickets.run(query, batch.map(toInput)),
      findPlaced: (query, calls) => sql.findPlaced.run(query, calls),
      placed: toAnswer,
      receipt: (row, { numbers, bidCoins, clientSeed = '' }) => ({
        at: row.ticket_created_at.toISOString(),
        bet: leafOf(row.draw_key, {
          id: row.ticket_id,
          pick: encodePick(numbers),
          bid: bidCoins,
          client_seed: clientSeed,
        }),
        kind: 'lottery',
      }),
      recordBet: deps.recordBet,
    }),
    /** Undefined before the first draw has opened. */
    async status(): Promise<LotteryStatus | undefined> {
      const { next, latest } = await readStatus(database.query);
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
    /** Pages count from 1. */
    async pastDraws(pageNo: number): Promise<LotteryDraw[]> {
      const rows = await sql.readPastDraws.run(database.query, pageOf(pageNo, drawsPerPage));
      return rows.map((row) => ({ ...toWireDraw(row), ticketCount: row.ticket_count }));
    },
    async tickets(playerId: bigint, pageNo: number): Promise<Ticket[]> {
      const rows = await sql.readTickets.run(database.query, { playerId, ...pageOf(pageNo, ticketsPerPage) });
      return rows.map((row) =>
        toWireTicket(row, row.is_ahead ? closingOf(calendar, row.draws_at) : undefined),
      );
    },
    async findProof(
      drawId: string,
      query: Database['query'] = database.query,
    ): Promise<LotteryProof | undefined> {
      const row = await sql.findProof.first(query, { drawKey: drawId });
      return row && toProof(row, await findLogPlace(query, { game: 'lottery', source: drawId }));
    },
    async findTicketProof(drawId: string, ticketId: bigint): Promise<TicketProof | undefined> {
      const place = await sql.findTicketPlace.first(database.query, { drawKey: drawId, ticketId });
      if (!place) return undefined;
      const above = place.first_ticket - 1n;
      const [rows, blocks] = await Promise.all([
        readLeaves.run(database.query, { drawId: place.draw_id, above, maxRows: blockLeaves }),
        sql.readBlocks.run(database.query, { drawId: place.draw_id }),
      ]);
      const leaves = rows.map((row) => leafOf(drawId, row));
      const inBlock = rows.findIndex((row) => row.id === ticketId);
      return {
        leaf: leaves[inBlock] ?? '',
        index: place.block * blockLeaves + inBlock,
        path: pathOf({ leaves, inBlock, blocks: blocks.map(({ hash }) => hash), block: place.block }),
        root: place.root.toString('hex'),
        ticketCount: place.ticket_count,
      };
    },
  };
};

export type LotteryService = ReturnType<typeof createLotteryService>;

const toInput = ({
  numbers,
  drawId,
  clientSeed = '',
  ...bet
}: DueStake<BuyTicket>): InputOf<typeof sql.sellTickets> => ({
  ...bet,
  pick: encodePick(numbers),
  drawKey: drawId,
  clientSeed,
});

const toAnswer = (
  row: AcceptedOf<typeof sql.sellTickets>,
  { numbers, bidCoins }: BuyTicket,
): { body: LotteryCreateAnswer; user: User } => {
  const user = toUser(row);
  const ticket = toWireTicket({
    id: row.ticket_id,
    created_at: row.ticket_created_at,
    pick: encodePick(numbers),
    bid: bidCoins,
    draw_key: row.draw_key,
    draws_at: row.draws_at,
    winning: null,
    voided_at: null,
  });
  return { body: { user, ticket }, user };
};

type ProofRow = RowOf<typeof sql.findProof>;

const toProofFields = (
  row: ProofRow,
): Pick<LotteryProof, 'beacon' | 'beaconSource' | 'beaconRound' | 'beaconSignature' | 'beaconChain'> => {
  if (row.beacon_round === null) {
    const beacon = row.root && emptyRoot;
    return { beacon, beaconSource: 'none', beaconRound: null, beaconSignature: null };
  }
  const { beacon, ...chain } = toProofBeacon(row);
  return {
    beacon: beacon?.randomness ?? null,
    beaconSource: 'beacon',
    beaconRound: row.beacon_round,
    beaconSignature: beacon?.signature ?? null,
    ...chain,
  };
};

const toProof = (row: ProofRow, log: LotteryProof['log']): LotteryProof => ({
  game: 'lottery',
  id: row.draw_key,
  algorithm: 'lotto/v2',
  commitment: row.commitment.toString('hex'),
  seed: row.seed?.toString('hex') ?? null,
  date: row.draw_key,
  rootHex: row.root?.toString('hex') ?? null,
  ...toProofFields(row),
  entropy: row.entropy,
  log,
  ticketCount: row.ticket_count,
  status: row.winning !== null ? 'finished' : row.state === 'open' ? 'open' : 'closed',
  openedAt: row.opened_at.toISOString(),
  closesAt: row.closes_at.toISOString(),
  drawsAt: row.draws_at.toISOString(),
  ...(row.voided_at ? { voidedAt: row.voided_at.toISOString() } : {}),
  ...(row.void_reason !== null && { voidReason: row.void_reason }),
  outcome: row.winning === null ? null : { winningNumbers: decodePick(row.winning) },
});
