/**
 * The mean and the variance that each game's SQL finds for what it paid, against all results there are: with the probability
 * of each result, what was paid differs from the mean found for it by nothing, and its square by the variance.
 */
import { expect, it } from 'vitest';
import type { GameReturns } from '@fairground/game-kit/server';
import { corrupt } from '@fairground/server/test/query-as-owner';
import { databaseForAll } from '@fairground/server/test/for-tests';
import { valuesReaching as crashReaching, valuesInAll } from '../aviator/draw.ts';
import { returns as aviator } from '../aviator/server/returns.ts';
import { doubleTroubleRules, payoutHundredths, returnBp, wins, type Pick } from '../double-trouble/rules.ts';
import { returns as doubleTrouble } from '../double-trouble/server/returns.ts';
import { lotteryDraws, lotteryReturn, lotteryRules, waysToMatch } from '../lottery/rules.ts';
import { returns as lottery } from '../lottery/server/returns.ts';
import {
  fractionValue,
  minefieldDifficulties,
  minefieldPayout,
  minefieldSteps,
  type DifficultyName,
} from '../minefield/rules.ts';
import { returns as minefield } from '../minefield/server/returns.ts';

const test = databaseForAll();

interface Unit {
  id: bigint;
  bets: number;
  staked: number;
  paid: number;
  expected: number;
  variance: number;
}

const read = (returns: GameReturns): Promise<Unit[]> =>
  test.rows<Unit>(`SELECT u.id, u.bets::float8 AS bets, u.staked::float8 AS staked, u.paid::float8 AS paid,
        u.expected::float8 AS expected, u.variance::float8 AS variance
      FROM (${returns.units(() => 'true')}) u WHERE NOT u.is_open ORDER BY u.id`);

/** Rows without the rows that they refer to. */
const insert = (text: string, values: unknown[] = []) => corrupt(test.database, text, values);

const expectSound = (units: readonly Unit[], chanceOf: (unit: Unit, at: number) => number) => {
  const mean = (value: (unit: Unit) => number): number =>
    units.reduce((sum, unit, at) => sum + chanceOf(unit, at) * value(unit), 0);
  expect(mean(() => 1)).toBeCloseTo(1, 9);
  const scale = units[0]?.staked ?? 1;
  expect(mean(({ paid, expected }) => paid - expected) / scale).toBeCloseTo(0, 7);
  const square = mean(({ paid, expected }) => (paid - expected) ** 2);
  expect(mean(({ variance }) => variance) / square).toBeCloseTo(1, 6);
};

it('Aviator: bets that leave at different multipliers of the same rounds', async () => {
  // 1.23 times 10 coins pays 12.
  const limits = [150, 101, 230, 230, null, 123];
  const stakes = [100, 300, 50, 20, 10, 10];
  const top = 300;
  await insert(
    `INSERT INTO aviator_round (chain_id, link, state, commitment, rtp_bp, crash_hundredths, opened_at, closes_at,
      bets_root, bet_count, entropy, sealed_at, starts_at, crash_at, finished_at, void_reason, epoch)
    SELECT 1, k, 'finished', 'c', 9700, k, now(), now(), sha256('r'), 1, 'install', now(), now(), now(), now(), NULL, 1
    FROM generate_series(100, $1::integer) k`,
    [top],
  );
  await insert(
    `INSERT INTO aviator_bet (round_id, player_id, slot, amount, from_winnings, auto_hundredths, outcome, cash_out_hundredths,
      amount_won, settled_at)
    SELECT r.id, b.n, 1, b.amount, 0, b.limit, (CASE WHEN b.wins THEN 'win' ELSE 'loss' END)::bet_outcome,
      CASE WHEN b.wins THEN coalesce(b.limit, $3) END,
      CASE WHEN b.wins THEN b.amount * coalesce(b.limit, $3) / 100 ELSE 0 END, now()
    FROM aviator_round r CROSS JOIN LATERAL (
      SELECT t.*, coalesce(t.limit, $3) <= r.crash_hundredths AS wins
      FROM unnest($1::integer[], $2::bigint[]) WITH ORDINALITY AS t ("limit", amount, n)) b`,
    [limits, stakes, top],
  );
  const units = await read(aviator);
  expect(units).toHaveLength(top - 99);
  const reaching = (hundredths: number): number =>
    Number(crashReaching(hundredths, 9700)) / Number(valuesInAll);
  // Nobody rides beyond the last one.
  expectSound(units, (_, at) => reaching(100 + at) - (100 + at === top ? 0 : reaching(101 + at)));
  for (const unit of units.slice(0, 1)) expect(unit.expected).toBeCloseTo(unit.staked * 0.97, 6);
});

