/** Rounds that are over, for their public pages. */
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
import type { RoundLanguage, OwnStake } from '@fairground/contract/rounds';
import { parseId } from '@fairground/server/http/coin-request';
import { toWireCoins } from '@fairground/server/ledger/player-view';
import type { Database } from '@fairground/server/platform/database/database';
import { keepReads } from '@fairground/server/platform/kept-reads';
import type { RowOf } from '@fairground/sql';
import { aviatorProofSchema, type AviatorBet, type AviatorProof } from '../contract.ts';
import { aviatorRoundSchema, type AviatorRound } from '../round-contract.ts';
import { aviatorRules, flightMsTo } from '../rules.ts';
import type { AviatorService } from './service.ts';
import { readOwnBets } from './sql/bets.sql.ts';
import { toEndedBy, toMultiplier } from './wire.ts';
import * as sql from './sql/rounds.sql.ts';
import { roundTexts } from './texts.ts';

/** As many marks as the trail has room for. */
const maxMarks = 60;
/** Counting the bets of a round takes longer than anything else of its page. */
const maxKeptRounds = 500;

interface EndedRoundsDeps {
  database: Database;
  findProof: AviatorService['findProof'];
}

interface RoundSums {
  row: RowOf<typeof sql.findEndedRound>;
  marks: readonly RowOf<typeof sql.readCashOutMarks>[];
}

/** The marks are read after the sums, which say whether the round is settled: then nothing changes in between. */
const readSums = async (query: Database['query'], roundId: bigint): Promise<RoundSums | undefined> => {
  const row = await sql.findEndedRound.first(query, { roundId });
  return row && { row, marks: await sql.readCashOutMarks.run(query, { roundId, maxRows: maxMarks }) };
};

export const createEndedRounds = ({ database: { query }, findProof }: EndedRoundsDeps): GameRounds => {
  const findSums = keepReads<bigint, RoundSums | undefined>({
    isFinal: (found) => found?.row.is_settled === true,
    sizeOf: () => 1,
    maxSize: maxKeptRounds,
  });
  return defineRounds<AviatorRound, AviatorProof>({
    game: 'aviator',
    schema: aviatorRoundSchema,
    proofSchema: aviatorProofSchema,
    async ownStakes(id, playerId) {
      const roundId = parseId(id);
      if (roundId === undefined) return noStakes;
      return writeStakes(await readOwnBets.run(query, { roundId, playerId }), toEntry);
    },
    async find(id, behind) {
      const roundId = parseId(id);
      if (roundId === undefined) return undefined;
      const found = await findSums(roundId, () => readSums(behind, roundId));
      const proof = found && (await findProof(roundId, behind));
      if (!proof) return undefined;
      const { row, marks } = found;
      const round = toRound(row, marks);
      return {
        id: String(row.id),
        endedAt: row.finished_at,
        settled: row.is_settled,
        texts: textsOf(String(row.id), round),
        round,
        proof,
      };
    },
  });
};

const toRound = (
  row: RowOf<typeof sql.findEndedRound>,
  marks: readonly RowOf<typeof sql.readCashOutMarks>[],
): AviatorRound => ({
  status: row.state === 'void' ? 'void' : 'finished',
  startedAt: row.starts_at.toISOString(),
  growthPerMs: aviatorRules.growthPerMs,
  crashMultiplier: toMultiplier(row.crash_hundredths),
  players: row.players,
  bets: row.bets,
  staked: toWireCoins(row.staked),
  paid: toWireCoins(row.paid),
  cashedOut: row.cashed_out,
  marks: marks.map(({ hundredths, bets }) => ({ at: hundredths / 100, count: bets })),
});

const textsOf = (id: string, { status, crashMultiplier }: AviatorRound) =>
  writeTexts(roundTexts, {
    title: 'aviator.round.title',
    summary: status === 'void' ? 'aviator.round.void' : 'aviator.round.crashed',
    values: (language) => ({
      id,
      m: crashMultiplier === null ? '' : writeDecimals(crashMultiplier, language),
    }),
  });

