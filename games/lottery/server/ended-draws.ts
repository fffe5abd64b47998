/** Draws that are over, for their public pages. */
import {
  defineRounds,
  noStakes,
  type GameRounds,
  writeInstant,
  writeLines,
  writeSeconds,
  writeStakes,
  writeTexts,
} from '@fairground/game-kit/server';
import { maxOwnStakes, type OwnStake } from '@fairground/contract/rounds';
import type { Database } from '@fairground/server/platform/database/database';
import type { RowOf } from '@fairground/sql';
import { lotteryProofSchema, type LotteryProof } from '../contract.ts';
import { lotteryRoundSchema, type LotteryRound } from '../round-contract.ts';
import { settleTicket } from '../rules.ts';
import { decodePick } from './pick.ts';
import type { LotteryService } from './service.ts';
import * as sql from './sql/draws.sql.ts';
import { readOwnTickets } from './sql/tickets.sql.ts';
import { roundTexts } from './texts.ts';

interface EndedDrawsDeps {
  database: Database;
  findProof: LotteryService['findProof'];
}

/** A day, and from its second draw on the number of the draw. */
const drawKey = /^\d{4}-\d\d-\d\d(?:-\d{1,9})?$/;

export const createEndedDraws = ({ database: { query }, findProof }: EndedDrawsDeps): GameRounds =>
  defineRounds<LotteryRound, LotteryProof>({
    game: 'lottery',
    schema: lotteryRoundSchema,
    proofSchema: lotteryProofSchema,
    async ownStakes(id, playerId) {
      if (!drawKey.test(id)) return noStakes;
      const rows = await readOwnTickets.run(query, { drawKey: id, playerId, maxRows: maxOwnStakes });
      return writeStakes(rows, toEntry);
    },
    async find(id, behind) {
      const row = drawKey.test(id) ? await sql.findEndedDraw.first(behind, { drawKey: id }) : undefined;
      const proof = row && (await findProof(id, behind));
      if (!proof) return undefined;
      const round: LotteryRound = {
        status: row.winning === null ? 'void' : 'drawn',
        winningNumbers: row.winning === null ? [] : decodePick(row.winning),
        ticketCount: row.ticket_count,
      };
      return {
        id,
        endedAt: row.ended_at,
        settled: row.is_settled,
        texts: textsOf(id, round),
        round,
        proof,
      };
    },
  });

const textsOf = (id: string, { status, winningNumbers }: LotteryRound) =>
  writeTexts(roundTexts, {
    title: 'lottery.round.title',
    summary: status === 'void' ? 'lottery.round.void' : 'lottery.round.drawn',
    values: () => ({ id, numbers: winningNumbers.join(', ') }),
  });

const toEntry = (row: RowOf<typeof readOwnTickets>): OwnStake => {
  const numbers = decodePick(row.pick);
  const drawn = row.winning === null ? null : decodePick(row.winning);
  const settled = drawn && settleTicket({ numbers, bidCoins: row.bid }, drawn);
  return {
    id: String(row.id),
    stake: row.bid,
    payout: settled ? settled.payoutCoins : row.bid,
    outcome: settled === null ? 'void' : settled.result === 'loss' ? 'loss' : 'win',
    placedAt: row.created_at.toISOString(),
    lines: writeLines(roundTexts, (language) => [
      [
        'lottery.ownStake.numbers',
        { numbers: numbers.join(', '), n: settled === null ? 0 : settled.matchedNumbers.length },
      ],
      [
        'lottery.ownStake.placed',
        {
          at: writeInstant(row.created_at),
          s: writeSeconds(row.closes_at.getTime() - row.created_at.getTime(), language),
        },
      ],
      ...(settled === null ? [['lottery.ownStake.void', {}] as const] : []),
    ]),
  };
};
