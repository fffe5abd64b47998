/**
 * One game is one object: everything the core asks of a game, and nothing else. The core loads the games
 * by the list in games/index.ts and loops over them; it never names one.
 */
import type { ClubTable } from '@fairground/contract/clubs';
import type { Check } from '@fairground/server/ledger/audit';
import type { CoinCallDeps } from '@fairground/server/ledger/coin-call';
import type { CleaningRule } from '@fairground/server/director/cleaning';
import type { Engine } from '@fairground/server/director/director';
import type { Beacon } from '@fairground/server/fairness/beacon/service';
import type { VoidOpen } from '@fairground/server/director/void-open';
import type { EventBus } from '@fairground/server/platform/messaging/event-bus';
import type { AttemptLimiter } from '@fairground/server/platform/attempt-limiter';
import type { Clock } from '@fairground/server/platform/clock';
import type { Database } from '@fairground/server/platform/database/database';
import type { Entropy } from '@fairground/server/platform/entropy';
import type { Seal, SealedRows } from '@fairground/server/platform/secrets/seal';
import type { SettingsReader } from '@fairground/server/platform/settings-reader';
import type { SiteZone } from '@fairground/server/platform/time-zone';
import type { Handler, Lines, LiveEvent, MessageScopes } from '@fairground/server/realtime/types';
import type { ComposedStatement } from '@fairground/sql/composed';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Logger } from 'pino';
import type * as z from 'zod/mini';
import type { LiveMessages, LivePush } from '../shared/index.ts';
import type { GameAchievements } from './achievements.ts';
import type { LoggedRounds } from './log-rounds.ts';
import type { GameNotices } from './notices.ts';
import type { GameRounds } from './rounds.ts';
import type { GameStakes } from './stakes.ts';
import type { VoidRound } from './void-round.ts';

type Query = Database['query'];

/** What a game's `create` is given. `Settings` is what the game's own `settings` returned. */
export interface GameDeps<Settings, Messages extends LiveMessages> extends CoinCallDeps {
  settings: Settings;
  siteZone: SiteZone;
  log: Logger;
  clock: Clock;
  entropy: Entropy;
  seal: Seal;
  beacon: Beacon;
  bus: EventBus;
  /** Whether the site has no other process. */
  isAlone: boolean;
  /** This process's estimate of the database's clock. */
  databaseNowMs: () => number;
  /** Whether players are connected, and when their clients were last heard, on every process of the site. */
  lines: Lines;
  /** Links of a new seed chain; the default lasts for months. */
  chainLinks?: number | undefined;
  /** Counts the outcome of each bet: `ok`, or the code of the refusal. */
  recordBet: (result: string) => void;
  /** To every socket of this process that subscribed to the game's topic. */
  publish: (push: LivePush<Messages>) => void;
  /** To every socket of this process that subscribed to the game's table. */
  publishToTable: (push: LivePush<Messages>) => void;
  /** How many sockets of this process follow the game's table and take few ticks. */
  tableWatchers: () => number;
  /** Whether a player hides their name from what others see of a round. */
  hidesName: (playerId: string) => boolean;
  /** Whether a player is a bot, which others are shown. */
  isBot: (playerId: string) => boolean;
  /** Sends a sign of a player to one of their clubs alone; false where they are no member. */
  sendToClub: (sign: { clubId: string; playerId: string; sign: string }) => Promise<boolean>;
  /** Limits actions of a player, across all processes; RATE_LIMITS=off does not lift it. */
  limiter: AttemptLimiter;
  /** Notifies these players, on every process, that their balances changed; call it after the commit. */
  playersChanged: (playerIds: readonly bigint[]) => void;
  /**
   * For engines, after the commit: these players' bets were settled, although their balances did not change. `unnamed`
   * where they are too many to name.
   */
  betsSettled: (playerIds: readonly bigint[] | 'unnamed') => void;
}

/** The running game of one process. Every member is optional: a game without rounds has only routes. */
export interface GameInstance {
  /** Registered under /api. */
  routes?: FastifyPluginAsyncZod;
  /** Run by the director, on one process at a time. */
  engines?: readonly Engine[];
  /** The messages that send the current state to a new connection on the game's topic. */
  topicState?: () => readonly LiveEvent[];
  /** The messages that send the current state to a new connection on the topic of the game's table. */
  tableState?: () => readonly LiveEvent[];
  /** What the game's stall shows, made of what is pushed to everybody; undefined while nothing is known. */
  stall?(): Record<string, unknown> | undefined;
  /** Rounds that are over, for their public pages; absent where a game has none. */
  rounds?: GameRounds;
  /** Absent where a game has no rounds that players share. */
  voidRound?: VoidRound;
  /**
   * What these players have bet in the round or draw that is shown, also those who hide their names: for their clubs.
   * Undefined while none is shown. The players are the same array as long as they are the same.
   */
  membersBets?(
    playerIds: readonly bigint[],
  ): Promise<{ roundId: string; bets: readonly MemberBet[] } | undefined>;
  /** Live messages from clients, by type. */
  handlers?: Readonly<Record<string, Handler>>;
  /** The scope that an access token needs for each of them; others are refused to programs. */
  messageScopes?: MessageScopes;
  /** Before the site serves its first request. */
  load?(): Promise<void>;
  /**
   * Called every second while the bus is unavailable and when it is back: reads the changes whose events were missed.
   */
  refresh?(): Promise<void>;
  /** Old rows that the director deletes. */
  cleaning?: readonly CleaningRule[];
  /** Every ten minutes. */
  clean?(): Promise<void>;
  stop?(): void;
}

/** As the contract of clubs has it, without the name. */
export type MemberBet = Omit<ClubTable['bets'][number], 'username'>;

