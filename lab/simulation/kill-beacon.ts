/**
 * F2, F6: kill -9 of the process that leads, in each state of a round that waits for the beacon; first another
 * process takes over, then that one is killed too and the site starts again. A round that was sealed and published in
 * time is drawn from its own value, any other is void, and each of its bets is paid or refunded once. Locks of the
 * test hold a round in its state.
 */
import { beaconTimeMs } from '@fairground/fairness/beacon-rounds';
import { localChain } from '@fairground/fairness/local-beacon';
import pg from 'pg';
import { expect, type TestContext } from 'vitest';
import { createTestDatabase } from '../../apps/server/test/harness.ts';
import { ClientHistory } from '../../apps/server/test/history.ts';
import { startLocalBeacon } from '../../apps/server/test/local-beacon.ts';
import { PlayerClient, until } from '../../apps/server/test/player-client.ts';
import { urlOf } from '../../apps/server/test/shared-postgres.ts';
import {
  makeDataDir,
  runAudit,
  startSiteProcess,
  type RunningSite,
} from '../../apps/server/test/site-process.ts';
import { placeForFlight } from '../../games/aviator/test/running-flights.ts';
import { sealedGames, type SealedGame, type SealedRound } from '../../games/test/sealed-games.ts';

/** Shared by all games, so that pages are built once. */
const env = {
  AVIATOR_COUNTDOWN_MS: '10000',
  DOUBLE_TROUBLE_INTERVAL_MS: '10000',
  LOTTERY_DRAW_CRON: '*/10 * * * * *',
  LOTTERY_CLOSE_MS: '5000',
};
/** Longer than a test takes. */
const neverMs = 3_600_000;

let starts: Promise<unknown> = Promise.resolve();
/** One process after the other: each needs a core for a second or two. */
const startInTurn = (environment: Record<string, string>): Promise<RunningSite> => {
  const started = starts.then(() => startSiteProcess(environment));
  starts = started.catch(() => undefined);
  return started;
};
/** A connection of the test whose locks others wait for. */
const openGate = async (address: pg.ClientConfig) => {
  const client = new pg.Client(address);
  await client.connect();
  const findWaiting = async () =>
    (
      await client.query<{ pid: number }>(
        'SELECT pid FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))',
      )
    ).rows;
  return {
    async hold(lock: string, ...values: string[]) {
      await client.query('BEGIN');
      await client.query(lock, values);
    },
    isWaitedFor: async () => (await findWaiting()).length > 0,
    /** What a process that is gone had begun ends with it. */
    async release() {
      for (const { pid } of await findWaiting()) await client.query('SELECT pg_terminate_backend($1)', [pid]);
      await client.query('ROLLBACK');
    },
    close: () => client.end(),
  };
};

