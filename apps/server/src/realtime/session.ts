/**
 * The state of one connection: its player, its topics and its requests. It does not depend on the network, so that
 * tests can control every message.
 */
import type { ErrorCode } from '@fairground/contract/errors';
import { subscribePayload } from '@fairground/contract/live';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/logger.ts';
import { reasonOf, type Warn } from '../platform/sampled-warning.ts';
import type { Allowance, AllowanceRule } from './allowance.ts';
import { fullAllowance, takeOne } from './allowance.ts';
import type { Listener } from './broadcaster.ts';
import type { ClientMessage } from './envelope.ts';
import { openEnvelope } from './envelope.ts';
import { messageFrame } from './frame.ts';
import type { ReplayGuard } from './replay-guard.ts';
import { createReplayGuard } from './replay-guard.ts';
import type { Interest, TopicSet } from './topics.ts';
import type {
  Authenticate,
  Connection,
  Handler,
  Identity,
  MessageScopes,
  OwnTopics,
  Programs,
  Reply,
  TopicState,
} from './types.ts';

export interface SessionDeps {
  clock: Clock;
  log: Log;
  /** For warnings that can repeat for every message while the database is unavailable. */
  warn: Warn;
  authenticate: Authenticate;
  handlers: ReadonlyMap<string, Handler>;
  /** What programs may send, apart from `ping` and `subscribe`. */
  messageScopes: MessageScopes;
  programs: Programs;
  topics: TopicSet;
  topicState: TopicState;
  ownTopics: OwnTopics;
  /** Null where floods are let through, for load tests. */
  flood: AllowanceRule | null;
  lastNumber(): number;
  /** Whether the session that a token belongs to is still valid; rejects while that cannot be known. */
  confirm(sessionId: string): Promise<boolean>;
  /**
   * A client of the player has this version of them: what changed before the connection was
   * theirs was not pushed to it.
   */
  pageConnected(playerId: string, version: number): void;
  /** Called once, when the connection is a player's. */
  bound(session: Session, identity: Identity): void;
}

export const closeCodes = { policy: 1008, restart: 1012 } as const;

/** More than this waiting for a client that does not read, and it is dropped. */
const maxWaitingBytes = 1024 * 1024;
/**
 * How long a token that was good is taken for good without asking again, where its session is the one that the
 * connection is bound to: the end of that session closes the connection.
 */
const tokenTrustMs = 60_000;

export class Session implements Listener {
  interest: Interest;
  knowsUpTo = 0;
  /** Whose connection it is, once that was confirmed. */
  identity: Identity | null = null;
  /** The session of the identity, or of the one being confirmed: its end ends the connection. */
  sessionId: string | null = null;
  /** Set by the gateway's heartbeat. */
  isAlive = true;
  private readonly deps: SessionDeps;
  private readonly connection: Connection;
  /** Full until the first message. */
  private allowance: Allowance | null = null;
  private replays: ReplayGuard | null = null;
  /** The cookie's answer, while it is not there yet. */
  private greeting: Promise<void> | null = null;
  /** Settles when the sender of the message before is known. */
  private identifying: Promise<void> | null = null;
  /** Settles when an identity has been confirmed or refused. */
  private binding: Promise<void> | null = null;
  /** Settles when the subscription before is in force or refused. */
  private subscribing: Promise<void> | null = null;
  private followsOwn = false;
  private goodToken: { token: string; checkedAtMs: number } | null = null;
  private isOpen = true;

  constructor(deps: SessionDeps, connection: Connection) {
    this.deps = deps;
    this.connection = connection;
    this.interest = deps.topics.all;
  }

  /** Pings its client. Returns when anything was last received from it, on the monotonic clock. */
  hear(): number {
    return this.connection.hear();
  }

  /** Sends the current state, and looks up the cookie's session. */
  begin(cookieToken: string | null): void {
    this.sendState();
    if (cookieToken !== null) {
      this.greeting = this.bindCookie(cookieToken).finally(() => {
        this.greeting = null;
      });
    }
  }

  /** Never rejects. */
  async receive(data: string | Buffer): Promise<void> {
    if (!this.isOpen || !this.spend()) return;
    if (typeof data !== 'string') return this.refuse('invalid_request', 'Only text messages are understood.');
    const opened = openEnvelope(data, this.deps.clock.now());
    if (!opened.ok) return this.refuse('invalid_request', opened.reason, opened.requestId);
    const { message } = opened;
    this.replays ??= createReplayGuard();
    if (!this.replays.admit(message.requestId, message.sentAtMs)) {
      return this.refuse('invalid_request', 'This message was sent before.', message.requestId);
    }
    const trouble = await this.identify(message.token);
    if (!this.isOpen) return;
    if (trouble !== null) return this.refuse(trouble, sentences[trouble], message.requestId);
    if (!this.isOfShownPlayer(message))
      return this.refuse('session_changed', sentences.session_changed, message.requestId);
    await this.answer(message);
  }

