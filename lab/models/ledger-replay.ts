/**
 * Replays traces of ledger.qnt: calls of two processes with keys, and the functions of
 * the ledger, on a real database.
 */
import { accept, refuse, type ErrorCode } from '@fairground/contract/errors';
import { isDeepStrictEqual } from 'node:util';
import { hashBody } from '../../apps/server/src/http/coin-request.ts';
import { createCoinCall, type CoinCall } from '../../apps/server/src/ledger/coin-call.ts';
import { keysOf, type CoinOperation } from '../../apps/server/src/ledger/commit-together.ts';
import type { DatabaseAddress } from '../../apps/server/src/platform/database/connection.ts';
import { isUnavailable, sqlState, type Database } from '../../apps/server/src/platform/database/database.ts';
import { addPlayer, createTestDatabase, quietCalls } from '../../apps/server/test/harness.ts';
import { queryAsOwner } from '../../apps/server/test/query-as-owner.ts';
import type { ModelStep, Replay } from './quint.ts';

/** The model's state, as far as it is compared. */
export interface LedgerState {
  coins: number;
  winnings: number;
  bets: { stake: number; state: string }[];
  transfers: { kind: string; source: number; coins: number; winnings: number }[];
  stored: Map<number, object>;
  answer: string;
}

type LedgerStep = ModelStep<LedgerState>;

interface Stake extends CoinOperation {
  betId: bigint;
  stakeCoins: number;
}

const atFirst = { coins: 30, winnings: 20 };
const uniqueViolation = '23505';

export const openLedgerReplay = async (server?: DatabaseAddress): Promise<Replay<LedgerState>> => {
  const test = await createTestDatabase({ server });
  const { query } = test.database;
  // Any game: the ledger knows bets by their numbers alone.
  const [account] = await test.rows<{ name: string }>(
    `SELECT replace(name, '-', '_') AS name FROM account WHERE id >= 10 ORDER BY id LIMIT 1`,
  );
  const game = account?.name ?? '';
  await queryAsOwner(
    test.database,
    `CREATE TABLE replayed_stake (player_id bigint, bet_id bigint, call_key bigint, call_body bigint, name text,
      UNIQUE (player_id, call_key))`,
  );
  await queryAsOwner(test.database, 'GRANT SELECT, INSERT ON replayed_stake TO fairground_app');
  const fromWinnings = new Map<bigint, bigint>();

  const stakes: CoinCall<Stake, null> = {
    operation: 'replay',
    strategy: 'one statement',
    maxBatch: 1,
    perform: (within, batch) =>
      Promise.all(
        batch.map(async ({ playerId, betId, stakeCoins, callKey, callBody, idempotency }) => {
          const [judged] = await within<{ refusal: ErrorCode | null; from_winnings: bigint }>({
            text: takeStake,
            values: [game, betId, playerId, stakeCoins, callKey, callBody, idempotency?.key],
          });
          if (!judged || judged.refusal !== null) return refuse(judged?.refusal ?? 'not_found');
          fromWinnings.set(betId, judged.from_winnings);
          return accept({ status: 201, body: { betId: String(betId) }, event: null });
        }),
      ),
    async findMade(within, batch) {
      const { playerIds, callKeys } = keysOf(batch);
      const rows = await within<{ player_id: bigint; bet_id: bigint; call_body: bigint }>({
        text: `SELECT player_id, bet_id, call_body FROM replayed_stake
          JOIN unnest($1::bigint[], $2::bigint[]) AS c (player_id, call_key) USING (player_id, call_key)`,
        values: [playerIds, callKeys],
      });
      return rows.map((row) => ({
        playerId: row.player_id,
        callBody: row.call_body,
        answer: () => ({ status: 201, body: { betId: String(row.bet_id) } }),
      }));
    },
  };
  let losesAnswer = false;
  const losing: Database = {
    ...test.database,
    async transaction(work) {
      const result = await test.database.transaction(work);
      if (losesAnswer) throw new Error('Connection terminated unexpectedly');
      return result;
    },
  };
  const [send, sendToDying] = [test.database, losing].map((database) =>
    createCoinCall({ ...quietCalls, database }, stakes),
  ) as [ReturnType<typeof createCoinCall<Stake, null>>, ReturnType<typeof createCoinCall<Stake, null>>];
  let traces = 0;

  const replay = async (trace: readonly LedgerStep[]): Promise<string | undefined> => {
    traces += 1;
    const firstBet = BigInt(traces) * 100n;
    const playerId = await addPlayer(test.database, `replayed_${traces}`, atFirst.coins);
    await test.rows(
      'SELECT FROM ledger.credit_wins($1, ARRAY[$2::bigint], ARRAY[$3::bigint], ARRAY[$4::bigint], ARRAY[$4::bigint])',
      game,
      firstBet - 1n,
      playerId,
      atFirst.winnings,
    );

    /** Performs a step on what the one before left, and returns what its answer should and does say. */
    const perform = async ({ action, picks, state }: LedgerStep, before: LedgerState): Promise<unknown[]> => {
      const call = picks['call'] as { key: number; stake: number } | undefined;
      const operation = call && {
        playerId,
        betId: firstBet + BigInt(before.bets.length),
        stakeCoins: call.stake,
        idempotency: { key: String(call.key), bodyHash: hashBody(call.stake) },
      };
      const place = Number(picks['i'] ?? 0);
      const bet = before.bets[place];
      const betId = firstBet + BigInt(place);
      switch (action) {
        // What is judged is committed by the same call.
        case 'judges':
          return [true, true];
        case 'commits': {
          const committed = await send(operation as Stake);
          return [state.answer, committed.ok ? 'done' : committed.code];
        }
        case 'dies': {
          losesAnswer = true;
          const outcome = await sendToDying(operation as Stake).then(
            () => 'an answer',
            (error: unknown) => isUnavailable(error),
          );
          losesAnswer = false;
          return [true, outcome];
        }
        case 'wins':
          return [
            bet?.state === 'won',
            await isRefused(
              'SELECT FROM ledger.credit_wins($1, ARRAY[$2::bigint], ARRAY[$3::bigint], ' +
                'ARRAY[$4::bigint], ARRAY[2 * $4::bigint])',
              [game, betId, playerId, bet?.stake],
            ),
          ];
        case 'refunds':
          return [
            bet?.state === 'void',
            await isRefused(
              'SELECT FROM ledger.refund_stakes($1, ARRAY[$2::bigint], ARRAY[$3::bigint], ' +
                'ARRAY[$4::bigint], ARRAY[$5::bigint])',
              [game, betId, playerId, bet?.stake, fromWinnings.get(betId)],
            ),
          ];
        default:
          throw new Error(`the model has a step that is not replayed: ${action}`);
      }
    };
    /** By the key of the transfer's kind and source. */
    const isRefused = async (text: string, values: unknown[]): Promise<boolean> => {
      try {
        await query({ text, values });
        return false;
      } catch (error) {
        if (sqlState(error) === uniqueViolation) return true;
        throw error;
      }
    };

    const expected = ({ coins, winnings, transfers, stored }: LedgerState) => ({
      coins,
      winnings,
      transfers: transfers
        .flatMap(({ kind, source, ...parts }) =>
          Object.entries(parts).map(([part, coinsOf]) => `${kind} ${source} ${part} ${coinsOf}`),
        )
        .filter((text) => !text.endsWith(' 0'))
        .toSorted(),
      keys: [...stored.keys()].map(String).toSorted(),
    });
    const actual = async () => {
      const [row] = await test.rows<{ state: { transfers: string[]; keys: string[] } }>(
        readState,
        playerId,
        firstBet,
        game,
        ['_stake_coins', '_stake_winnings', '_payout', '_refund_coins', '_refund_winnings'],
      );
      const { state } = row ?? { state: { transfers: [], keys: [] } };
      return { ...state, transfers: state.transfers.toSorted(), keys: state.keys.toSorted() };
    };

    for (const [index, step] of trace.entries()) {
      const before = trace[index - 1]?.state;
      const answers = before ? await perform(step, before) : [true, true];
      const states = [expected(step.state), await actual()];
      for (const [wanted, found] of [answers, states]) {
        if (isDeepStrictEqual(wanted, found)) continue;
        return (
          `step ${index}, ${step.action} ${JSON.stringify(step.picks)}: the model says ` +
          `${JSON.stringify(wanted)}, the site ${JSON.stringify(found)}`
        );
      }
    }
    return undefined;
  };

  return { replay, close: test.close };
};

