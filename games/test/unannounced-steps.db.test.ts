/**
 * F28: a step that is committed and not announced, because the connection breaks or the leader dies in between. Within
 * a second every other process shows what the database has, and after a take-over as well.
 */
import { createSiteZone } from '../../apps/server/src/platform/time-zone.ts';
import type { Engine } from '@fairground/server/director/director';
import { startDirector, type Director } from '@fairground/server/director/director';
import { ensureChains, type SeedChainDeps } from '@fairground/server/fairness/chains/seed-chain';
import { createLogger } from '@fairground/server/platform/logger';
import type { Database, Statement } from '@fairground/server/platform/database/database';
import { createSeal } from '@fairground/server/platform/secrets/seal';
import { createControlledClock, type ControlledClock } from '@fairground/server/test/controlled-clock';
import { noBeacon } from '@fairground/server/test/no-beacon';
import { seededEntropy } from '@fairground/server/test/seeded-entropy';
import { createChainSlots } from '@fairground/game-kit/server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRoundEngine } from '../aviator/server/engine.ts';
import type { Terms } from '../aviator/server/round-queries.ts';
import { createFlights } from '../aviator/server/flights.ts';
import { createAviatorLive, type LedFlight } from '../aviator/server/live.ts';
import { systemClock } from '@fairground/server/platform/clock';
import { createDrawEngine as createDoubleTroubleEngine } from '../double-trouble/server/engine.ts';
import { createDoubleTroubleLive } from '../double-trouble/server/live.ts';
import { createCalendar } from '../lottery/server/calendar.ts';
import { createDrawEngine as createLotteryEngine } from '../lottery/server/engine.ts';
import { createLotteryLive } from '../lottery/server/live.ts';
import { databaseForEach } from '@fairground/server/test/for-tests';
import { queryAsOwner } from '@fairground/server/test/query-as-owner';

const seal = createSeal(Buffer.alloc(32, 7));
const log = createLogger('silent');
const quiet = {
  log: { info: () => undefined, warn: () => undefined },
  playersChanged: () => undefined,
  betsSettled: () => undefined,
};

const test = databaseForEach();
let time: ControlledClock;
let entropy: ReturnType<typeof seededEntropy>;
let processes: { live: Live; director?: Director }[];
let isPaused: boolean;

beforeEach(async () => {
  time = await createControlledClock(test.address);
  entropy = seededEntropy(8);
  processes = [];
  isPaused = false;
});
afterEach(async () => {
  for (const each of processes) each.live.stop();
  const stopping = Promise.all(processes.flatMap(({ director }) => director?.stop() ?? []));
  await time.advance(1_000);
  await stopping;
  await time.close();
});

interface Live {
  handle(event: never): void;
  state(): readonly { payload: unknown }[];
  refresh(): Promise<void>;
  stop(): void;
}
interface LiveOptions {
  publish: (push: { payload: unknown }) => void;
}
interface EngineOptions {
  database: Database;
  publish: (event: object) => void;
  leads: (flight: LedFlight) => void;
}
interface Game {
  createLive(options: LiveOptions): Live & { lead?: (flight: LedFlight) => void };
  createEngine(options: EngineOptions): Engine;
  prepare(): Promise<void>;
}

const chainsOf = (game: string, database = test.database): SeedChainDeps => ({
  database,
  entropy,
  seal,
  game,
  links: 500,
});
const common = () => ({ clock: time.clock, database: test.database, databaseNowMs: time.nowMs });
const flights = () => createFlights(createChainSlots(chainsOf('aviator')));

const aviator = (terms: Terms): Game => ({
  prepare: () => ensureChains(chainsOf('aviator')),
  createLive: ({ publish }) =>
    createAviatorLive({
      ...common(),
      flights: flights(),
      publish,
      published: () => undefined,
      ticked: () => undefined,
      entered: () => undefined,
    }),
  createEngine: (options) =>
    createRoundEngine({
      ...quiet,
      ...options,
      chains: chainsOf('aviator', options.database),
      beacon: noBeacon,
      terms,
      flights: flights(),
      clock: systemClock,
      presses: { oldestAt: () => undefined },
    }),
});

