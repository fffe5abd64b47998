/**
 * Clubs on live connections. A process follows the clubs that its connections follow: once a second it reads whether
 * something in them has changed, and what their members bet in the rounds that are shown, and sends each club one
 * message at most. The version of a club says when its members have to be read again, so that whoever was removed
 * follows it no longer, also where the bus is lost; the bus makes that faster.
 */
import { clubTopic, type ClubMembers, type ClubTable } from '@fairground/contract/clubs';
import type { Clock, Timer } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/logger.ts';
import type { EventBus } from '../../platform/messaging/event-bus.ts';
import { clubChangedEvent, clubSignEvent, parseId } from './events.ts';
import * as sql from './sql/clubs.sql.ts';

/** A connection, as far as clubs know it. */
export interface ClubFollower {
  readonly identity: { playerId: string } | null;
  deliver(frame: Buffer): void;
}

type Bet = Omit<ClubTable['bets'][number], 'username'>;
type Sign = NonNullable<ClubTable['signs']>[number];

/** What a game shows of some players in its round or draw; undefined while none is shown. */
export type ReadMembersBets = (
  playerIds: readonly bigint[],
) => Promise<{ roundId: string; bets: readonly Bet[] } | undefined>;

export interface ClubLiveDeps {
  query: Database['query'];
  bus: Pick<EventBus, 'publish' | 'subscribe'>;
  clock: Pick<Clock, 'monotonic' | 'setTimeout'>;
  log: Pick<Log, 'warn'>;
  /** By the game's wire id. */
  tables: () => ReadonlyMap<string, ReadMembersBets>;
  frame: (event: { type: string; payload: object }) => Buffer;
  /** Runs something in a later turn of the event loop. */
  defer: (run: () => void) => void;
}

type Table = Pick<ClubTable, 'roundId' | 'bets'> & { signs: Sign[] };

interface Followed {
  /** Zero until its members were read. */
  version: bigint;
  /** Somebody follows it since its members were read. */
  isStale: boolean;
  /** Their names by their ids, in the order of joining. */
  members: ReadonlyMap<string, string>;
  followers: Set<ClubFollower>;
  /** As each game's table was sent last. */
  sent: Map<string, { roundId: string; text: string; at: number }>;
  /** By game, until they are sent. */
  signs: Map<string, Sign[]>;
}

const everyMs = 1_000;
/** Members may have taken other names. */
const nameEveryMs = 60_000;
const maxSigns = 20;
const prefix = clubTopic('');