it('Aviator: a press counts where the curve was, and void bets count nowhere', async () => {
  await insert('TRUNCATE aviator_round, aviator_bet CASCADE');
  await insert(
    `INSERT INTO aviator_round (chain_id, link, state, commitment, rtp_bp, crash_hundredths, opened_at, closes_at,
      bets_root, bet_count, entropy, sealed_at, starts_at, crash_at, finished_at, void_reason, epoch) VALUES
      (1, 1, 'finished', 'c', 9700, 500, now(), now(), sha256('r'), 1, 'install', now(), now(), now(), now(), NULL, 1),
      (1, 2, 'void', 'c', 9700, 500, now(), now(), sha256('r'), 1, 'install', now(), now(), now(), now(), 'stopped', 1)`,
  );
  await insert(
    `INSERT INTO aviator_bet (round_id, player_id, slot, amount, from_winnings, outcome, cash_out_hundredths, amount_won,
      settled_at, press_ms)
    SELECT r.id, 1, 1, 1000, 0, 'win'::bet_outcome, 200, 2000, now(), 7000 FROM aviator_round r
    UNION ALL SELECT r.id, 2, 1, 1000, 0, 'void', NULL, 0, now(), NULL FROM aviator_round r`,
  );
  const [unit, ...more] = await read(aviator);
  expect(more).toEqual([]);
  // At 7 s the curve was at 2.01x: 0.01 of the stake was not asked for.
  expect(unit).toMatchObject({ bets: 1, staked: 1000, paid: 2000, expected: 960 });
});

it.each([30, 50] as const)('Double Trouble: bets on the same draw of %i numbers', async (max) => {
  await insert('TRUNCATE double_trouble_draw, double_trouble_bet CASCADE');
  const picks: (Pick & { amount: number })[] = [
    { drawType: 'Under', number: null, amount: 100 },
    { drawType: 'Under', number: null, amount: 30 },
    { drawType: 'Over', number: null, amount: 70 },
    { drawType: 'Exact', number: null, amount: 20 },
    { drawType: 'Number', number: 3, amount: 10 },
    { drawType: 'Number', number: max, amount: 40 },
    { drawType: 'Number', number: max / 2, amount: 50 },
  ];
  await insert(
    `INSERT INTO double_trouble_draw (id, chain_id, link, state, max, interval_ms, commitment, seed, winning_number, opened_at,
      closes_at, draws_at, drawn_at, bets_root, bet_count, entropy, sealed_at, epoch)
    SELECT n, 1, n, 'finished', $1, 1, sha256('c'), sha256('s'), n, to_timestamp(0), to_timestamp(0),
      to_timestamp(0) + n * interval '1 ms', now(), sha256('r'), 6, 'install', now(), 1 FROM generate_series(1, $1::smallint) n`,
    [max],
  );
  for (let drawn = 1; drawn <= max; drawn++) {
    for (const pick of picks) {
      const hundredths = payoutHundredths(pick.drawType, max);
      const won = wins(pick, drawn, max);
      await insert(
        `INSERT INTO double_trouble_bet (draw_id, player_id, draw_type, number, amount, from_winnings, payout_hundredths,
          outcome, amount_won, created_at, settled_at) VALUES ($1, 1, $2, $3, $4, 0, $5, $6, $7, now(), now())`,
        [
          drawn,
          pick.drawType,
          pick.number,
          pick.amount,
          hundredths,
          won ? 'win' : 'loss',
          won ? (pick.amount * hundredths) / 100 : 0,
        ],
      );
    }
  }
  const units = await read(doubleTrouble);
  expect(units).toHaveLength(max);
  expectSound(units, () => 1 / max);
  const mean = picks.reduce(
    (sum, { drawType, amount }) => sum + (amount * returnBp(drawType, max)) / 10_000,
    0,
  );
  expect(units[0]?.expected).toBeCloseTo(mean, 6);
  expect(doubleTroubleRules.drawTypes).toHaveLength(4);
});

it('Aviator: a late press may forgo more than the stake', async () => {
  await insert('TRUNCATE aviator_round, aviator_bet CASCADE');
  await insert(
    `INSERT INTO aviator_round (chain_id, link, state, commitment, rtp_bp, crash_hundredths, opened_at, closes_at,
      bets_root, bet_count, entropy, sealed_at, starts_at, crash_at, finished_at, void_reason, epoch) VALUES
      (1, 1, 'finished', 'c', 9700, 9000, now(), now(), sha256('r'), 1, 'install', now(), now(), now(), now(), NULL, 1)`,
  );
  await insert(
    `INSERT INTO aviator_bet (round_id, player_id, slot, amount, from_winnings, outcome, cash_out_hundredths, amount_won,
      settled_at, press_ms)
    SELECT id, 1, 1, 100, 0, 'win', 5000, 5000, now(), 41000 FROM aviator_round`,
  );
  const [unit] = await read(aviator);
  expect(unit?.expected).toBeLessThan(0);
});

