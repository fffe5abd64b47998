/**
 * A complete round: 10,000 players with live connections place a bet within one countdown. Half of them cash out by
 * hand within the same second, the others by an automatic cash-out or not at all. A bet that the site could not take
 * before the start counts as too late; a cash-out that was refused although it arrived before the crash is an error.
 * With one process of the site, and with two. A client's log of all answers is compared with the ledger afterwards
 * (`audit --acks`). ROUND_PLAYERS sets the number.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runAudit } from '../../apps/server/test/site-process.ts';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import { valkeyMissing, valkeyProgram } from '../../apps/server/test/valkey-server.ts';
import type { Figures, Subject } from './lib/alternate.ts';
import { alternate } from './lib/alternate.ts';
import { startBenchPostgres, type BenchPostgres } from './lib/bench-postgres.ts';
import { percentile } from './lib/figures.ts';
import { report, type Column } from './lib/results.ts';
import { sized } from './lib/short.ts';
import type { Call, CallOutcome, RoundCommand, RoundReport } from './round-clients.ts';
import { startRoundSite } from './round-site.ts';

const players = Number(process.env['ROUND_PLAYERS'] ?? sized(10_000, 200));
const rounds = Number(process.env['BENCH_ROUNDS'] ?? sized(3, 1));
const stakeCoins = 10;
const countdownMs = sized(15_000, 4_000);
/** Bets are spread evenly over the countdown, but for its first and last second. */
const betWithinMs = countdownMs - 2_000;
/** Cash-outs by hand are spread evenly over the second that begins this long after take-off, at 1.05x. */
const cashOutAfterMs = 500;
const cashOutWithinMs = 1_000;
const maxRounds = 12;

const columns: readonly Column[] = [
  { figure: 'betP99', label: 'bet p99', unit: 'ms', digits: 0 },
  { figure: 'betP50', label: 'p50', unit: 'ms', digits: 1 },
  { figure: 'lateBets', label: 'too late', digits: 0 },
  { figure: 'takeOffMs', label: 'close to take-off', unit: 'ms', digits: 0 },
  { figure: 'cashOutP99', label: 'cash-out p99', unit: 'ms', digits: 0 },
  { figure: 'cashOutP50', label: 'p50', unit: 'ms', digits: 1 },
  { figure: 'cashOutSite', label: 'a cash-out, site', unit: 'µs', digits: 0 },
  { figure: 'cashOutDatabase', label: 'database', unit: 'µs', digits: 0 },
  { figure: 'pushSpreadMs', label: 'crash, first to last', unit: 'ms', digits: 0 },
  { figure: 'siteSeconds', label: 'site', unit: 's', digits: 1 },
  { figure: 'databaseSeconds', label: 'database', unit: 's', digits: 1 },
];

export const benchRound = async (): Promise<void> => {
  const postgres = await startBenchPostgres({ max_connections: '120' });
  const subjects = [await startSubject(postgres, 'one process', 1)];
  if (valkeyProgram === undefined) console.log(valkeyMissing);
  else subjects.push(await startSubject(postgres, 'two processes', 2));
  const results = await alternate(subjects, rounds);
  for (const subject of subjects) await subject.stop();
  await postgres.stop();
  report('round', [
    {
      title:
        `A round of ${players.toLocaleString('en-US')} players: bets within ${betWithinMs / 1000} s, ` +
        `half of them cashed out by hand within one second; ${rounds} alternating rounds`,
      columns,
      subjects: results,
    },
  ]);
};

interface RoundSubject extends Subject {
  stop(): Promise<void>;
}