const toEntry = (row: RowOf<typeof readOwnBets>): OwnStake => ({
  id: String(row.id),
  stake: toWireCoins(row.amount),
  payout: toWireCoins(row.outcome === 'void' ? row.amount : row.amount_won),
  outcome: row.outcome === 'pending' ? 'loss' : row.outcome,
  placedAt: row.created_at.toISOString(),
  ...pressOf(row),
  ...endedByOf(row),
  lines: writeLines(roundTexts, (language) => [
    [
      'aviator.ownStake.placed',
      {
        at: writeInstant(row.created_at),
        s: writeSeconds(row.starts_at.getTime() - row.created_at.getTime(), language),
      },
    ],
    ...endOf(row, language),
  ]),
});

const endedByOf = (row: RowOf<typeof readOwnBets>): Pick<OwnStake, 'endedBy' | 'lastAnswerAt'> => {
  const endedBy = toEndedBy(row);
  if (endedBy === null) return {};
  return endedBy === 'parachute' ? { endedBy, lastAnswerAt: lastAnswerOf(row).toISOString() } : { endedBy };
};

const lastAnswerOf = ({ starts_at: startsAt, silent_since_ms: silentSinceMs }: RowOf<typeof readOwnBets>) =>
  new Date(startsAt.getTime() + (silentSinceMs ?? 0));

/**
 * A parachute is no press of the player. Times of the rows are in milliseconds, and so is the clock that judged the
 * press.
 */
const pressOf = (row: RowOf<typeof readOwnBets>): Pick<OwnStake, 'press'> => {
  const { crash_at: crashAt, starts_at: startsAt } = row;
  if (crashAt === null || row.outcome === 'void' || row.silent_since_ms !== null) return {};
  const flightMs = crashAt.getTime() - startsAt.getTime();
  const lateMs = row.unpaid_press_ms === null ? -1 : row.unpaid_press_ms - flightMs;
  if (row.press_ms === null && lateMs < 0) return {};
  const afterEndMs = row.press_ms === null ? lateMs : row.press_ms - flightMs;
  return { press: { receivedAt: new Date(crashAt.getTime() + afterEndMs).toISOString(), afterEndMs } };
};

/** When a press arrived, to the millisecond; the day is in the lines before. */
const pressLines = (
  row: RowOf<typeof readOwnBets>,
): (readonly [keyof typeof roundTexts.en, Record<string, string>])[] => {
  const { press } = pressOf(row);
  if (press === undefined) return [];
  const key = press.afterEndMs < 0 ? 'aviator.ownStake.inTime' : 'aviator.ownStake.late';
  const at = writeInstant(new Date(press.receivedAt)).slice('2026-11-22 '.length);
  return [[key, { n: String(Math.abs(press.afterEndMs)), at }]];
};

const cashOutTexts: Partial<Record<NonNullable<AviatorBet['endedBy']>, keyof typeof roundTexts.en>> = {
  auto: 'aviator.ownStake.auto',
  parachute: 'aviator.ownStake.parachute',
};

/** The curve dates the multiplier that was paid: a player may ask for less than it shows when the press arrives. */
const endOf = (
  row: RowOf<typeof readOwnBets>,
  language: RoundLanguage,
): (readonly [keyof typeof roundTexts.en, Record<string, string>])[] => {
  const { crash_at: crashAt } = row;
  if (crashAt === null || row.outcome === 'void') return [['aviator.ownStake.void', {}]];
  const flightMs = crashAt.getTime() - row.starts_at.getTime();
  if (row.outcome === 'win' && row.cash_out_hundredths !== null) {
    const shownMs = flightMsTo(row.cash_out_hundredths);
    return [
      [
        cashOutTexts[toEndedBy(row) ?? 'press'] ?? 'aviator.ownStake.cashedOut',
        {
          m: writeDecimals(row.cash_out_hundredths / 100, language),
          s: writeSeconds(shownMs, language),
          left: String(flightMs - shownMs),
          at: writeInstant(lastAnswerOf(row)),
        },
      ],
      ...pressLines(row),
      ...(row.settled_at === null
        ? []
        : [['aviator.ownStake.paid', { at: writeInstant(row.settled_at) }] as const]),
    ];
  }
  return [
    ['aviator.ownStake.lost', { at: writeInstant(crashAt), s: writeSeconds(flightMs, language) }],
    ...(pressOf(row).press === undefined ? [['aviator.ownStake.noPress', {}] as const] : pressLines(row)),
  ];
};
