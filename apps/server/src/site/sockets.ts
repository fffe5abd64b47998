/** The live connections: what the parts handle, and what changed players are sent on all of theirs. */
import type { User } from '@fairground/contract/user';
import { readCookie, sessionCookieName } from '../http/caller.ts';
import { createClientAddress } from '../http/client-address.ts';
import type { RequestIdentity } from '../http/request-identity.ts';
import { findUsers } from '../ledger/player-view.ts';
import { achievementReachedEvent } from '../players/achievements/events.ts';
import { createGateway } from '../realtime/gateway.ts';
import { answerForLines } from '../realtime/lines.ts';
import type { Handler, MessageScopes, OwnTopics, TopicState } from '../realtime/types.ts';
import type { Core } from './core.ts';
import { playersChangedEvent, sessionEndedEvent, userChangedEvent } from './events.ts';
import type { Identity } from './identity-part.ts';
import { createPlayerPushes } from './player-pushes.ts';
import type { SitePart } from './site-part.ts';

export const openSockets = (
  core: Core,
  { auth, bots, tokens }: Identity,
  parts: readonly SitePart[],
  ownTopics: OwnTopics,
) => {
  const { settings, events, allowedOrigins, siteUrl } = core;
  const messageScopes = Object.assign({}, ...parts.map((part) => part.messageScopes)) as MessageScopes;
  const gateway = createGateway({
    ...core,
    addressOf: createClientAddress(settings.trustProxy),
    allowedOrigin: (origin) => allowedOrigins().has(origin),
    authenticate: {
      sessionToken: async (token) => toSocketIdentity(await auth.findSession(token)),
      socketToken: async (token) =>
        toSocketIdentity((await auth.findSocketIdentity(token)) ?? (await tokens.find(token))),
      liveSessions: async (ids) => {
        const live = await auth.findLiveSessions(ids.map(BigInt));
        return new Map([...live].map(([id, remainingMs]) => [String(id), remainingMs]));
      },
      cookie: (header) => readCookie(header, sessionCookieName(siteUrl())),
    },
    handlers: Object.assign({}, ...parts.map((part) => part.handlers)) as Record<string, Handler>,
    messageScopes,
    programs: {
      admit: ({ sessionId, program }, scope) => tokens.admit({ sessionId, program }, scope),
      mark: bots.mark,
    },
    ownTopics,
    topicState: Object.assign({}, ...parts.map((part) => part.topicState)) as TopicState,
    pageConnected(playerId, version) {
      playerPushes.connected(playerId, version);
      for (const part of parts) part.pageConnected?.(playerId);
    },
  });

  answerForLines({ bus: events, process: core.processName, hear: gateway.hear });

  const pushUser = (user: User) => {
    gateway.pushToPlayer(user.id, {
      type: 'updatedUser_response',
      payload: { success: true, data: { user } },
    });
    playerPushes.shown(user.id, user.version);
  };
  const playerPushes = createPlayerPushes<User>({
    hasPlayer: gateway.hasPlayer,
    read: (ids) => findUsers(core.database.query, ids),
    push(user, known) {
      const version = known.get(user.id);
      if (version === undefined || user.version > version) pushUser(user);
    },
    failed: (error) => core.log.warn({ err: error }, 'pushing changed players failed'),
  });
  events.subscribe(userChangedEvent, pushUser);
  events.subscribe(playersChangedEvent, ({ playerIds }) => playerPushes.changed(playerIds));
  events.subscribe(achievementReachedEvent, ({ playerId, id }) =>
    gateway.pushToPlayer(playerId, {
      type: 'achievement_response',
      payload: { success: true, data: { id } },
    }),
  );
  events.subscribe(sessionEndedEvent, ({ sessionId }) => {
    auth.forgetSession(BigInt(sessionId));
    gateway.closeSession(sessionId);
  });
  return {
    gateway,
    messageScopes,
    /** Pushes to connected players what the bus missed. */
    refresh: async () => playerPushes.refresh(gateway.players()),
  };
};

const toSocketIdentity = (identity: RequestIdentity | undefined) =>
  identity
    ? { ...identity, playerId: String(identity.playerId), sessionId: String(identity.sessionId) }
    : null;
