/** The interface between the site and a part with its own routes and rounds, such as a game. */
import type { Topic } from '@fairground/contract/live';
import type { GameRounds, VoidRound } from '@fairground/game-kit/server';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Logger } from 'pino';
import type { Beacon } from '../fairness/beacon/service.ts';
import type { CleaningRule } from '../director/cleaning.ts';
import type { Engine } from '../director/director.ts';
import type { CoinCallDeps } from '../ledger/coin-call.ts';
import type { EventBus } from '../platform/messaging/event-bus.ts';
import type { AttemptLimiter } from '../platform/attempt-limiter.ts';
import type { Clock } from '../platform/clock.ts';
import type { Entropy } from '../platform/entropy.ts';
import type { Seal } from '../platform/secrets/seal.ts';
import type { Settings } from '../platform/settings.ts';
import type { Tally } from '../platform/messaging/tally.ts';
import type { Handler, LiveEvent, MessageScopes } from '../realtime/types.ts';

export interface PartDeps extends CoinCallDeps {
  settings: Settings;
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
  /** Links of a new seed chain; the default lasts for months. */
  chainLinks?: number | undefined;
  /** By the game's wire id. */
  isGameClosed: (game: string) => boolean;
  /** Counts the outcome of each bet: `ok`, or the code of the refusal. */
  recordBet: (game: string, result: string) => void;
  /** Totals that all processes share once a second. */
  tally: Tally;
  /** Whether a player hides their name from what others see of a round. */
  hidesName: (playerId: string) => boolean;
  /** Whether a player is a bot, which others are shown. */
  isBot: (playerId: string) => boolean;
  /** Limits actions of a player, across all processes; RATE_LIMITS=off does not lift it. */
  limiter: AttemptLimiter;
  /** To every socket of this process that subscribed to the topic. */
  publish: (topic: Topic, event: LiveEvent) => void;
  /** How many sockets of this process follow the topic without its ticks. */
  sparseConnections: (topic: Topic) => number;
  /** Notifies these players, on every process, that their balances changed; call it after the commit. */
  playersChanged: (playerIds: readonly bigint[]) => void;
  /** From engines: bets of these players were settled, although nothing of the players changed. */
  betsSettled: (playerIds: readonly bigint[] | 'unnamed') => void;
}

export interface SitePart {
  routes?: FastifyPluginAsyncZod;
  /** Run by the director. */
  engines?: readonly Engine[];
  /** The messages that send the current state to a new connection. */
  topicState?: Readonly<Record<Topic, () => readonly LiveEvent[]>>;
  /** Of a game: its rounds that are over, for their public pages. */
  rounds?: GameRounds;
  /** Of a game, by its wire id: voids a round by the order of two operators. */
  voidRounds?: Readonly<Record<string, VoidRound>>;
  /** Live messages from clients, by type. */
  handlers?: Readonly<Record<string, Handler>>;
  /** The scope that an access token needs for each of them; others are refused to programs. */
  messageScopes?: MessageScopes;
  /** A page of the player has connected that fetched its data before: sends what may have changed since. */
  pageConnected?(playerId: string): void;
  /** Before the site serves its first request. */
  load?(): Promise<void>;
  /** Called every second while the bus is unavailable and when it is back: reads the changes whose events were missed. */
  refresh?(): Promise<void>;
  /** Old rows that the director deletes. */
  cleaning?: readonly CleaningRule[];
  /** Every ten minutes. */
  clean?(): Promise<void>;
  stop?(): void;
}
