/** Draws that are over, for their public pages. */
import {
  defineRounds,
  noStakes,
  type GameRounds,
  writeInstant,
  writeLines,
  writeDecimals,
  writeSeconds,
  writeStakes,
  writeTexts,
} from '@fairground/game-kit/server';
import { maxOwnStakes, type RoundLanguage, type OwnStake } from '@fairground/contract/rounds';
import { parseId } from '@fairground/server/http/coin-request';
import { toWireCoins } from '@fairground/server/ledger/player-view';
import type { Database } from '@fairground/server/platform/database/database';
import { keepReads } from '@fairground/server/platform/kept-reads';
import type { RowOf } from '@fairground/sql';
import { doubleTroubleProofSchema, type DoubleTroubleProof } from '../contract.ts';
import { doubleTroubleRoundSchema, type DoubleTroubleRound } from '../round-contract.ts';
import { sideOf } from '../rules.ts';
import type { DoubleTroubleService } from './service.ts';
import { readOwnBets } from './sql/bets.sql.ts';
import * as sql from './sql/draws.sql.ts';
import { roundTexts } from './texts.ts';

interface EndedDrawsDeps {
  database: Database;
  findProof: DoubleTroubleService['findProof'];
}

/** Counting the bets of a draw takes longer than anything else of its page. */
const maxKeptDraws = 500;

export const createEndedDraws = ({ database: { query }, findProof }: EndedDrawsDeps): GameRounds => {
  const findSums = keepReads<bigint, RowOf<typeof sql.findEndedDraw> | undefined>({
    isFinal: (row) => row?.is_settled === true,
    sizeOf: () => 1,
    maxSize: maxKeptDraws,
  });
  return defineRounds<DoubleTroubleRound, DoubleTroubleProof>({
    game: 'doubleTrouble',
    schema: doubleTroubleRoundSchema,
    proofSchema: doubleTroubleProofSchema,
    async ownStakes(id, playerId) {
      const drawId = parseId(id);
      if (drawId === undefined) return noStakes;
      const rows = await readOwnBets.run(query, { drawId, playerId, maxRows: maxOwnStakes });
      return writeStakes(rows, toEntry);
    },
    async find(id, behind) {
      const drawId = parseId(id);
      const row =
        drawId === undefined
          ? undefined
          : await findSums(drawId, () => sql.findEndedDraw.first(behind, { drawId }));
      const proof = row && (await findProof(row.id, behind));
      if (!proof) return undefined;
      const round = toRound(row);
      return {
        id: String(row.id),
        endedAt: row.drawn_at,
        settled: row.is_settled,
        texts: textsOf(new Date(Number(row.id)), round),
        round,
        proof,
      };
    },
  });
};

const toRound = (row: RowOf<typeof sql.findEndedDraw>): DoubleTroubleRound => ({
  status: row.state === 'void' ? 'void' : 'drawn',
  max: row.max,
  winningNumber: row.winning_number,
  players: row.players,
  bets: row.bets,
  won: row.won,
  staked: toWireCoins(row.staked),
  paid: toWireCoins(row.paid),
});

const summaryOf = {
  Under: 'doubleTrouble.round.under',
  Over: 'doubleTrouble.round.over',
  Exact: 'doubleTrouble.round.exact',
} as const;

/** Draws have no number of their own that a reader would recognize, so their slot names them. */
const textsOf = (slot: Date, { winningNumber, max }: DoubleTroubleRound) => {
  const [date = '', time = ''] = slot.toISOString().slice(0, 19).split('T');
  return writeTexts(roundTexts, {
    title: 'doubleTrouble.round.title',
    summary:
      winningNumber === null
        ? 'doubleTrouble.round.void'
        : summaryOf[sideOf(winningNumber, max === 50 ? 50 : 30)],
    values: () => ({ date, time, n: winningNumber ?? 0, half: max / 2 }),
  });
};

const toEntry = (row: RowOf<typeof readOwnBets>): OwnStake => {
  const { draw_type: type } = row;
  const m = (language: RoundLanguage) => writeDecimals(row.payout_hundredths / 100, language, 1);
  return {
    id: String(row.id),
    stake: toWireCoins(row.amount),
    payout: toWireCoins(row.outcome === 'void' ? row.amount : row.amount_won),
    outcome: row.outcome === 'pending' ? 'loss' : row.outcome,
    placedAt: row.created_at.toISOString(),
    lines: writeLines(roundTexts, (language) => [
      type === 'Number'
        ? ['doubleTrouble.ownStake.onNumber', { n: row.number ?? 0, m: m(language) }]
        : [
            'doubleTrouble.ownStake.onSide',
            { side: roundTexts[language][`doubleTrouble.round.side.${type}`], m: m(language) },
          ],
      [
        'doubleTrouble.ownStake.placed',
        {
          at: writeInstant(row.created_at),
          s: writeSeconds(row.closes_at.getTime() - row.created_at.getTime(), language),
        },
      ],
      ...(row.outcome === 'void' ? [['doubleTrouble.ownStake.void', {}] as const] : []),
    ]),
  };
};