/** How a game's coins are booked in the ledger. */
export interface GameLedger {
  /**
   * Prefix of its transfer kinds, as in `PREFIX_stake_coins`; names its SQL objects too. With hyphens it is the name
   * of the folder, and of the system account of its stakes and payouts.
   */
  prefix: string;
}

/** For games of several steps that draw from a player's own seed pair. */
export interface PlayerSeedUse {
  /** Whether the player has a game in play that draws from the current seed; queried while the seed is locked. */
  isInPlay(query: Query, playerId: bigint): Promise<boolean>;
}

/** With nothing of a result before it is public. Coins are null where they would take a look at every ticket. */
export interface NewestRound {
  id: string;
  state: string;
  at: Date;
  bets: bigint;
  staked: bigint | null;
  paid: bigint | null;
  /** It can be void. */
  is_open: boolean;
}

/** Settings of the site that change what a game's own may be. */
export interface SiteTerms {
  /** Results wait for a public beacon, see `beacon.ts` of the kit. */
  hasBeacon: boolean;
}

export interface GameDefinition<Settings, Messages extends LiveMessages> {
  /** The wire id: the key in proofs, config and topics. */
  id: string;
  /** The folder under games/. */
  folder: string;
  ledger: GameLedger;
  /** Label of the game in metrics; the wire id unless given. */
  metricsName?: string;
  /**
   * Reads the environment variables that belong to this game; throws a `SettingError` with one line for the operator.
   */
  settings(read: SettingsReader, site: SiteTerms): Settings;
  /** The game's part of GET /games/config. */
  config: {
    schema: z.ZodMiniType;
    value(settings: Settings): object;
    /** The position of its key among those of the answer; games without one are last, in the order of the list. */
    position?: number;
  };
  /**
   * The live topic and the schemas of what is pushed to it; absent where a game pushes nothing. A table, which shows
   * what other players do, has a topic of its own.
   */
  live?: { topic: string; messages: Messages; tableTopic?: string };
  /** Absent where a game takes none. The stakes are rows of the view `game_stake`, by the game's `views.sql`. */
  stakes?: GameStakes;
  playerSeeds?: PlayerSeedUse;
  /** What players can reach in the game; names, texts and badges are in its `web/achievements.tsx`. */
  achievements?: GameAchievements;
  /** A player's tickets, for the public profile. */
  countTickets?(query: Query, playerId: bigint): Promise<bigint>;
  /** Ends what a player has open, within the transaction that closes the account. */
  abandonOpen?(query: Query, playerId: bigint): Promise<void>;
  /** Refunds every open stake, and ends the seeds it would be drawn from: for a restart of fairness. */
  voidOpen?: VoidOpen;
  /** Tables of the game with sealed seeds, besides chains and players' seeds. */
  sealedRows?: SealedRows;
  /**
   * What an operator watches of a game with rounds or draws: the stakes whose round should have been settled a minute
   * ago, and how many of the newest 1,000 rounds are void.
   */
  watch?(query: Query): Promise<{ overdue: bigint; void: bigint } | undefined>;
  /**
   * What is not over yet: the rounds and draws that end soon without anybody's doing, and those with stakes that wait
   * for a player or for a later day. Absent where nothing stays open.
   */
  running?(query: Query): Promise<{ running: bigint; waiting: bigint } | undefined>;
  /** The newest rounds or draws for operators, the newest first. */
  newestRounds?(query: Query, maxRows: number): Promise<NewestRound[]>;
  /** Rounds or draws as the public log has them; absent where a game has none. */
  log?: LoggedRounds;
  /** What players are notified of after a round or a draw. */
  notices?: GameNotices;
  /** Statements that the game composes itself, which `npm run check` plans. */
  statements?: readonly ComposedStatement[];
  /** Invariants of the game's rows; those with stakes have the audit of stakes besides. */
  audit: readonly Check[];
  /** Lists of GET /user/export: the names under which the game has rows in the view `game_row`, by its `views.sql`. */
  lists: readonly string[];
  create(deps: GameDeps<Settings, Messages>): GameInstance;
}

/** A game whose settings were read: what is left to do is to create it. */
export interface ConfiguredGame {
  module: GameModule;
  configValue: object;
  create(
    deps: Omit<GameDeps<never, LiveMessages>, 'settings' | 'publish' | 'publishToTable' | 'tableWatchers'> & {
      publish: (event: LiveEvent) => void;
      publishToTable: (event: LiveEvent) => void;
      tableWatchers: () => number;
    },
  ): GameInstance;
}

/** A game as the core sees it: its definition without the types that only the game knows. */
export interface GameModule extends Omit<
  GameDefinition<never, LiveMessages>,
  'settings' | 'config' | 'create' | 'metricsName'
> {
  metricsName: string;
  config: { schema: z.ZodMiniType; position: number };
  /** Throws a `SettingError` for the first variable that does not fit. */
  configure(read: SettingsReader, site: SiteTerms): ConfiguredGame;
}

const modules = new WeakSet<object>();

export const isGameModule = (value: unknown): value is GameModule =>
  typeof value === 'object' && value !== null && modules.has(value);

export const defineGame = <Settings, Messages extends LiveMessages = Record<never, never>>(
  definition: GameDefinition<Settings, Messages>,
): GameModule => {
  const { settings: readSettings, config, create, metricsName = definition.id, ...rest } = definition;
  const module: GameModule = {
    ...rest,
    metricsName,
    config: { schema: config.schema, position: config.position ?? Number.MAX_SAFE_INTEGER },
    configure(read, site) {
      const settings = readSettings(read, site);
      return {
        module,
        configValue: config.value(settings),
        create: (deps) => create({ ...deps, settings }),
      };
    },
  };
  modules.add(module);
  return module;
};
