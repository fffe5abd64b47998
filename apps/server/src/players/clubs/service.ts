/** Clubs: private groups of players. Whoever is no member is told that there is nothing. */
import {
  listedClubWeeks,
  listedClubWins,
  notableMultiplier,
  maxClubs,
  type Club,
  type ClubInvitation,
  type ClubPage,
  type Clubs,
  type ClubWindow,
} from '@fairground/contract/clubs';
import { accept, accepted, refuse, type Result } from '@fairground/contract/errors';
import { isReservedName, type ClubDoor } from '../../identity/sign-in/service.ts';
import { toWireCoins } from '../../ledger/player-view.ts';
import { addressSubject, type AttemptLimiter, type AttemptRule } from '../../platform/attempt-limiter.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Entropy } from '../../platform/entropy.ts';
import type { EventBus } from '../../platform/messaging/event-bus.ts';
import { clubChangedEvent, parseId } from './events.ts';
import { createClubCode, holdPlayer, joinClub, parseClubCode, requireClub, toClub } from './membership.ts';
import * as sql from './sql/clubs.sql.ts';

type Query = Database['query'];

/** Codes are as long as reference ids, and looked up as rarely. */
const perAddress: AttemptRule = { name: 'club-code-address', max: 60, windowMs: 5 * 60_000 };
const perPlayer: AttemptRule = { name: 'club-change', max: 60, windowMs: 5 * 60_000 };
/** Looking at a club reads what its members played. */
const perReader: AttemptRule = { name: 'club-page', max: 300, windowMs: 5 * 60_000 };
/** Stakes of each member in each game that are looked at: what is best of all time is the best of these. */
const maxStakes = 200;

const spans = { week: 'w', month: 'm', all: 'a' } as const;