/** As a game's statement does, with a bet of which only its call is written. */
const takeStake = `WITH judged AS MATERIALIZED (
    SELECT * FROM ledger.judge_stakes(ARRAY[$3::bigint], ARRAY[$4::bigint])
  ), debited AS MATERIALIZED (
    SELECT d.player_id FROM (
      SELECT array_agg($2::bigint) AS ids, array_agg(player_id) AS players, array_agg($4::bigint) AS amounts,
        array_agg(from_winnings) AS from_winnings
      FROM judged WHERE refusal IS NULL
    ) b, ledger.debit_stakes($1, b.ids, b.players, b.amounts, b.from_winnings) d
  ), stake AS (
    INSERT INTO replayed_stake (player_id, bet_id, call_key, call_body, name)
    SELECT player_id, $2::bigint, $5::bigint, $6::bigint, $7::text FROM debited
  )
  SELECT j.refusal::text, j.from_winnings, (SELECT count(*) FROM debited) AS debited FROM judged j`;

const readState = `SELECT json_build_object(
    'coins', w.coins, 'winnings', w.winnings,
    'transfers', ARRAY(
      SELECT concat_ws(' ', split_part(replace(t.kind::text, $3::text || '_', ''), '_', 1), t.source - $2::bigint,
        CASE coins_account(w.player_id) WHEN t.debit_account THEN 'coins' WHEN t.credit_account THEN 'coins'
          ELSE 'winnings' END,
        CASE WHEN t.debit_account IN (coins_account(w.player_id), winnings_account(w.player_id)) THEN -t.amount
          ELSE t.amount END)
      FROM transfer t WHERE t.source BETWEEN $2::bigint AND $2::bigint + 98
        AND t.kind = ANY (ARRAY(SELECT ($3 || part)::transfer_kind FROM unnest($4::text[]) AS p (part)))
    ),
    'keys', ARRAY(SELECT r.name FROM replayed_stake r WHERE r.player_id = w.player_id)
  ) AS state
FROM wallet w WHERE w.player_id = $1`;
