/** Draws that are over, for their public pages. */
import { defineRounds, writeTexts, type GameRounds } from '@fairground/game-kit/server';
import type { Database } from '@fairground/server/platform/postgres/database';
import { lotteryProofSchema, type LotteryProof } from '../contract.ts';
import { lotteryRoundSchema, type LotteryRound } from '../round-contract.ts';
import en from '../web/messages/en/round.json' with { type: 'json' };
import es from '../web/messages/es/round.json' with { type: 'json' };
import { decodePick } from './pick.ts';
import type { LotteryService } from './service.ts';
import * as sql from './sql/draws.sql.ts';

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
    async find(id) {
      const row = drawKey.test(id) ? await sql.findEndedDraw.first(query, { drawKey: id }) : undefined;
      const proof = row && (await findProof(id));
      if (!proof) return undefined;
      const round: LotteryRound = {
        status: row.winning === null ? 'void' : 'drawn',
        winningNumbers: row.winning === null ? [] : decodePick(row.winning),
        ticketCount: row.ticket_count,
      };
      return { id, endedAt: row.ended_at, texts: textsOf(id, round), round, proof };
    },
  });

const textsOf = (id: string, { status, winningNumbers }: LotteryRound) =>
  writeTexts(
    { en, es },
    {
      title: 'lottery.round.title',
      summary: status === 'void' ? 'lottery.round.void' : 'lottery.round.drawn',
      values: () => ({ id, numbers: winningNumbers.join(', ') }),
    },
  );