const startSubject = async (
  postgres: BenchPostgres,
  name: string,
  processes: number,
): Promise<RoundSubject> => {
  const site = await startRoundSite(postgres, {
    name: `round_${processes}`,
    processes,
    players,
    countdownMs,
  });
  const { clients, database, firstPlayer, watch } = site;
  const ledger: string[] = [];

  const playOnce = async (number: number): Promise<Figures | undefined> => {
    const round = await watch.nextCountdown();
    const startedAt = performance.now();
    const before = { site: site.time(), database: postgres.time() };
    const bets = await clients.request({ kind: 'call', calls: betCalls(firstPlayer, number) }, 60_000);
    const placed = bets.outcomes
      .filter(({ status, player }) => status === 201 && (player - firstPlayer) % 2 === 0)
      .map(({ player }) => player);
    const flight = await watch.takeOff(round);
    // From here on the next crash is this round's.
    await clients.request({ kind: 'reset' }, 5_000);
    await sleep(Math.max(0, flight + cashOutAfterMs - Date.now()));
    const beforeCashOuts = { site: site.time(), database: postgres.time() };
    const cashOuts = await clients.request(
      { kind: 'call', calls: cashOutCalls(placed, number, round) },
      60_000,
    );
    const afterCashOuts = { site: site.time(), database: postgres.time() };
    await watch.crash(round);
    const received = await untilReceived(clients);
    ledger.push(...bets.outcomes.map(toEntry));
    const accepted = cashOuts.outcomes.filter(({ status }) => status === 200);
    // A cash-out that arrives after the crash finds its bet lost, and settled a moment later.
    const unexpected = [...bets.outcomes, ...cashOuts.outcomes].find(
      ({ status, body }) => status >= 400 && !/"(too_late|betting_closed|no_active_bet)"/.test(body),
    );
    if (unexpected) throw new Error(`a call was refused: ${unexpected.status} ${unexpected.body}`);
    if (received.lost > 0) throw new Error(`${received.lost} live connections were lost`);
    const refused = cashOuts.outcomes.filter(({ status }) => status === 409).map(({ player }) => player);
    const inTime = await countRefusedInTime(database, round, refused);
    if (inTime > 0) throw new Error(`${inTime} cash-outs arrived in time and were refused`);
    // The rocket burst before all had cashed out: another round shows what a cash-out costs.
    if (accepted.length < cashOuts.outcomes.length) return undefined;
    const crashes = received.finishedAt.filter((at) => at > 0);
    if (crashes.length < players)
      throw new Error(`${players - crashes.length} players did not see the crash`);
    const took = (outcomes: readonly CallOutcome[], fraction: number) =>
      percentile(
        outcomes.map(({ tookMs }) => tookMs),
        fraction,
      );
    const used = (from: number | undefined, to: number | undefined) =>
      from === undefined || to === undefined ? undefined : (to - from) / 1e6;
    const eachCashOut = (from: number | undefined, to: number | undefined) =>
      from === undefined || to === undefined ? undefined : (to - from) / cashOuts.outcomes.length;
    return {
      betP50: took(bets.outcomes, 0.5),
      betP99: took(bets.outcomes, 0.99),
      takeOffMs: await readTakeOffDelay(database, round),
      cashOutP50: took(cashOuts.outcomes, 0.5),
      cashOutP99: took(cashOuts.outcomes, 0.99),
      cashOutSite: eachCashOut(beforeCashOuts.site, afterCashOuts.site),
      cashOutDatabase: eachCashOut(beforeCashOuts.database, afterCashOuts.database),
      pushSpreadMs: Math.max(...crashes) - Math.min(...crashes),
      players,
      lateBets: bets.outcomes.filter(({ status }) => status !== 201).length,
      seconds: (performance.now() - startedAt) / 1_000,
      siteSeconds: used(before.site, site.time()),
      databaseSeconds: used(before.database, postgres.time()),
    };
  };

  let played = 0;
  return {
    name,
    async run() {
      for (let attempt = 0; attempt < maxRounds; attempt += 1) {
        const figures = await playOnce((played += 1));
        if (figures) return figures;
      }
      throw new Error(`${maxRounds} rockets in a row burst too early`);
    },
    async stop() {
      await site.stop();
      const file = join(postgres.folder, `acks-${processes}.jsonl`);
      await writeFile(file, `${ledger.join('\n')}\n`);
      const { code, output } = await runAudit(site.env, '--acks', file);
      if (code !== 0) throw new Error(`the ledger contradicts the answers that clients received:\n${output}`);
    },
  };
};

/** Players whose cash-out was refused and whose press the site has not recorded as late. */
const countRefusedInTime = async (
  { query }: Database,
  round: string,
  refused: readonly number[],
): Promise<number> => {
  const [row] = await query<{ bets: bigint }>({
    text: `SELECT count(*) AS bets FROM aviator_bet b
      WHERE b.round_id = $1 AND b.player_id = ANY ($2::bigint[]) AND b.unpaid_press_ms IS NULL`,
    values: [round, refused],
  });
  return Number(row?.bets);
};

/** From the close of betting to take-off, in milliseconds: what sealing the bets takes. */
const readTakeOffDelay = async ({ query }: Database, round: string): Promise<number> => {
  const [row] = await query<{ ms: number }>({
    text: `SELECT (extract(epoch FROM starts_at - closes_at) * 1000)::float8 AS ms FROM aviator_round WHERE id = $1`,
    values: [round],
  });
  return row?.ms ?? NaN;
};

const betCalls = (firstPlayer: number, round: number): Call[] =>
  Array.from({ length: players }, (_, index) => ({
    player: firstPlayer + index,
    path: '/aviator/create',
    // Every second player cashes out by hand; the others somewhere between 1.01x and 3x, if the rocket gets there.
    body: {
      amount: stakeCoins,
      clientSeed: `seed-${round}-${index}`,
      ...(index % 2 === 0 ? {} : { autoCashOut: (101 + ((index * 7) % 200)) / 100 }),
    },
    key: `bet-${round}-${index}`,
    afterMs: (index * betWithinMs) / players,
  }));

const cashOutCalls = (placed: readonly number[], round: number, roundId: string): Call[] =>
  placed.map((player, index) => ({
    player,
    path: '/aviator/cashout',
    body: { roundId, crashMultiplier: 1_000 },
    key: `out-${round}-${player}`,
    afterMs: (index * cashOutWithinMs) / placed.length,
  }));

/** A line of the clients' log, as `audit --acks` reads it. */
const toEntry = ({ status, body }: CallOutcome): string => {
  const bet = status === 201 ? (JSON.parse(body) as { bet: { id: string } }).bet.id : undefined;
  const outcome = status === 201 ? 'acknowledged' : 'refused';
  return JSON.stringify({ game: 'aviator', bet, amount: stakeCoins, outcome });
};

/** Polls until every player has received the crash, at most 100 times: a busy machine may delay it. */
const untilReceived = async (clients: {
  request(command: RoundCommand, timeoutMs: number): Promise<RoundReport>;
}): Promise<RoundReport> => {
  for (let polls = 0; ; polls += 1) {
    const received = await clients.request({ kind: 'received' }, 10_000);
    if (received.finishedAt.every((at) => at > 0) || polls === 100) return received;
    await sleep(100);
  }
};
