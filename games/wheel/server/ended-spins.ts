/** Spins, for their public pages; each is over as it is made. */
import {
  defineRounds,
  noStakes,
  singleStake,
  type GameRounds,
  writeCoins,
  writeInstant,
  writeLines,
  writeTexts,
} from '@fairground/game-kit/server';
import type { OwnStake } from '@fairground/contract/rounds';
import { parseId } from '@fairground/server/http/coin-request';
import { toWireCoins } from '@fairground/server/ledger/player-view';
import type { Database } from '@fairground/server/platform/database/database';
import type { RowOf } from '@fairground/sql';
import { wheelProofSchema, type WheelProof } from '../contract.ts';
import { wheelRoundSchema, type WheelRound } from '../round-contract.ts';
import { wheelSegments } from '../rules.ts';
import type { WheelService } from './service.ts';
import * as sql from './sql/spins.sql.ts';
import { roundTexts } from './texts.ts';

interface EndedSpinsDeps {
  database: Database;
  findProof: WheelService['findProof'];
}

export const createEndedSpins = ({ database: { query }, findProof }: EndedSpinsDeps): GameRounds =>
  defineRounds<WheelRound, WheelProof>({
    game: 'wheel',
    schema: wheelRoundSchema,
    proofSchema: wheelProofSchema,
    async ownStakes(id, playerId) {
      const spinId = parseId(id);
      const row = spinId === undefined ? undefined : await sql.findOwnSpin.first(query, { spinId, playerId });
      return row ? singleStake(toEntry(row)) : noStakes;
    },
    async find(id, behind) {
      const spinId = parseId(id);
      const row = spinId === undefined ? undefined : await sql.findSpinById.first(behind, { spinId });
      const proof = row && (await findProof(row.id, behind));
      if (!proof) return undefined;
      const round: WheelRound = {
        segment: row.segment,
        amount: toWireCoins(row.amount),
        values: [...wheelSegments],
      };
      return {
        id: String(row.id),
        endedAt: row.created_at,
        settled: true,
        texts: textsOf(String(row.id), round),
        round,
        proof,
      };
    },
  });

const textsOf = (id: string, { amount }: WheelRound) =>
  writeTexts(roundTexts, {
    title: 'wheel.round.title',
    summary: amount === 0 ? 'wheel.round.nothing' : 'wheel.round.won',
    values: (language) => ({ id, n: writeCoins(amount, language) }),
  });

const toEntry = (row: RowOf<typeof sql.findOwnSpin>): OwnStake => ({
  id: String(row.id),
  stake: 0,
  payout: toWireCoins(row.amount),
  outcome: row.amount > 0n ? 'win' : 'loss',
  placedAt: row.created_at.toISOString(),
  lines: writeLines(roundTexts, () => [
    ['wheel.ownStake.spun', { at: writeInstant(row.created_at), day: row.site_day }],
  ]),
});
