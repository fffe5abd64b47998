/** Games that are over, for their public pages. */
import {
  defineRounds,
  noStakes,
  singleStake,
  type GameRounds,
  writeInstant,
  writeLines,
  writeDecimals,
  writeSeconds,
  writeTexts,
} from '@fairground/game-kit/server';
import type { OwnStake } from '@fairground/contract/rounds';
import { parseId } from '@fairground/server/http/coin-request';
import { toWireCoins } from '@fairground/server/ledger/player-view';
import type { Database } from '@fairground/server/platform/database/database';
import type { RowOf } from '@fairground/sql';
import { minefieldProofSchema, type MinefieldProof } from '../contract.ts';
import { minefieldRoundSchema, type MinefieldRound } from '../round-contract.ts';
import { columnsOf } from '../rules.ts';
import type { MinefieldService } from './service.ts';
import * as sql from './sql/games.sql.ts';
import { roundTexts } from './texts.ts';

interface EndedGamesDeps {
  database: Database;
  findProof: MinefieldService['findProof'];
}

export const createEndedGames = ({ database: { query }, findProof }: EndedGamesDeps): GameRounds =>
  defineRounds<MinefieldRound, MinefieldProof>({
    game: 'mineField',
    schema: minefieldRoundSchema,
    proofSchema: minefieldProofSchema,
    async ownStakes(id, playerId) {
      const gameId = parseId(id);
      const row =
        gameId === undefined ? undefined : await sql.findOwnEndedGame.first(query, { gameId, playerId });
      return row ? singleStake(toEntry(row)) : noStakes;
    },
    async find(id, behind) {
      const gameId = parseId(id);
      const row = gameId === undefined ? undefined : await sql.findEndedGame.first(behind, { gameId });
      const proof = row && (await findProof(row.id, behind));
      if (!row || !proof?.outcome || row.state === 'Playing') return undefined;
      const round: MinefieldRound = {
        status: row.state,
        difficulty: row.difficulty,
        tiles: row.tiles,
        columns: columnsOf(row.tiles),
        gems: row.gem_tiles,
        hit: row.hit_tile,
        mines: proof.outcome.mines,
        multiplier: (100 + row.gem_tiles.length * row.increment_hundredths) / 100,
      };
      return {
        id: String(row.id),
        endedAt: row.updated_at,
        settled: true,
        texts: textsOf(String(row.id), round),
        round,
        proof,
      };
    },
  });

const textsOf = (id: string, round: MinefieldRound) =>
  writeTexts(roundTexts, {
    title: 'minefield.round.title',
    summary: summaryOf(round),
    values: (language) => ({
      id,
      n: round.gems.length,
      of: round.tiles - round.mines.length,
      m: writeDecimals(round.multiplier, language),
      level: roundTexts[language][`minefield.round.level.${round.difficulty}`],
    }),
  });

const summaryOf = ({ status, hit }: MinefieldRound) => {
  if (status === 'Void') return 'minefield.round.void';
  if (status === 'CashedOut') return 'minefield.round.cashedOut';
  return hit === null ? 'minefield.round.forfeited' : 'minefield.round.lost';
};

const toEntry = (row: RowOf<typeof sql.findOwnEndedGame>): OwnStake => ({
  id: String(row.id),
  stake: toWireCoins(row.amount),
  payout: toWireCoins(row.state === 'Void' ? row.amount : row.amount_won),
  outcome: row.state === 'Void' ? 'void' : row.state === 'CashedOut' ? 'win' : 'loss',
  placedAt: row.created_at.toISOString(),
  lines: writeLines(roundTexts, (language) => [
    ['minefield.ownStake.begun', { at: writeInstant(row.created_at) }],
    [
      'minefield.ownStake.ended',
      {
        at: writeInstant(row.updated_at),
        s: writeSeconds(row.updated_at.getTime() - row.created_at.getTime(), language),
      },
    ],
  ]),
});