const games: Record<string, Game> = {
  aviator: aviator({ countdownMs: 5_000, closeMs: 0, beaconChainId: null }),
  'aviator with a beacon': {
    ...aviator({ countdownMs: 15_000, closeMs: 5_000, beaconChainId: 1 }),
    async prepare() {
      await ensureChains(chainsOf('aviator'));
      await queryAsOwner(
        test.database,
        `INSERT INTO beacon_chain (id, hash, public_key, genesis_ms, period_ms) OVERRIDING SYSTEM VALUE
          VALUES (1, sha256('a beacon'), decode(repeat('00', 96), 'hex'), 0, 1000) ON CONFLICT DO NOTHING`,
      );
    },
  },
  'double-trouble': {
    prepare: () => ensureChains(chainsOf('double-trouble')),
    createLive: ({ publish }) => createDoubleTroubleLive({ ...common(), publish }),
    createEngine: (options) =>
      createDoubleTroubleEngine({
        ...quiet,
        ...options,
        beacon: noBeacon,
        chains: chainsOf('double-trouble', options.database),
        terms: { intervalMs: 10_000, closeMs: 1_000, max: 30, beaconChainId: null },
      }),
  },
  lottery: {
    prepare: async () => undefined,
    createLive: ({ publish }) => createLotteryLive({ ...common(), publish }),
    createEngine(options) {
      const calendar = createCalendar({ cron: '*/20 * * * * *', zone: createSiteZone([]), closeMs: 5_000 });
      if (!calendar) throw new Error('the pattern has no draws');
      return createLotteryEngine({ ...quiet, ...options, beacon: noBeacon, calendar, entropy, seal });
    },
  },
};

/** What breaks when the leader has committed a statement of this name. */
type Fault = 'its connection breaks' | 'it dies';

/** The database of a leader, which does not learn that the statement was committed. */
const breaking = (name: string, fault: Fault, broken: () => void): Database => {
  let isDue = true;
  let isDead = false;
  const lost = () => new Error('Connection terminated unexpectedly');
  const query =
    (run: Database['query']): Database['query'] =>
    async <Row extends object>(statement: Statement) => {
      if (isDead) throw lost();
      return run<Row>(statement);
    };
  const breakAfter = (isHit: boolean) => {
    if (!isHit || !isDue) return;
    isDue = false;
    isDead = fault === 'it dies';
    broken();
    throw lost();
  };
  const run = query(test.database.query);
  return {
    ...test.database,
    async query<Row extends object>(statement: Statement) {
      const rows = await run<Row>(statement);
      breakAfter(statement.name === name && rows.length > 0);
      return rows;
    },
    async transaction(work) {
      let isHit = false;
      const result = await test.database.transaction((within, beforeCommit) =>
        work(async (statement) => {
          const rows = await query(within)<never>(statement);
          isHit ||= statement.name === name && rows.length > 0;
          return rows;
        }, beforeCommit),
      );
      breakAfter(isHit);
      return result;
    },
  };
};

/** What a process shows, without how far a flight has come: another process may have looked at it a moment later. */
const shownBy = (live: Live) => live.state().map(withoutMultiplier);

const withoutMultiplier = ({ payload }: { payload: unknown }) => {
  const { data } = payload as { data: Record<string, unknown> };
  return data['status'] === 'ongoing' ? { ...data, crashMultiplier: null } : data;
};

