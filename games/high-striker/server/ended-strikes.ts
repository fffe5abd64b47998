/** Strikes, for their public pages; each is over as it is made. */
import {
  defineRounds,
  type GameRounds,
  writeInstant,
  writeLines,
  writeMultiplier,
  writeTexts,
} from '@fairground/game-kit/server';
import type { RoundReceipt } from '@fairground/contract/rounds';
import { parseId } from '@fairground/server/http/coin-request';
import { toWireCoins } from '@fairground/server/ledger/player-view';
import type { Database } from '@fairground/server/platform/database/database';
import { proofSchema, type StrikerProof } from '../contract.ts';
import { strikerRoundSchema, type StrikerRound } from '../round-contract.ts';
import { isWin } from '../rules.ts';
import en from '../web/messages/en/round.json' with { type: 'json' };
import es from '../web/messages/es/round.json' with { type: 'json' };
import { drawStrike } from './picture.ts';
import type { StrikerService } from './service.ts';
import * as sql from './sql/strikes.sql.ts';

interface EndedStrikesDeps {
  database: Database;
  findProof: StrikerService['findProof'];
}

export const createEndedStrikes = ({ database: { query }, findProof }: EndedStrikesDeps): GameRounds =>
  defineRounds<StrikerRound, StrikerProof>({
    game: 'highStriker',
    schema: strikerRoundSchema,
    proofSchema,
    draw: drawStrike,
    async receipt(id, playerId) {
      const strikeId = parseId(id);
      const row =
        strikeId === undefined ? undefined : await sql.findOwnStrike.first(query, { strikeId, playerId });
      return row ? [toEntry(row)] : [];
    },
    async find(id) {
      const strikeId = parseId(id);
      const row = strikeId === undefined ? undefined : await sql.findStrike.first(query, { strikeId });
      const proof = row && (await findProof(row.id));
      if (!proof) return undefined;
      const round: StrikerRound = {
        target: row.target_hundredths / 100,
        height: row.height_hundredths / 100,
        outcome: isWin(row.height_hundredths, row.target_hundredths) ? 'won' : 'lost',
      };
      return {
        id: String(row.id),
        endedAt: row.created_at,
        texts: textsOf(String(row.id), round),
        round,
        proof,
      };
    },
  });

const textsOf = (id: string, { target, height, outcome }: StrikerRound) =>
  writeTexts(
    { en, es },
    {
      title: 'highStriker.round.title',
      summary: outcome === 'won' ? 'highStriker.round.won' : 'highStriker.round.lost',
      values: (language) => ({
        id,
        height: writeMultiplier(height, language),
        target: writeMultiplier(target, language),
      }),
    },
  );

const toEntry = (row: sql.FindOwnStrikeRow): RoundReceipt[number] => ({
  id: String(row.id),
  stake: toWireCoins(row.amount),
  payout: toWireCoins(row.amount_won),
  outcome: row.amount_won > 0n ? 'win' : 'loss',
  placedAt: row.created_at.toISOString(),
  lines: writeLines({ en, es }, (language) => [
    [
      'highStriker.receipt.struck',
      { at: writeInstant(row.created_at), m: writeMultiplier(row.target_hundredths / 100, language) },
    ],
  ]),
});
