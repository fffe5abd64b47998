/**
 * A randomised simulation of the complete site: players in every game at once, a clock that jumps, queries in any
 * order, and a database that drops connections and aborts transactions. Each seed has one history.
 * `npm run simulate -- --seed N` plays one.
 */
import { expect } from 'vitest';
import type { DatabaseAddress } from '../../apps/server/src/platform/database/connection.ts';
import { startTestSite, type Answer, type TimedSite } from '../../apps/server/test/test-site.ts';
import { seededEntropy } from '../../apps/server/test/seeded-entropy.ts';
import {
  createQuerySchedule,
  seededRandom,
  type Fault,
  type QuerySchedule,
} from '../../apps/server/test/query-schedule.ts';

const usualSteps = 30;
const playerCount = 4;

type Random = ReturnType<typeof seededRandom>;

interface Call {
  player: number;
  path: string;
  body: object;
  key: string;
  /** The last answer that the player received, and the first success: a refusal is judged anew. */
  recorded: Answer | undefined;
}

/** The rows that each kind of call leaves per success, to be counted. */
const leaves: Record<string, string> = {
  '/aviator/create': 'SELECT player_id FROM aviator_bet',
  '/doubleTrouble/create': 'SELECT player_id FROM double_trouble_bet',
  '/lottery/create': 'SELECT player_id FROM lottery_ticket',
  '/mineField/create': 'SELECT player_id FROM minefield_game',
};

class Simulation {
  readonly calls: Call[] = [];
  private readonly site: TimedSite;
  private readonly tokens: readonly string[];
  private readonly random: Random;
  private readonly games = new Map<number, string>();
  private readonly rounds = new Map<number, string>();
  private underWay: Promise<unknown>[] = [];

  constructor(site: TimedSite, tokens: readonly string[], random: Random) {
    this.site = site;
    this.tokens = tokens;
    this.random = random;
  }

  /** A random call by a random player; its outcome is checked later. */
  act(): void {
    const { random } = this;
    const player = random.below(playerCount);
    const game = this.games.get(player);
    const round = this.rounds.get(player);
    const auto = random.below(2) === 0 ? {} : { autoCashOut: (101 + random.below(200)) / 100 };
    const slot = random.below(2) === 0 ? {} : { slot: 2 };
    const choices: [string, object][] = [
      ['/aviator/create', { amount: 10 * (1 + random.below(50)), ...auto, ...slot }],
      ['/doubleTrouble/create', { drawType: random.pick(['Under', 'Over', 'Exact']), amount: 10 }],
      [
        '/lottery/create',
        { numbers: [1, 2, 3, 4, 5, 6].map((number) => number * (1 + random.below(8))), bid: 10 },
      ],
      ['/mineField/create', { difficulty: random.pick(['Easy', 'Medium', 'Hard']), bidAmount: 100 }],
    ];
    if (round) choices.push(['/aviator/cashout', { roundId: round, crashMultiplier: 10_000, ...slot }]);
    if (game) {
      choices.push(['/mineField/reveal', { id: game, tileId: random.below(25) }]);
      choices.push(['/mineField/update', { id: game, gemsFound: random.below(3) }]);
    }
    const again = this.calls.length > 0 && random.below(5) === 0 ? random.pick(this.calls) : undefined;
    const [path, body] = random.pick(choices);
    if (path === '/lottery/create') {
      const numbers = new Set<number>();
      while (numbers.size < 6) numbers.add(1 + random.below(49));
      Object.assign(body, { numbers: [...numbers] });
    }
    const call = again ?? { player, path, body, key: `key-${this.calls.length}`, recorded: undefined };
    if (!again) this.calls.push(call);
    this.underWay.push(this.send(call));
  }

  async send(call: Call): Promise<void> {
    const known = call.recorded;
    const answer = await this.site.call(
      'POST',
      call.path,
      this.tokens[call.player] ?? '',
      call.body,
      call.key,
    );
    // Unknown or not stored: the call may be retried with the same key.
    if (answer.status >= 500) return;
    if (known && known.status < 300 && !isJudgedAnew(call.path, answer))
      expect(outcomeOf(answer), `${call.path} ${call.key}`).toEqual(outcomeOf(known));
    // A refusal may arrive after the success of the same call sent again.
    if (call.recorded && call.recorded.status < 300) return;
    call.recorded = answer;
    const { body } = answer;
    if (answer.status === 201 && call.path === '/mineField/create')
      this.games.set(call.player, String(body['id']));
    if (answer.status === 201 && call.path === '/aviator/create') {
      this.rounds.set(call.player, String((body['bet'] as { roundId: string }).roundId));
    }
  }

  async answered(): Promise<void> {
    const all = this.underWay;
    this.underWay = [];
    await drained(this.site, Promise.all(all));
  }

  /** Repeats every call without an answer until it has one. */
  async resolve(): Promise<void> {
    for (const call of this.calls) {
      for (let tries = 0; call.recorded === undefined && tries < 3; tries++) {
        await drained(this.site, this.send(call));
      }
      expect(call.recorded, `${call.path} ${call.key} was answered in the end`).toBeDefined();
      await drained(this.site, this.send(call));
    }
  }
}