  /** The page that sent it may still show the player who was signed in before. */
  private isOfShownPlayer({ payload }: ClientMessage): boolean {
    const shown = 'playerId' in payload ? payload.playerId : undefined;
    return shown === undefined || this.identity === null || shown === this.identity.playerId;
  }

  /** Refuses a message that programs may not send; returns false if they may. */
  private async refusesProgram({ type, requestId }: ClientMessage): Promise<boolean> {
    const { identity } = this;
    if (identity?.program === undefined) return false;
    const { messageScopes, programs, warn } = this.deps;
    const scope = ownMessages.includes(type)
      ? 'read'
      : Object.hasOwn(messageScopes, type)
        ? messageScopes[type]
        : undefined;
    try {
      const admitted = await programs.admit(identity, scope);
      if (admitted.ok && scope === 'play') await programs.mark(BigInt(identity.playerId));
      if (!admitted.ok) this.refuse(admitted.code, admitted.detail ?? sentences.rate_limited, requestId);
      return !admitted.ok;
    } catch (error) {
      warn(reasonOf(error), 'the message of a program could not be admitted');
      this.refuse('unavailable', sentences.unavailable, requestId);
      return true;
    }
  }

  /** Counts one message or control frame; closes a connection that sends too many. */
  spend(): boolean {
    const { flood, clock } = this.deps;
    if (flood === null) return true;
    const nowMs = clock.monotonic();
    this.allowance ??= fullAllowance(flood, nowMs);
    if (takeOne(this.allowance, flood, nowMs)) return true;
    this.close(closeCodes.policy, 'too many messages');
    return false;
  }

  deliver(frames: Buffer): void {
    if (!this.isOpen) return;
    if (this.connection.waitingBytes() + frames.length > maxWaitingBytes) {
      this.ended();
      this.connection.drop();
      return;
    }
    this.connection.write(frames);
  }

  push(event: { type: string; payload: object; requestId?: string | undefined }): void {
    this.deliver(messageFrame(event, this.deps.clock.now()));
  }

  close(code: number, reason: string): void {
    if (!this.isOpen) return;
    this.ended();
    this.connection.close(code, reason);
  }

  /** The connection is closed or closing: nothing more is sent on it. */
  ended(): void {
    this.isOpen = false;
  }

  private async answer(message: ClientMessage): Promise<void> {
    if (await this.refusesProgram(message)) return;
    if (message.type === 'ping') {
      const serverTime = new Date(this.deps.clock.now()).toISOString();
      return this.reply(message, { success: true, data: { serverTime } });
    }
    if (message.type === 'subscribe') {
      while (this.subscribing !== null) await this.subscribing;
      this.subscribing = this.subscribe(message).finally(() => (this.subscribing = null));
      return this.subscribing;
    }
    const handler = this.deps.handlers.get(message.type);
    if (handler === undefined) {
      return this.refuse('invalid_request', 'There is no message of this type.', message.requestId);
    }
    try {
      this.reply(message, await handler({ identity: this.identity, payload: message.payload }));
    } catch (error) {
      this.deps.log.error({ err: error, type: message.type }, 'a live message failed');
      this.reply(message, { success: false, code: 'internal_error', message: sentences.internal_error });
    }
  }

  private async subscribe(message: ClientMessage): Promise<void> {
    const parsed = subscribePayload.safeParse(message.payload);
    const { topics, ownTopics } = this.deps;
    const isKnown = (topic: string): boolean => topics.names.includes(topic) || ownTopics.isTopic(topic);
    if (!parsed.success || !parsed.data.topics.every(isKnown)) {
      return this.refuse('invalid_request', 'There is no such topic to subscribe to.', message.requestId);
    }
    const own = parsed.data.topics.filter(ownTopics.isTopic);
    const refusal = await this.followOwn(own);
    if (!this.isOpen) return ownTopics.leave(this);
    if (refusal !== null) return this.refuse(refusal, sentences[refusal], message.requestId);
    const { ticks = 'all', userVersion } = parsed.data;
    const wanted = topics.names.filter((topic) => parsed.data.topics.includes(topic));
    this.interest = wanted.reduce(
      (bits, topic) => bits | topics.bitOf(topic),
      ticks === 'all' ? topics.everyTick : 0,
    );
    this.reply(message, { success: true, data: { topics: [...wanted, ...own], ticks } });
    this.sendState();
    if (userVersion !== undefined && this.identity !== null) {
      this.deps.pageConnected(this.identity.playerId, userVersion);
    }
  }

