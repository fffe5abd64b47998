/** The seed chains over the wire: what every round of a chain game is drawn from, and why a chain ended early. */
import * as z from 'zod/mini';
import { id, instant } from './primitives.ts';

const hex32 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** GET /fairness/chains: newest first. */
export const chainsSchema = z.array(
  z.object({
    id,
    /** The game's wire id. */
    game: z.string(),
    /** Published before the first round of the chain. */
    terminalHash: hex32,
    salt: hex32,
    saltSource: z.enum(['install', 'beacon']),
    links: z.number(),
    publishedAt: instant,
    /** Set where the chain was ended with links left: nothing of it is drawn any more. */
    ended: z.nullable(z.object({ at: instant, reason: z.enum(['restore', 'recovery']) })),
  }),
);

export type Chains = z.infer<typeof chainsSchema>;

/** GET /fairness/ledger: newest first. */
export const ledgerHeadsSchema = z.array(
  z.object({
    /** The site day that ended with it. */
    day: z.string(),
    /** How many movements of coins there were until then. */
    transfers: z.number(),
    /** Over all of them in their order: it changes if any of them does. */
    hash: hex32,
  }),
);

export type LedgerHeads = z.infer<typeof ledgerHeadsSchema>;

/** GET /fairness/log: the public log, whose files are under /log/. */
export const logSchema = z.object({
  /** Names the log in its checkpoints; another one follows a restore. */
  origin: z.string(),
  /** The key that signs checkpoints, as C2SP signed-note writes it. */
  verifierKey: z.string(),
  /** Entries under the newest checkpoint, and when that was made. */
  size: z.number(),
  at: instant,
  witnesses: z.array(
    z.object({
      name: z.string(),
      verifierKey: z.string(),
      /** Entries under the newest checkpoint that it signed, and when that was; null until it has. */
      size: z.nullable(z.number()),
      at: z.nullable(instant),
    }),
  ),
});

export type LogInfo = z.infer<typeof logSchema>;

/** Sums over the rounds of a game with the same rules; packages/fairness/src/monitor.ts says of what. */
const monitorSums = z.object({
  /** The wire id. */
  game: z.string(),
  terms: z.object({ rtpBp: z.exactOptional(z.number()), max: z.exactOptional(z.number()) }),
  chance: z.nullable(z.number()),
  maxReturn: z.nullable(z.number()),
  rounds: z.number(),
  wins: z.number(),
  bets: z.number(),
  won: z.number(),
  staked: z.number(),
  paid: z.number(),
  growth: z.array(z.number()),
  late: z.number(),
  voids: z.number(),
  voidOutcomes: z.number(),
  voidWins: z.number(),
});

/** GET /fairness/monitor: what the dumps and the log come to. */
export const monitorSchema = z.object({
  /** The days that have a dump, in order. */
  days: z.array(
    z.object({
      day: z.string(),
      games: z.array(monitorSums),
      totals: z.array(z.object({ game: z.string(), bets: z.number(), staked: z.number(), paid: z.number() })),
    }),
  ),
  /** What ended after the last of these days. */
  since: z.object({
    games: z.array(monitorSums),
    /** The entries that these are of: of `/log/{origin}/`, from `first` to the one before `end`, or to the last one. */
    entries: z.array(z.object({ origin: z.number(), first: z.number(), end: z.nullable(z.number()) })),
  }),
  /** The newest ones. */
  voids: z.array(z.object({ game: z.string(), id: z.string(), at: instant, reason: z.string() })),
  /** When rounds of the beacon are due; null where none is used. */
  beacon: z.nullable(z.object({ genesisMs: z.number(), periodMs: z.number() })),
  /** Null until it has a checkpoint. */
  log: z.nullable(logSchema),
});

export type MonitorFeed = z.infer<typeof monitorSchema>;