it('the lottery: tickets with each number of matches', async () => {
  // The numbers 1 to 6 are drawn; pick n has n of them and 6 - n of the next.
  const picks = lotteryRules.tierHundredths.map((_, matches) => ((1 << 6) - 1) << (6 - matches));
  await insert(
    `INSERT INTO lottery_draw (id, draw_key, day, of_day, state, sealed, commitment, opened_at, closes_at, draws_at, after_ticket,
      last_ticket, closed_at, ticket_count, root, entropy, seed, winning, drawn_at, settled_through, finished_at, epoch)
    OVERRIDING SYSTEM VALUE VALUES (1, 'd', '2026-01-01', 1, 'finished', 's', sha256('c'), now(), now(), now(), 0, 7, now(), 7,
      sha256('r'), 'install', sha256('s'), 63, now(), 7, now(), 1)`,
  );
  await insert(
    `INSERT INTO lottery_ticket (id, draw_id, player_id, pick, bid) OVERRIDING SYSTEM VALUE
    SELECT t.n, 1, 1, t.pick, 100 FROM unnest($1::bigint[]) WITH ORDINALITY AS t (pick, n)`,
    [picks],
  );
  const units = await read(lottery);
  expect(units.map(({ paid }) => paid)).toEqual(lotteryRules.tierHundredths.map((tier) => tier));
  expectSound(units, (_, matches) => Number(waysToMatch(matches)) / Number(lotteryDraws));
  const { paid, staked } = lotteryReturn();
  expect(units[0]?.expected).toBeCloseTo((100 * Number(paid)) / Number(staked), 6);
});

const goals = (Object.keys(minefieldDifficulties) as DifficultyName[]).flatMap((name) =>
  minefieldSteps(minefieldDifficulties[name]).map(({ gems }) => [name, gems] as const),
);
it.each(goals)('Minefield, %s: a player who leaves with %i gems', async (name, goal) => {
  await insert('TRUNCATE minefield_game CASCADE');
  const { tiles, mines, incrementHundredths } = minefieldDifficulties[name];
  const steps = minefieldSteps(minefieldDifficulties[name]);
  const hundredthsAt = (gems: number): number => 100 + gems * incrementHundredths;
  // A row for each way it can end: a mine after a number of gems, or the goal.
  await insert(
    `INSERT INTO minefield_game (player_id, seed_id, nonce, amount, from_winnings, difficulty, tiles, mines,
      increment_hundredths, state, gem_tiles, hit_tile, amount_won)
    SELECT 1, 1, n, 200, 0, $1, $2, $3, $4, (CASE WHEN n = $5 THEN 'CashedOut' ELSE 'Lost' END)::minefield_state,
      ARRAY(SELECT g::smallint FROM generate_series(1, n) g), CASE WHEN n < $5 THEN 0 END,
      CASE WHEN n = $5 THEN $6::bigint ELSE 0 END
    FROM generate_series(0, $5::integer) n`,
    [name, tiles, mines, incrementHundredths, goal, minefieldPayout(200, hundredthsAt(goal))],
  );
  const units = await read(minefield);
  expect(units).toHaveLength(goal + 1);
  const reaching = (gems: number): number => {
    const step = steps[gems - 1];
    return step ? fractionValue(step.chance) : 1;
  };
  const chanceOf = (gems: number): number => reaching(gems) - (gems === goal ? 0 : reaching(gems + 1));
  expectSound(units, (_, gems) => chanceOf(gems));
  const mean = units.reduce((sum, { expected }, gems) => sum + chanceOf(gems) * expected, 0);
  const step = steps[goal - 1];
  expect(mean / 200).toBeCloseTo(step ? fractionValue(step.returned) : Number.NaN, 9);
});

it('Minefield: of a game that is lost after many gems less than nothing was expected', async () => {
  await insert('TRUNCATE minefield_game CASCADE');
  await insert(
    `INSERT INTO minefield_game (player_id, seed_id, nonce, amount, from_winnings, difficulty, tiles, mines,
      increment_hundredths, state, gem_tiles, hit_tile, amount_won)
    VALUES (1, 1, 1, 100, 0, 'Expert', 15, 5, 45, 'Lost', '{0,1,2,3,4}', 5, 0)`,
  );
  const [unit] = await read(minefield);
  expect(unit?.expected).toBeCloseTo(-285.97, 1);
});

it('Minefield: no mean that is never below zero is the same for every plan, apart from what was paid', () => {
  // Somebody who wants all gems loses at the first tile as often as anybody else.
  const steps = minefieldSteps(minefieldDifficulties.Expert);
  const [first, last] = [steps[0], steps.at(-1)];
  const lostAtOnce = 1 - fractionValue(first?.chance ?? { numerator: 0, denominator: 1 });
  const returned = fractionValue(last?.returned ?? { numerator: 1, denominator: 1 });
  expect(returned / lostAtOnce).toBeCloseTo(0.0055, 4);
});

it('Minefield: a game that is left without a gem is lost by choice, and one in play is open', async () => {
  await insert('TRUNCATE minefield_game CASCADE');
  await insert(
    `INSERT INTO minefield_game (player_id, seed_id, nonce, amount, from_winnings, difficulty, tiles, mines,
      increment_hundredths, state) SELECT n, 1, n, 200, 0, 'Easy', 25, 3, 10,
      ((ARRAY['Lost', 'Playing', 'Void'])[n])::minefield_state FROM generate_series(1, 3) n`,
  );
  expect(await read(minefield)).toMatchObject([{ staked: 200, paid: 0, expected: 0, variance: 0 }]);
});