  private async followOwn(own: readonly string[]): Promise<'not_found' | 'unavailable' | null> {
    if (own.length === 0 && !this.followsOwn) return null;
    try {
      if (!(await this.deps.ownTopics.follow(this, own))) return 'not_found';
      this.followsOwn = own.length > 0;
      return null;
    } catch (error) {
      this.deps.warn(reasonOf(error), 'a subscription could not be checked');
      return 'unavailable';
    }
  }

  private sendState(): void {
    const { topics, topicState, clock, lastNumber } = this.deps;
    const subscribed = topics.names.filter((topic) => (this.interest & topics.bitOf(topic)) !== 0);
    const frames = subscribed
      .flatMap((topic) => topicState[topic]?.() ?? [])
      .map((event) => messageFrame(event, clock.now()));
    // The state includes everything published so far, so events that are still pending are not sent again.
    this.knowsUpTo = lastNumber();
    if (frames.length > 0) this.deliver(Buffer.concat(frames));
  }

  private async bindCookie(token: string): Promise<void> {
    try {
      const identity = await this.deps.authenticate.sessionToken(token);
      if (identity !== null) await this.bind(identity);
    } catch (error) {
      // It remains a visitor's connection until a message contains a token.
      this.deps.warn(reasonOf(error), 'a socket could not be signed in by its cookie');
    }
  }

  /**
   * One message at a time: look-ups take different times, and a page's later message must not be handled before an
   * earlier one. Of two subscriptions, the earlier would be the one in force.
   */
  private async identify(token: string | null): Promise<'not_signed_in' | 'unavailable' | null> {
    while (this.identifying !== null) await this.identifying;
    if (this.greeting === null && token === null) return null;
    const check = async () => {
      if (this.greeting !== null) await this.greeting;
      return token === null ? null : this.checkToken(token);
    };
    const checked = check();
    this.identifying = checked.then(() => undefined);
    try {
      return await checked;
    } finally {
      this.identifying = null;
    }
  }

  /** Null if the token is that of this connection's player, who is bound from now on. */
  private async checkToken(token: string): Promise<'not_signed_in' | 'unavailable' | null> {
    const { authenticate, clock, warn } = this.deps;
    const good = this.goodToken;
    if (good?.token === token && clock.monotonic() - good.checkedAtMs < tokenTrustMs) return null;
    try {
      const identity = (await authenticate.socketToken(token)) ?? (await authenticate.sessionToken(token));
      if (identity === null) return 'not_signed_in';
      if (!(await this.bind(identity))) return 'not_signed_in';
      // The end of another session or access token of the player does not close this connection.
      const isOfConnection = identity.sessionId === this.sessionId;
      this.goodToken = isOfConnection ? { token, checkedAtMs: clock.monotonic() } : null;
      return null;
    } catch (error) {
      warn(reasonOf(error), 'a socket token could not be checked');
      return 'unavailable';
    }
  }

  /** False where the connection is another player's already, or the session ended. Rejects like `confirm`. */
  private async bind(identity: Identity): Promise<boolean> {
    while (this.binding !== null) await this.binding;
    if (!this.isOpen) return false;
    if (this.identity !== null) return this.identity.playerId === identity.playerId;
    const confirmed = this.confirm(identity);
    this.binding = confirmed.then(
      () => undefined,
      () => undefined,
    );
    try {
      return await confirmed;
    } finally {
      this.binding = null;
    }
  }

  /**
   * The session may have ended after its token was looked up and before this connection was registered.
   * So the connection is registered first, and only then is the session looked up again.
   */
  private async confirm(identity: Identity): Promise<boolean> {
    this.sessionId = identity.sessionId;
    let isLive = false;
    try {
      isLive = await this.deps.confirm(identity.sessionId);
    } finally {
      if (!isLive) this.sessionId = null;
    }
    if (!isLive || !this.isOpen) return false;
    this.identity = identity;
    this.deps.bound(this, identity);
    return true;
  }

  private reply({ type, requestId }: ClientMessage, reply: Reply): void {
    const isError = reply.code === 'not_signed_in' || reply.code === 'invalid_request';
    this.push({ type: isError ? 'error_response' : `${type}_response`, payload: reply, requestId });
  }

  private refuse(code: ErrorCode, message: string, requestId?: string): void {
    this.push({ type: 'error_response', payload: { success: false, message, code }, requestId });
  }
}

/** Messages that the gateway itself handles. */
const ownMessages: readonly string[] = ['ping', 'subscribe'];

const sentences = {
  rate_limited: 'Too many messages. Please wait a moment.',
  not_signed_in: 'Please sign in first.',
  not_found: 'There is nothing here.',
  session_changed: 'Another player is signed in here now. Nothing was changed.',
  unavailable: 'This cannot be answered right now. Please try again in a moment.',
  internal_error: 'Something went wrong on our side.',
} as const satisfies Partial<Record<ErrorCode, string>>;