const start = async (game: Game, step: string, fault: Fault) => {
  await game.prepare();
  let brokenAtMs: number | undefined;
  let isDead = false;
  const pushes: { payload: unknown }[][] = [[], [], []];
  const lives = pushes.map((received) => game.createLive({ publish: (push) => received.push(push) }));
  for (const live of lives) await live.refresh();
  const publish = (event: object) => {
    for (const live of lives) live.handle(event as never);
  };
  const databases = [
    breaking(step, fault, () => {
      brokenAtMs = time.nowMs();
      isDead = fault === 'it dies';
    }),
    test.database,
  ];
  for (const [at, database] of databases.entries()) {
    const isOfDead = () => at === 0 && isDead;
    const director = startDirector({
      database,
      clock: time.clock,
      log,
      holder: `process ${at}`,
      engines: [
        game.createEngine({
          database,
          publish: (event) => !isOfDead() && publish(event),
          leads: (flight) => lives[at]?.lead?.(flight),
        }),
      ],
      isPaused: () => isPaused,
    });
    processes.push({ live: lives[at] as Live, director });
    // The first one has the lease before the second one asks for it.
    await time.advance(0);
  }
  processes.push({ live: lives[2] as Live });
  return {
    brokenAtMs: () => brokenAtMs,
    /** The processes that are alive show what one shows that starts now. */
    async expectShown(what: string) {
      const fresh = game.createLive({ publish: () => undefined });
      await fresh.refresh();
      const expected = shownBy(fresh);
      fresh.stop();
      if (what.startsWith('after')) expect(expected, 'something is shown').not.toEqual([]);
      lives.forEach((live, at) => {
        if (at === 0 && isDead) return;
        expect(shownBy(live), `${what}, a new page of process ${at}`).toEqual(expected);
        // A void round is left without a message; the next one's follows.
        if (expected.length === 0) return;
        const newest = pushes[at]?.at(-1);
        expect(newest && withoutMultiplier(newest), `${what}, a page of process ${at}`).toEqual(
          expected.at(-1),
        );
      });
    },
  };
};

/** Each step that is announced, and what makes it due. */
const steps: readonly [game: string, step: string, makeDue?: () => Promise<void>][] = [
  ['aviator', 'aviator-open-round'],
  ['aviator', 'aviator-seal-round'],
  ['aviator', 'aviator-start-flight'],
  [
    'aviator',
    'aviator-postpone-start',
    async () => {
      await time.advance(4_500);
      await time.suspend(1_900);
    },
  ],
  [
    'aviator with a beacon',
    'aviator-move-empty-round',
    async () => {
      isPaused = true;
      await time.advance(25_000);
      isPaused = false;
    },
  ],
  ['aviator', 'aviator-crash-and-open'],
  [
    'aviator',
    'aviator-void-round',
    async () => {
      await time.advance(6_000);
      // By less than it takes to lose the lease: who takes that over flies on.
      time.jump(1_500);
    },
  ],
  ['double-trouble', 'double-trouble-open-draw'],
  ['double-trouble', 'double-trouble-seal-draw'],
  ['double-trouble', 'double-trouble-draw-and-open'],
  [
    'double-trouble',
    'double-trouble-move-empty-draw',
    async () => {
      isPaused = true;
      await time.advance(25_000);
      isPaused = false;
    },
  ],
  ['lottery', 'lottery-open-draw'],
  ['lottery', 'lottery-publish-root'],
  ['lottery', 'lottery-hold-draw'],
];
const faults: readonly Fault[] = ['its connection breaks', 'it dies'];
const cases = steps.flatMap(([game, step, makeDue]) =>
  faults.map((fault) => ({ game, step, fault, makeDue })),
);

it.each(cases)('F28: $step, and $fault', async ({ game, step, fault, makeDue }) => {
  const site = await start(games[game] as Game, step, fault);
  await makeDue?.();
  for (let waited = 0; site.brokenAtMs() === undefined && waited < 600; waited += 1) await time.advance(100);
  const brokenAtMs = site.brokenAtMs();
  expect(brokenAtMs, 'the step was taken').toBeDefined();
  await time.advanceTo((brokenAtMs ?? 0) + 1_000);
  await site.expectShown('a second later');
  await time.advance(4_000);
  await site.expectShown('after the take-over');
});