const unsettled = `SELECT (SELECT count(*) FROM aviator_bet WHERE outcome = 'pending')
  + (SELECT count(*) FROM double_trouble_bet WHERE outcome = 'pending')
  + (SELECT count(*) FROM lottery_ticket t JOIN lottery_draw d ON d.id = t.draw_id
    WHERE d.state <> 'finished') AS count`;

/**
 * A call that changed nothing leaves no trace of its key: a tile that was turned before, or a press after an automatic
 * cash-out that another key was answered with.
 */
const isJudgedAnew = (path: string, { status }: Answer): boolean =>
  status === 409 && (path === '/mineField/reveal' || path === '/aviator/cashout');

/** What a call made. The player may be newer in a repeat, and so may be the time of a game's last change. */
const outcomeOf = ({ status, body: { user: _user, game, ...made } }: Answer): object => ({
  status,
  made,
  game: game && { ...game, updatedAt: undefined },
});

/** Waits for work that depends on queries being released. */
const drained = async <Result>(site: TimedSite, work: Promise<Result>): Promise<Result> => {
  let isDone = false;
  const done = work.finally(() => (isDone = true));
  while (!isDone) await site.time.idle();
  return done;
};

export interface SimulationOptions {
  /** How often the clock moves; 30 by default. A failure is replayed with the same number of steps. */
  steps?: number;
  /** A PostgreSQL server to use where no test run started one. */
  server?: DatabaseAddress | undefined;
}

export interface SimulationRecord {
  /** Each query in the order in which it reached the database, with its fault. */
  history: string[];
  faults: Record<Fault, number>;
  /** Calls that were answered with success. */
  wins: number;
  calls: { player: number; path: string; body: object; key: string; answer: string }[];
}

/** Plays one seed to its end. Fails where an acknowledged call was not executed exactly once. */
export const playSeed = async (seed: number, options: SimulationOptions = {}): Promise<SimulationRecord> => {
  const { steps = usualSteps, server } = options;
  try {
    return await play(seed, steps, server);
  } catch (error) {
    const words = `npm run simulate -- --seed ${seed}${steps === usualSteps ? '' : ` --steps ${steps}`}`;
    const cause = error instanceof Error ? error.message : String(error);
    throw new Error(`seed ${seed} fails, see ${words}: ${cause}`, { cause: error });
  }
};

const play = async (
  seed: number,
  steps: number,
  server: DatabaseAddress | undefined,
): Promise<SimulationRecord> => {
  const random = seededRandom(seed);
  let schedule: QuerySchedule | undefined;
  const site = await startTestSite({
    clock: 'moved',
    server,
    async beforeTime(address) {
      schedule = await createQuerySchedule(address, random);
    },
    entropy: seededEntropy(seed),
    chainLinks: 600,
    env: {
      AVIATOR_COUNTDOWN_MS: '3000',
      DOUBLE_TROUBLE_INTERVAL_MS: '5000',
      DOUBLE_TROUBLE_CLOSE_MS: '500',
      LOTTERY_DRAW_CRON: '*/20 * * * * *',
      LOTTERY_CLOSE_MS: '2000',
      AD_SECONDS: '0',
    },
  });
  try {
    if (!schedule) throw new Error('there is no schedule of the queries');
    const tokens: string[] = [];
    for (let index = 0; index < playerCount; index++) {
      tokens.push((await drained(site, site.register(`player_${index}`))).token);
    }
    await site.time.advance(10);
    schedule.faultEvery = 30;
    const simulation = new Simulation(site, tokens, random);
    for (let step = 0; step < steps; step++) {
      for (let acts = random.below(4); acts > 0; acts--) simulation.act();
      if (random.below(3) === 0) await simulation.answered();
      // Mostly the time of a call, occasionally a suspension that the rules of rounds must survive.
      await site.time.suspend(random.below(12) === 0 ? random.below(9_000) : random.below(1_200));
    }
    await simulation.answered();
    schedule.faultEvery = 0;
    await simulation.resolve();
    const history = [...schedule.history];
    const { faults } = schedule;
    await schedule.close();
    schedule = undefined;
    for (let strides = 0; ; strides++) {
      const [left] = await site.rows<{ count: bigint }>(unsettled);
      if (left?.count === 0n) break;
      expect(strides, 'everything is settled in the end').toBeLessThan(200);
      await site.time.suspend(1_900);
    }
    expect(await site.findViolations()).toEqual([]);
    const wins = simulation.calls.filter(({ recorded }) => recorded && recorded.status < 300);
    for (const [path, rows] of Object.entries(leaves)) {
      const [stored] = await site.rows<{ count: bigint }>(`SELECT count(*) FROM (${rows}) r`);
      expect(Number(stored?.count), path).toBe(wins.filter((call) => call.path === path).length);
    }
    const calls = simulation.calls.map(({ player, path, body, key, recorded }) => ({
      player,
      path,
      body,
      key,
      answer: recorded ? `${recorded.status} ${recorded.body.code ?? ''}`.trim() : 'none',
    }));
    return { history, faults, wins: wins.length, calls };
  } finally {
    await schedule?.close();
    await site.close();
  }
};