/** One game on processes of its own. */
const createScenario = async (game: SealedGame) => {
  const test = await createTestDatabase({ connections: 2 });
  const beacon = await startLocalBeacon({ nowMs: Date.now });
  const gates = {
    round: await openGate(test.address),
    log: await openGate(test.address),
    ledger: await openGate(test.address),
  };
  const folders: Awaited<ReturnType<typeof makeDataDir>>[] = [];
  const running = new Set<RunningSite>();
  const tokens = new Map<string, string>();
  const history = new ClientHistory();
  const keyFolder = () => folders[0]?.dataDir ?? expect.fail('nothing was started');
  const environment = () => ({
    DATABASE_URL: urlOf(test.address),
    DATABASE_CONNECTIONS: '5',
    ...beacon.env,
    ...env,
  });
  const rows = <Row extends object>(text: string, ...values: unknown[]) =>
    test.database.query<Row>({ text, values });

  const roundOf = async (id: string): Promise<SealedRound> =>
    (await rows<SealedRound>(`SELECT * FROM (${game.rounds}) r WHERE id = $1`, id))[0] ??
    expect.fail('a round is gone');

  const playersOf = ({ url }: RunningSite): PlayerClient[] =>
    ['alice', 'bob'].map((name) => {
      const player = new PlayerClient(url, name, history);
      player.token = tokens.get(name) ?? '';
      return player;
    });

  /** A short flight, whatever the beacon says. */
  const fly = async (site: RunningSite) => {
    const [round] = await rows<{ id: bigint }>(
      `SELECT id FROM aviator_round WHERE state = 'betting' AND closes_at > clock_timestamp()`,
    );
    if (!round) return false;
    const bets = playersOf(site).map((player) => ({
      place: (body: object) => player.call('POST', '/aviator/create', body),
    }));
    return placeForFlight(
      { database: test.database, dataDir: keyFolder() },
      round.id,
      bets,
      ({ crashHundredths }) => crashHundredths < 150,
    ).then(
      () => true,
      // It was closed meanwhile, with one bet or none.
      () => false,
    );
  };
  const placeAll = async (site: RunningSite): Promise<boolean> => {
    if (game.name === 'aviator') return fly(site);
    const answers = await Promise.all(
      playersOf(site).map((player) => {
        const { path, body } = game.place(player.username);
        return player.call('POST', path, body);
      }),
    );
    return answers.every(({ status }) => status === 201);
  };

  /** Rounds go on, and values come on time. */
  const release = async () => {
    for (const gate of Object.values(gates)) await gate.release();
    beacon.behave();
  };

  return {
    game,
    beacon,
    gates,
    rows,
    roundOf,
    /** A round with bets of all players. */
    async place(site: RunningSite): Promise<SealedRound> {
      await until('all have bet', () => placeAll(site));
      return (
        (await rows<SealedRound>(`${game.rounds} LIMIT 1`))[0] ?? expect.fail('there is no round with bets')
      );
    },
    async until(round: SealedRound, what: string, isSo: (now: SealedRound) => boolean | Promise<boolean>) {
      await until(what, async () => isSo(await roundOf(round.id)));
    },
    /** Nothing is waited for a second or more before the close. */
    untilNearClose: ({ closes_at: closesAt }: SealedRound) =>
      until('it nearly closes', () => Date.now() > closesAt.getTime() - 700),
    isValueStored: async ({ beacon_round: round }: SealedRound) =>
      (await rows('SELECT FROM beacon_value WHERE round = $1', round)).length > 0,
    /** Whether the seal stood in a checkpoint before the time of the value. */
    async isPublishedInTime({ id, beacon_round: round }: SealedRound) {
      const due = new Date(beaconTimeMs(localChain, round ?? expect.fail('no round is named')));
      const found = await rows(
        `SELECT FROM log_entry e JOIN log_checkpoint c ON c.origin = e.origin AND c.size > e.index
          WHERE e.game = $1 AND e.source = $2 AND e.kind = 'seal' AND c.at < $3`,
        game.name,
        id,
        due,
      );
      return found.length > 0;
    },
    async start(): Promise<RunningSite> {
      const folder = await makeDataDir();
      folders.push(folder);
      const site = await startInTurn({
        ...environment(),
        DATA_DIR: folder.dataDir,
        SEED_KEY_FILE: `${keyFolder()}/seed.key`,
      });
      running.add(site);
      return site;
    },
    async register(site: RunningSite) {
      for (const player of playersOf(site)) {
        await player.register();
        tokens.set(player.username, player.token);
      }
    },
    async kill(site: RunningSite) {
      running.delete(site);
      await site.end('SIGKILL');
      await release();
    },
    release,
    /** Each bet has one end, which the log has too. */
    async expectOneEnd(round: SealedRound) {
      const { id } = round;
      const entries = () =>
        rows<{ kind: string }>(
          'SELECT kind FROM log_entry WHERE game = $1 AND source = $2 ORDER BY index',
          game.name,
          id,
        );
      const isEnd = ({ kind }: { kind: string }) => kind === 'settlement' || kind === 'void';
      await until('the round is over, and in the log', async () => (await entries()).some(isEnd));
      const kinds = (await entries()).map(({ kind }) => kind);
      const ended = await roundOf(id);
      const isInTime = await this.isPublishedInTime(ended);
      expect(kinds).toEqual(
        isInTime
          ? ['opening', 'seal', 'result', 'settlement']
          : ended.root === null
            ? ['opening', 'void']
            : ['opening', 'seal', 'void'],
      );
      const bets = await rows<{ id: bigint }>(`${game.bets} ORDER BY id`, id);
      const refunds = await rows<{ id: bigint }>(
        `SELECT t.source AS id FROM transfer t
          WHERE t.source IN (${game.bets}) AND t.kind::text LIKE $2 ORDER BY t.source`,
        id,
        `${game.ledgerName}_refund%`,
      );
      expect(bets.length).toBeGreaterThanOrEqual(2);
      expect(refunds).toEqual(isInTime ? [] : bets);
      if (isInTime) expect(await this.isValueStored(ended)).toBe(true);
      return isInTime ? 'drawn' : 'void';
    },
    async expectCleanAudit() {
      const { output } = await runAudit({ ...environment(), DATA_DIR: keyFolder() });
      expect(output).toContain('The audit is clean.');
    },
    /** After a last look at the bets and balances. */
    async expectSoundHistory(site: RunningSite) {
      for (const player of playersOf(site)) {
        if (game.name !== 'lottery') await player.call('GET', `/${game.name}/userHistory`);
        await player.call('GET', '/user/me');
      }
      await history.expectSound();
    },
    async end() {
      for (const site of running) await site.end('SIGTERM');
      for (const gate of Object.values(gates)) await gate.close();
      await beacon.stop();
      await test.close();
      for (const { remove } of folders) await remove();
    },
  };
};
type Scenario = Awaited<ReturnType<typeof createScenario>>;

