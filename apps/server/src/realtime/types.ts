/** The interface between live connections and the rest of the server. */
import type { ErrorCode, Result } from '@fairground/contract/errors';
import type { Topic } from '@fairground/contract/live';
import type { TokenScope } from '@fairground/contract/tokens';

export interface Identity {
  playerId: string;
  /** The id of the session or access token. */
  sessionId: string;
  /** A program with an access token, and what it may do. */
  program?: { scopes: readonly TokenScope[] };
}

/** One push; the payload goes out as it is. */
export interface LiveEvent {
  type: string;
  payload: object;
  /** Goes only to connections that want every tick, and may be left out where the process is busy. */
  tick?: boolean;
  /** Goes only to connections that subscribed to the topic with these ticks. */
  ticks?: 'all' | 'sparse';
  /** May wait some seconds for another event that is no tick, to share its write. */
  mayWait?: boolean;
}

/** An answer to one message. `not_signed_in` and `invalid_request` travel as `error_response`. */
export interface Reply {
  success: boolean;
  data?: object;
  message?: string;
  code?: ErrorCode;
}

/** `payload` is an object, not parsed yet. A rejection is logged, and the client learns nothing of it. */
export type Handler = (call: { identity: Identity | null; payload: unknown }) => Promise<Reply>;

/** The scope that an access token needs for each type of message; others are refused to it. */
export type MessageScopes = Readonly<Record<string, TokenScope>>;

/** What programs are limited to. */
export interface Programs {
  /** Whether the program may send what needs the scope; undefined is what no program may send. */
  admit(identity: Identity, scope: TokenScope | undefined): Promise<Result>;
  /** Before anything that a program plays. */
  mark(playerId: bigint): Promise<void>;
}

export interface Authenticate {
  /** A rejection means that it cannot be determined now. */
  sessionToken(token: string): Promise<Identity | null>;
  socketToken(token: string): Promise<Identity | null>;
  /** Milliseconds that each of these sessions still has; one that ended is missing. Rejects like the others. */
  liveSessions(sessionIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The session token in a Cookie header. */
  cookie(header: string | undefined): string | null;
}

/** A connection, as topics of its player know it. */
export interface Follower {
  readonly identity: Identity | null;
  deliver(frame: Buffer): void;
}

/** Topics that not everybody may follow. */
export interface OwnTopics {
  isTopic(topic: Topic): boolean;
  /** Follows these and no others of them; false, and nothing changes, where one is not the player's. */
  follow(follower: Follower, topics: readonly Topic[]): Promise<boolean>;
  leave(follower: Follower): void;
}

/** Where no topic is a player's own. */
export const noOwnTopics: OwnTopics = {
  isTopic: () => false,
  follow: async () => true,
  leave: () => undefined,
};

/** What a new subscriber is sent, by topic; topics get their bits in this order. */
export type TopicState = Readonly<Record<Topic, () => readonly LiveEvent[]>>;

/** One client's line, as sessions see it. Nothing is written to it after it was closed or dropped. */
export interface Connection {
  /** A complete frame. */
  write(frame: Buffer): void;
  /** Pings the client. Returns when anything was last received from it, on the monotonic clock. */
  hear(): number;
  /** Bytes that were written and are still waiting here. */
  waitingBytes(): number;
  close(code: number, reason: string): void;
  /** Ends it without a close frame. */
  drop(): void;
}

/** When a player's client was heard by a process. */
export interface Heard {
  playerId: string;
  /** Since the last answer. */
  agoMs: number;
  /** Whether there is a connection now. */
  isOpen: boolean;
}

/** What one process heard of the players. */
export interface LinesAnswer {
  process: string;
  heard: readonly Heard[];
}

export interface Lines {
  /** The name under which this process answers. */
  process: string;
  /** Asks all processes, this one included; each that is reached answers once, if it does within half a second. */
  ask(playerIds: readonly bigint[], answered: (answer: LinesAnswer) => void): void;
  /** Whether any process has a connection of the player. */
  isConnected(playerId: bigint): Promise<boolean>;
}