export const createClubLive = (deps: ClubLiveDeps) => {
  const { query, bus, clock, log, frame, defer } = deps;
  const clubs = new Map<string, Followed>();
  let timer: Timer | undefined;
  let lastTickMs = -Infinity;
  /** Counts messages, so that of two games the one that has waited longer is next. */
  let sentCount = 0;
  /** All members of the clubs that are followed here; unknown since one has changed. */
  let playerIds: readonly bigint[] | undefined;
  let namedAtMs = -Infinity;

  const push = (type: string, data: object): Buffer => frame({ type, payload: { success: true, data } });

  const leave = (follower: ClubFollower): void => {
    for (const [clubId, { followers }] of clubs) {
      if (followers.delete(follower) && followers.size === 0) clubs.delete(clubId);
    }
    playerIds = undefined;
  };

  const setMembers = (clubId: string, version: bigint, members: ReadonlyMap<string, string>): void => {
    const club = clubs.get(clubId);
    if (club === undefined || version < club.version) return;
    const told = push('clubMembers_response', { clubId } satisfies ClubMembers);
    for (const follower of club.followers) {
      const isMember = members.has(follower.identity?.playerId ?? '');
      // Whoever is no member any more is told that something has changed, and nothing else from then on. They may have
      // been removed between their subscription and the first reading of the members.
      if (!isMember || (version !== club.version && club.version !== 0n)) follower.deliver(told);
      if (!isMember) club.followers.delete(follower);
    }
    Object.assign(club, { version, members, isStale: false });
    playerIds = undefined;
    if (club.followers.size === 0) clubs.delete(clubId);
  };

  /** Reads the members of those that changed. */
  const check = async (ids: readonly string[]): Promise<void> => {
    const clubIds = ids.map(BigInt);
    const found = new Map(
      (await sql.readVersions.run(query, { clubIds })).map(({ id, version }) => [String(id), version]),
    );
    const ended = ids.filter((id) => !found.has(id));
    for (const id of ended) setMembers(id, (clubs.get(id)?.version ?? 0n) + 1n, new Map());
    const newer = ids.filter((id) => {
      const club = clubs.get(id);
      return club && found.has(id) && (club.isStale || found.get(id) !== club.version);
    });
    if (newer.length === 0) return;
    for (const row of await sql.readFollowed.run(query, { clubIds: newer.map(BigInt) })) {
      setMembers(String(row.id), row.version, new Map(row.members as [string, string][]));
    }
  };

  const readTables = async (): Promise<Map<string, { roundId: string; bets: Map<string, Bet[]> }>> => {
    const read = new Map<string, { roundId: string; bets: Map<string, Bet[]> }>();
    playerIds ??= [...new Set([...clubs.values()].flatMap(({ members }) => [...members.keys()]))].map(BigInt);
    for (const [game, readBets] of deps.tables()) {
      const table = await readBets(playerIds);
      if (table)
        read.set(game, { roundId: table.roundId, bets: Map.groupBy(table.bets, ({ userId }) => userId) });
    }
    return read;
  };

  /** The game that has waited longest, among those whose table has changed for the club. */
  const nextTable = (
    club: Followed,
    tables: Awaited<ReturnType<typeof readTables>>,
  ): [string, Table] | undefined => {
    let next: { game: string; table: Table; text: string; at: number } | undefined;
    for (const [game, { roundId, bets: byPlayer }] of tables) {
      const bets = [...club.members].flatMap(([userId, username]) =>
        (byPlayer.get(userId) ?? []).map(({ amount, cashOut }) => ({ userId, username, amount, cashOut })),
      );
      const signs = club.signs.get(game) ?? [];
      const sent = club.sent.get(game);
      const text = JSON.stringify(bets);
      const isNews = sent?.roundId === roundId ? sent.text !== text : bets.length > 0;
      const at = sent?.at ?? 0;
      if ((isNews || signs.length > 0) && (next === undefined || at < next.at)) {
        next = { game, table: { roundId, bets, signs }, text, at };
      }
    }
    if (next === undefined) return undefined;
    club.sent.set(next.game, { roundId: next.table.roundId, text: next.text, at: (sentCount += 1) });
    club.signs.delete(next.game);
    return [next.game, next.table];
  };

  const turn = (): Promise<void> => new Promise((resolve) => defer(resolve));

  const tick = async (): Promise<void> => {
    if (clock.monotonic() - namedAtMs >= nameEveryMs) {
      namedAtMs = clock.monotonic();
      for (const club of clubs.values()) club.isStale = true;
    }
    await check([...clubs.keys()]);
    const tables = await readTables();
    for (const [clubId, club] of clubs) {
      const next = nextTable(club, tables);
      if (next === undefined) continue;
      const [game, { roundId, bets, signs }] = next;
      const data = { clubId, game, roundId, bets, ...(signs.length > 0 && { signs }) };
      const message = push('clubTable_response', data satisfies ClubTable);
      for (const follower of club.followers) follower.deliver(message);
      // Many clubs at once do not delay requests.
      await turn();
    }
  };

  const run = async (): Promise<void> => {
    try {
      await tick();
    } catch (error) {
      log.warn({ err: error }, 'the tables of clubs could not be read');
    }
    lastTickMs = clock.monotonic();
    timer = undefined;
    if (clubs.size > 0) start();
  };

  /** Messages of a club are a second apart, however long a reading takes. */
  const start = (): void => {
    timer ??= clock.setTimeout(() => void run(), Math.max(0, lastTickMs + everyMs - clock.monotonic()));
  };

  bus.subscribe(clubChangedEvent, ({ clubId }) => {
    if (!clubs.has(clubId)) return;
    check([clubId]).catch((error: unknown) =>
      log.warn({ err: error }, 'the members of a club could not be read'),
    );
  });
  bus.subscribe(clubSignEvent, ({ clubId, game, ...sign }) => {
    const club = clubs.get(clubId);
    const signs = club?.signs.get(game) ?? [];
    if (club && signs.length < maxSigns) club.signs.set(game, [...signs, sign]);
  });

  return {
    isTopic: (topic: string): boolean => topic.startsWith(prefix),
    /** Follows these clubs and no others; false, and nothing changes, where one of them is not the player's. */
    async follow(follower: ClubFollower, topics: readonly string[]): Promise<boolean> {
      const ids = new Set(topics.map((topic) => topic.slice(prefix.length)));
      const clubIds = [...ids].map(parseId).filter((id) => id !== undefined);
      const { identity } = follower;
      if (ids.size > 0) {
        if (identity === null || clubIds.length < ids.size) return false;
        const own = await sql.findMemberships.run(query, { playerId: BigInt(identity.playerId), clubIds });
        if (own.length < ids.size) return false;
      }
      leave(follower);
      for (const id of ids) {
        const club = clubs.get(id) ?? createFollowed();
        club.followers.add(follower);
        club.sent.clear();
        // They may have changed since they were looked up.
        club.isStale = true;
        clubs.set(id, club);
      }
      if (ids.size > 0) start();
      return true;
    },
    leave,
    /** Sends a sign to the club alone; false where the player is no member. */
    async sendSign(game: string, { clubId, playerId, sign }: ClubSign): Promise<boolean> {
      const id = parseId(clubId);
      if (id === undefined) return false;
      const [own] = await sql.findMemberships.run(query, { playerId: BigInt(playerId), clubIds: [id] });
      if (!own) return false;
      bus.publish(clubSignEvent, { clubId, game, userId: playerId, username: own.username, sign });
      return true;
    },
    stop: () => timer?.cancel(),
  };
};

const createFollowed = (): Followed => ({
  version: 0n,
  isStale: true,
  members: new Map(),
  followers: new Set(),
  sent: new Map(),
  signs: new Map(),
});

export type ClubLive = ReturnType<typeof createClubLive>;

export interface ClubSign {
  clubId: string;
  playerId: string;
  sign: string;
}