interface State {
  state: string;
  /** Undefined where the round left the state before it could be held in it. */
  reach: (scenario: Scenario, site: RunningSite) => Promise<SealedRound | undefined>;
  ends?: 'drawn' | 'void';
}

const lockLog = 'LOCK TABLE log_checkpoint IN SHARE MODE';

const states: readonly State[] = [
  { state: 'open with bets', reach: (scenario, site) => scenario.place(site) },
  {
    state: 'closed and not sealed',
    async reach(scenario, site) {
      const { gates, game } = scenario;
      const round = await scenario.place(site);
      await gates.round.hold(game.lock, round.id);
      await scenario.until(
        round,
        'the seal waits',
        async ({ is_pending }) => !is_pending || (await gates.round.isWaitedFor()),
      );
      const isClosed = round.closes_at.getTime() <= Date.now();
      return isClosed && (await scenario.roundOf(round.id)).root === null ? round : undefined;
    },
  },
  {
    state: 'sealed and not in a checkpoint',
    async reach(scenario, site) {
      const { gates, isPublishedInTime } = scenario;
      const round = await scenario.place(site);
      await scenario.untilNearClose(round);
      await gates.log.hold(lockLog);
      await scenario.until(round, 'it is sealed', ({ root, is_pending }) => root !== null || !is_pending);
      await until('the log waits', gates.log.isWaitedFor);
      return (await isPublishedInTime(round)) ? undefined : round;
    },
  },
  {
    state: 'sealed and waiting for the value',
    ends: 'drawn',
    async reach(scenario, site) {
      const round = await scenario.place(site);
      scenario.beacon.behave({ lateMs: neverMs });
      const due = beaconTimeMs(localChain, round.beacon_round ?? expect.fail('no round is named'));
      await until('the value is due', () => Date.now() > due);
      const { is_pending: isPending } = await scenario.roundOf(round.id);
      return isPending && (await scenario.isPublishedInTime(round)) ? round : undefined;
    },
  },
  {
    state: 'not drawn with its value there',
    ends: 'drawn',
    async reach(scenario, site) {
      const { gates, game, beacon } = scenario;
      const round = await scenario.place(site);
      beacon.behave({ lateMs: neverMs });
      await scenario.until(
        round,
        'its seal is public',
        async ({ is_pending }) => !is_pending || (await scenario.isPublishedInTime(round)),
      );
      await gates.round.hold(game.lock, round.id);
      beacon.behave();
      if (!(await scenario.roundOf(round.id)).is_pending) return undefined;
      await until('the draw waits', gates.round.isWaitedFor);
      return (await scenario.isValueStored(round)) ? round : undefined;
    },
  },
  {
    state: 'void without its refunds',
    ends: 'void',
    async reach(scenario, site) {
      const { gates } = scenario;
      const round = await scenario.place(site);
      await scenario.untilNearClose(round);
      await gates.log.hold(lockLog);
      await gates.ledger.hold('LOCK TABLE transfer IN SHARE MODE');
      const isWaiting = gates.ledger.isWaitedFor;
      await scenario.until(
        round,
        'the refunds wait',
        async ({ is_pending }) => !is_pending || (await isWaiting()),
      );
      return (await isWaiting()) && !(await scenario.isPublishedInTime(round)) ? round : undefined;
    },
  },
];

/** Each game in each state. */
export const kills = sealedGames.flatMap((game) =>
  states.map((state) => ({ ...state, game, name: game.name })),
);
/** Each state once, in one of the games. */
export const someKills = kills.filter(
  ({ name, state }) =>
    sealedGames.findIndex((game) => game.name === name) ===
    states.findIndex((each) => each.state === state) % sealedGames.length,
);

export const killTitle = '$name is killed while it is $state';

export const testKill = async (
  { game, reach, ends }: (typeof kills)[number],
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
): Promise<void> => {
  const scenario = await createScenario(game);
  onTestFinished(scenario.end);
  const reachState = async (site: RunningSite): Promise<SealedRound> => {
    for (;;) {
      const round = await reach(scenario, site);
      if (round) return round;
      await scenario.release();
    }
  };
  const expectEnd = async (round: SealedRound) => {
    const end = await scenario.expectOneEnd(round);
    if (ends !== undefined) expect(end).toBe(ends);
  };
  const leader = await scenario.start();
  await scenario.register(leader);
  const other = await scenario.start();
  const first = await reachState(leader);
  await scenario.kill(leader);
  await expectEnd(first);
  // Nobody is there to take over.
  const second = await reachState(other);
  await scenario.kill(other);
  const last = await scenario.start();
  await expectEnd(second);
  await scenario.expectCleanAudit();
  await scenario.expectSoundHistory(last);
};
