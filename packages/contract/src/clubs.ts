/**
 * Clubs: private groups of players with a name and a link for each member. Nobody else learns that a club exists:
 * every call about one that is not the caller's own is not found.
 */
import * as z from 'zod/mini';
import { coins, id, instant, multiplier } from './primitives.ts';

/** A player belongs to this many clubs at most. */
export const maxClubs = 5;
export const maxClubMembers = 50;
/** The newest wins and weeks that a club's page lists. */
export const listedClubWins = 10;
export const listedClubWeeks = 12;
/** A win of note paid this many times its stake, or more. */
export const notableMultiplier = 2;

/** What a socket subscribes to for a club. A list with one that is not one's own is refused whole. */
export const clubTopic = (clubId: string): `club:${string}` => `club:${clubId}`;

/** No invisible characters, so that a name is what it looks like. */
export const clubName = z
  .string()
  .check(
    z.normalize('NFC'),
    z.trim(),
    z.regex(/^[^\p{C}\p{Zl}\p{Zp}]{3,40}$/u, 'Must have 3 to 40 characters, and none that is invisible.'),
  );

export const clubRoles = ['owner', 'member'] as const;
export type ClubRole = (typeof clubRoles)[number];
const role = z.enum(clubRoles);

const clubRow = z.object({ id, name: z.string(), memberCount: z.number(), role });

/** GET /clubs: those of the caller, in the order of joining. */
export const clubsAnswer = z.object({ clubs: z.array(clubRow) });

/** POST /clubs and POST /clubs/{id}/rename */
export const clubNameBody = z.strictObject({ name: clubName });

/** Answered by whatever changes a club, and by joining one. */
export const clubAnswer = z.object({ club: clubRow });

export const clubParams = z.object({ id });

/** Weeks begin on Monday, months on the first, days at midnight, all in the site's time zone. */
export const clubWindows = ['week', 'month', 'all'] as const;
export type ClubWindow = (typeof clubWindows)[number];
export const clubQuery = z.object({ window: z._default(z.enum(clubWindows), 'week') });

const clubMember = z.object({
  id,
  /** Also of members who hide their name from everybody else. */
  username: z.string(),
  avatar: z.nullable(z.string()),
  role,
  joinedAt: instant,
  /** From 1, by `totalWon`; members who won the same have the same rank. */
  rank: z.number(),
  /** Payout minus stake over bets that paid more than their stake, since the site day of joining, in the window. */
  totalWon: coins,
  /** Counts bets placed since the site day of joining, in the window; null where none paid more than its stake. */
  bestMultiplier: z.nullable(multiplier),
  /** The game of the newest bet since the site day of joining, by its wire id; null before the first. */
  lastGame: z.nullable(z.string()),
  /** Has a page of the site open, on any process. */
  online: z.boolean(),
});

const clubWin = z.object({
  userId: id,
  username: z.string(),
  /** By its wire id. */
  game: z.string(),
  multiplier,
  /** What it paid, stake included. */
  amountWon: coins,
  /** The id of its round, game or draw: its page is /rounds/{game}/{round}. */
  round: id,
});

const clubWeek = z.object({
  /** Its Monday, YYYY-MM-DD. */
  week: z.string(),
  userId: id,
  username: z.string(),
  totalWon: coins,
});

/** GET /clubs/{id} */
export const clubPageAnswer = z.object({
  id,
  name: z.string(),
  role,
  memberCount: z.number(),
  /** The caller's own. */
  invite: z.object({ code: z.string(), link: z.string() }),
  /** By rank, then by the time of joining. */
  members: z.array(clubMember),
  /** The newest first, of members, since each of them joined. */
  wins: z.array(clubWin),
  /** Weeks that are over and have a winner who is still a member, the newest first. */
  weeks: z.array(clubWeek),
});

/** POST /clubs/{id}/remove and /owner */
export const clubMemberBody = z.strictObject({ userId: id });

/** In any case, with or without `club-`. */
export const clubCode = z.string().check(z.minLength(1), z.maxLength(64));

/** GET /clubs/join/{code}: open to visitors. */
export const clubCodeParams = z.object({ code: clubCode });
export const clubInvitationAnswer = z.object({
  name: z.string(),
  memberCount: z.number(),
  invitedBy: z.object({ username: z.string() }),
  /** On a site that takes invited players alone: the link is an invitation to it as well. */
  opensAccounts: z.optional(z.literal(true)),
});

/** POST /clubs/join */
export const joinClubBody = z.strictObject({ code: clubCode });

/**
 * `club` of POST /auth/guest and /auth/register: the code of a club, joined at once. One that is dead, or of a club
 * that is full, is no error: the account is opened, and the answer's `club` is null. Where `ref` names nobody, the
 * member whose code it is has invited the player, and is paid for it like for any other referral.
 */
export const joinedClub = z.optional(z.nullable(clubRow));

/** clubTable_response: at most once a second for each club, where something in it has changed. */
export const clubTableData = z.object({
  clubId: id,
  /** By its wire id. */
  game: z.string(),
  /** The round or draw that is shown. A message replaces what came before of the game. */
  roundId: id,
  /** The members' bets of it, by the order of joining, also of members who hide their names. */
  bets: z.array(
    z.object({
      userId: id,
      username: z.string(),
      /** In a game in which a player can place many bets at once: the sum of them. */
      amount: coins,
      /** Where it was cashed out; null before, and in games without cash-outs. */
      cashOut: z.nullable(multiplier),
    }),
  ),
  /** Signs that members sent to the club alone since the last message. */
  signs: z.optional(z.array(z.object({ userId: id, username: z.string(), sign: z.string() }))),
});

/** clubMembers_response: somebody joined, left or was removed, or the club has another name, owner or codes. */
export const clubMembersData = z.object({ clubId: id });

export type Club = z.infer<typeof clubRow>;
export type Clubs = z.infer<typeof clubsAnswer>;
export type ClubPage = z.infer<typeof clubPageAnswer>;
export type ClubMember = z.infer<typeof clubMember>;
export type ClubInvitation = z.infer<typeof clubInvitationAnswer>;
export type ClubTable = z.infer<typeof clubTableData>;
export type ClubMembers = z.infer<typeof clubMembersData>;