export interface ClubsDeps {
  database: Database;
  entropy: Entropy;
  bus: Pick<EventBus, 'publish'>;
  limiter: Pick<AttemptLimiter, 'take'>;
  /** The public address without a final slash. */
  siteUrl: () => string;
  /** Whether the site takes invited players alone, and those whom a club invites. */
  isInvitation?: boolean;
  /** Games with stakes: the folder, by which statements know it, and the id of the wire. */
  games: readonly { id: string; folder: string; stakes?: unknown }[];
  /** Which of these players have a page open, on any process. */
  findOnline: (playerIds: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** For accounts that are opened with a club's code. */
export const createClubDoor = (deps: Pick<ClubsDeps, 'database' | 'entropy' | 'bus'>): ClubDoor => ({
  findInviter: (code) => sql.findInvitation.first(deps.database.query, { code: parseClubCode(code) }),
  join: (query, playerId, code) => joinClub(query, deps.entropy, playerId, code),
  joined: ({ id }) => deps.bus.publish(clubChangedEvent, { clubId: id }),
});

export const createClubsService = (deps: ClubsDeps) => {
  const { database, entropy, limiter } = deps;
  const { query } = database;
  const folders = new Map(deps.games.flatMap(({ id, folder, stakes }) => (stakes ? [[folder, id]] : [])));
  const changed = (clubId: bigint | string) => deps.bus.publish(clubChangedEvent, { clubId: String(clubId) });

  const reading = new Map<string, ReturnType<typeof sql.readPlay.first>>();
  /** Members who look at the same time share what is read. */
  const readPlay = (clubId: bigint, span: (typeof spans)[ClubWindow]) => {
    const key = `${clubId}${span}`;
    const known = reading.get(key);
    if (known) return known;
    const read = sql.readPlay
      .first(query, {
        clubId,
        span,
        games: [...folders.keys()],
        maxStakes,
        maxWins: listedClubWins,
        notableHundredths: 100 * notableMultiplier,
      })
      .finally(() => reading.delete(key));
    reading.set(key, read);
    return read;
  };

  const judgeName = (name: string): Result =>
    isReservedName(name.replaceAll(/[^\p{L}\p{N}]/gu, ''))
      ? refuse('already_taken', { detail: 'That name is reserved.', path: 'name', reason: 'name_reserved' })
      : accepted;

  /** One change at a time: `act` sees what all changes before it have committed. */
  const actAsOwner = async (
    playerId: bigint,
    club: string,
    act: (query: Query, clubId: bigint) => Promise<Result>,
  ): Promise<Result<{ club: Club }>> => {
    const clubId = parseId(club);
    if (clubId === undefined) return refuse('not_found');
    const attempt = await limiter.take([[perPlayer, String(playerId)]]);
    if (!attempt.ok) return attempt;
    const result = await database.transaction<Result<{ club: Club }>>(async (within) => {
      await sql.lockClub.run(within, { clubId });
      const own = await sql.findClub.first(within, { clubId, playerId });
      if (!own?.is_owner) return refuse('not_found');
      const acted = await act(within, clubId);
      if (!acted.ok) return acted;
      await sql.touchClub.run(within, { clubId });
      const left = await sql.findClub.first(within, { clubId, playerId });
      return accept({ club: toClub(left ?? own) });
    });
    if (result.ok) changed(clubId);
    return result;
  };

  return {
    async list(playerId: bigint): Promise<Clubs> {
      return { clubs: (await sql.listClubs.run(query, { playerId })).map(toClub) };
    },

    async create(playerId: bigint, name: string): Promise<Result<{ club: Club }>> {
      const judged = judgeName(name);
      if (!judged.ok) return judged;
      const attempt = await limiter.take([[perPlayer, String(playerId)]]);
      if (!attempt.ok) return attempt;
      return database.transaction<Result<{ club: Club }>>(async (within) => {
        if (!(await holdPlayer(within, playerId))) return refuse('not_signed_in');
        const own = await sql.countClubs.first(within, { playerId });
        if (own && own.clubs >= maxClubs) return refuse('club_limit');
        const made = await sql.insertClub.first(within, { name });
        if (!made) throw new Error('the site has no day');
        const member = { clubId: made.id, playerId, code: createClubCode(entropy), isOwner: true };
        await sql.insertMember.run(within, member);
        return accept({ club: await requireClub(within, made.id, playerId) });
      });
    },

    /** What the link of a member shows to anybody who has it. */
    async findInvitation(code: string, address: string): Promise<Result<ClubInvitation>> {
      const attempt = await limiter.take([[perAddress, addressSubject(address)]]);
      if (!attempt.ok) return attempt;
      const row = await sql.findInvitation.first(query, { code: parseClubCode(code) });
      if (!row) return refuse('not_found');
      return accept({
        name: row.name,
        memberCount: row.member_count,
        invitedBy: { username: row.username },
        ...(deps.isInvitation === true && { opensAccounts: true }),
      });
    },

    async join(playerId: bigint, code: string, address: string): Promise<Result<{ club: Club }>> {
      const attempt = await limiter.take([
        [perAddress, addressSubject(address)],
        [perPlayer, String(playerId)],
      ]);
      if (!attempt.ok) return attempt;
      const joined = await database.transaction((within) => joinClub(within, entropy, playerId, code));
      if (!joined.ok) return joined;
      const { club, isNew } = joined.value;
      if (isNew) changed(club.id);
      return accept({ club });
    },

    async find(playerId: bigint, club: string, window: ClubWindow): Promise<Result<ClubPage>> {
      const clubId = parseId(club);
      const own = clubId === undefined ? undefined : await sql.findClub.first(query, { clubId, playerId });
      if (!own || clubId === undefined) return refuse('not_found');
      const attempt = await limiter.take([[perReader, String(playerId)]]);
      if (!attempt.ok) return attempt;
      const span = spans[window];
      const [members, play, weeks] = await Promise.all([
        sql.readMembers.run(query, { clubId, span }),
        readPlay(clubId, span),
        sql.readWeeks.run(query, { clubId, maxRows: listedClubWeeks }),
      ]);
      // Removed since the first look: nothing of the club is shown any more.
      const code = members.find(({ id }) => id === playerId)?.code;
      if (code === undefined || !play) return refuse('not_found');
      const online = await deps.findOnline(members.map(({ id }) => String(id)));
      const played = new Map((play.members as Played[]).map((each) => [each.userId, each]));
      // What is shared may have been read before one of them was removed.
      const isOfMember = ({ userId }: Win) => members.some(({ id }) => String(id) === userId);
      const wireGame = (folder: string): string => folders.get(folder) ?? folder;
      return accept({
        ...toClub(own),
        memberCount: members.length,
        invite: { code, link: `${deps.siteUrl()}/join/${code}` },
        members: members.map(
          ({ id, username, avatar, is_owner: isOwner, joined_at: joinedAt, won, rank }) => {
            const { hundredths = null, lastGame = null } = played.get(String(id)) ?? {};
            return {
              id: String(id),
              username,
              avatar,
              role: isOwner ? 'owner' : 'member',
              joinedAt: joinedAt.toISOString(),
              rank: Number(rank),
              totalWon: toWireCoins(won),
              bestMultiplier: hundredths === null ? null : hundredths / 100,
              lastGame: lastGame === null ? null : wireGame(lastGame),
              online: online.has(String(id)),
            };
          },
        ),
        wins: (play.wins as Win[]).filter(isOfMember).map(({ hundredths, game, ...win }) => ({
          ...win,
          game: wireGame(game),
          multiplier: hundredths / 100,
        })),
        weeks: weeks.map(({ week, player_id: userId, username, won }) => ({
          week,
          userId: String(userId),
          username,
          totalWon: toWireCoins(won),
        })),
      });
    },

    async rename(playerId: bigint, club: string, name: string): Promise<Result<{ club: Club }>> {
      const judged = judgeName(name);
      if (!judged.ok) return judged;
      return actAsOwner(playerId, club, async (within, clubId) => {
        await sql.renameClub.run(within, { clubId, name });
        return accepted;
      });
    },

    /** Links that were given away lead nowhere any more. */
    renewCodes: (playerId: bigint, club: string): Promise<Result<{ club: Club }>> =>
      actAsOwner(playerId, club, async (within, clubId) => {
        const players = (await sql.listMemberIds.run(within, { clubId })).map(({ id }) => id);
        await sql.renewCodes.run(within, {
          clubId,
          players,
          codes: players.map(() => createClubCode(entropy)),
        });
        return accepted;
      }),

    remove: (playerId: bigint, club: string, userId: string): Promise<Result<{ club: Club }>> =>
      actAsOwner(playerId, club, async (within, clubId) => {
        const memberId = parseId(userId);
        if (memberId === playerId) {
          return refuse('invalid_request', { detail: 'Leave the club instead.', path: 'userId' });
        }
        const left = memberId && (await sql.leaveClubs.run(within, { playerId: memberId, clubId }));
        return left && left.length > 0 ? accepted : refuse('not_found');
      }),

    handOver: (playerId: bigint, club: string, userId: string): Promise<Result<{ club: Club }>> =>
      actAsOwner(playerId, club, async (within, clubId) => {
        const memberId = parseId(userId);
        const members = await sql.listMemberIds.run(within, { clubId });
        if (memberId === undefined || !members.some(({ id }) => id === memberId)) return refuse('not_found');
        await sql.endOwner.run(within, { clubId });
        await sql.makeOwner.run(within, { clubId, playerId: memberId });
        return accepted;
      }),

    async leave(playerId: bigint, club: string): Promise<Result> {
      const clubId = parseId(club);
      if (clubId === undefined) return refuse('not_found');
      const left = await database.transaction((within) => sql.leaveClubs.run(within, { playerId, clubId }));
      if (left.length === 0) return refuse('not_found');
      changed(clubId);
      return accepted;
    },

    close: (playerId: bigint, club: string): Promise<Result<{ club: Club }>> =>
      actAsOwner(playerId, club, async (within, clubId) => {
        await sql.deleteClub.run(within, { clubId });
        return accepted;
      }),
  };
};

export type ClubsService = ReturnType<typeof createClubsService>;

interface Played {
  userId: string;
  hundredths: number | null;
  lastGame: string;
}

interface Win {
  userId: string;
  username: string;
  game: string;
  hundredths: number;
  amountWon: number;
  round: string;
}
