/** Rounds that are over, for their public pages. */
import { defineRounds, writeMultiplier, writeTexts, type GameRounds } from '@fairground/game-kit/server';
import { parseId } from '@fairground/server/http/coin-request';
import { toWireCoins } from '@fairground/server/ledger/player-view';
import type { Database } from '@fairground/server/platform/postgres/database';
import { aviatorProofSchema, type AviatorProof } from '../contract.ts';
import { aviatorRoundSchema, type AviatorRound } from '../round-contract.ts';
import { aviatorRules } from '../rules.ts';
import en from '../web/messages/en/round.json' with { type: 'json' };
import es from '../web/messages/es/round.json' with { type: 'json' };
import type { AviatorService } from './service.ts';
import * as sql from './sql/rounds.sql.ts';

/** As many marks as the trail has room for. */
const maxMarks = 60;

interface EndedRoundsDeps {
  database: Database;
  findProof: AviatorService['findProof'];
}

export const createEndedRounds = ({ database: { query }, findProof }: EndedRoundsDeps): GameRounds =>
  defineRounds<AviatorRound, AviatorProof>({
    game: 'aviator',
    schema: aviatorRoundSchema,
    proofSchema: aviatorProofSchema,
    async find(id) {
      const roundId = parseId(id);
      const row = roundId === undefined ? undefined : await sql.findEndedRound.first(query, { roundId });
      if (!row) return undefined;
      const [proof, marks] = await Promise.all([
        findProof(row.id),
        sql.readCashOutMarks.run(query, { roundId: row.id, maxRows: maxMarks }),
      ]);
      if (!proof) return undefined;
      const round = toRound(row, marks);
      return {
        id: String(row.id),
        endedAt: row.finished_at,
        texts: textsOf(String(row.id), round),
        round,
        proof,
      };
    },
  });

const toRound = (row: sql.FindEndedRoundRow, marks: readonly sql.ReadCashOutMarksRow[]): AviatorRound => ({
  status: row.state === 'void' ? 'void' : 'finished',
  startedAt: row.starts_at.toISOString(),
  growthPerMs: aviatorRules.growthPerMs,
  crashMultiplier: row.crash_hundredths / 100,
  players: row.players,
  bets: row.bets,
  staked: toWireCoins(row.staked),
  paid: toWireCoins(row.paid),
  cashedOut: row.cashed_out,
  marks: marks.map(({ hundredths, bets }) => ({ at: hundredths / 100, count: bets })),
});

const textsOf = (id: string, { status, crashMultiplier }: AviatorRound) =>
  writeTexts(
    { en, es },
    {
      title: 'aviator.round.title',
      summary: status === 'void' ? 'aviator.round.void' : 'aviator.round.crashed',
      values: () => ({ id, m: writeMultiplier(crashMultiplier) }),
    },
  );
