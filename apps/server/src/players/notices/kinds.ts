/** The kinds of notices that are not a game's: their data, texts and defaults. */
import type { NoticeLanguage } from '@fairground/contract/notices';
import {
  defineNoticeKind,
  writeCoins,
  writeTexts,
  type BadgeNames,
  type NoticeKind,
} from '@fairground/game-kit/server';
import kitEnglish from '@fairground/game-kit/web/messages/en.json' with { type: 'json' };
import kitSpanish from '@fairground/game-kit/web/messages/es.json' with { type: 'json' };
import * as z from 'zod/mini';
import en from './messages/en.json' with { type: 'json' };
import es from './messages/es.json' with { type: 'json' };

const catalogues = { en, es };
type Key = keyof typeof en;

const choiceOf = (title: Key, summary: Key) =>
  writeTexts<Key>(catalogues, { title, summary, values: () => ({}) });

/** Such as November 2026. */
const writeMonth = (month: string, language: NoticeLanguage): string =>
  new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

/** Such as 28 November 2026 at 03:15 UTC. */
const writeMinute = (at: string, language: NoticeLanguage): string => {
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(new Date(at))} UTC`;
};

/** Events of an account that are mailed too, and a sign-in from a new browser. */
export const securityEvents = [
  'newBrowser',
  'exported',
  'passwordChanged',
  'emailChanged',
  'breakTaken',
  'secondFactorAdded',
  'secondFactorRemoved',
  'passkeyAdded',
  'passkeyRemoved',
  'recoveryCodesReplaced',
  'recoveryCodeUsed',
] as const;

export type SecurityEvent = (typeof securityEvents)[number];

/** The data of each kind, as `createNotice` takes it. */
export const coreSchemas = {
  friendJoined: z.strictObject({
    playerId: z.string(),
    event: z.enum(['registered', 'rewarded']),
    /** For each side, once they are paid. */
    coins: z.number(),
  }),
  seasonEnded: z.strictObject({
    /** The month, such as 2026-11. */
    season: z.string().check(z.regex(/^\d{4}-\d\d$/)),
    /** Among the first hundred. */
    rank: z.number(),
  }),
  clubJoined: z.strictObject({
    clubId: z.string(),
    /** The club's name at that time. */
    club: z.string(),
    playerId: z.string(),
  }),
  clubWeek: z.strictObject({
    clubId: z.string(),
    club: z.string(),
    /** The week's Monday. */
    week: z.iso.date(),
    /** Who won most. */
    playerId: z.string(),
    won: z.number(),
  }),
  achievement: z.strictObject({
    achievement: z.string(),
    /** Another name than that of its id. */
    title: z.optional(z.object({ en: z.string(), es: z.string() })),
  }),
  security: z.strictObject({
    event: z.enum(securityEvents),
    /** Such as `Firefox on Windows`. */
    browser: z.string(),
  }),
  restored: z.strictObject({
    /** When the backup was made; null if that is not known. */
    to: z.nullable(z.iso.datetime()),
  }),
} as const;

export type CoreKind = keyof typeof coreSchemas;
export type CoreData = { [Name in CoreKind]: z.infer<(typeof coreSchemas)[Name]> };

/** What games add. */
export interface NoticeWords {
  notices?: { kinds: readonly NoticeKind[] };
  achievements?: { names: BadgeNames };
}

/** The name of a badge by its id; one that was removed with its game has none. */
type NameBadge = (id: string, language: NoticeLanguage) => string | undefined;

const nameBadges = (games: readonly NoticeWords[]): NameBadge => {
  const own: BadgeNames = { en: kitEnglish.badges, es: kitSpanish.badges };
  const all = [own, ...games.flatMap(({ achievements }) => achievements?.names ?? [])];
  return (id, language) => all.map((names) => names[language][`badge.${id}`]).find(Boolean);
};

export const listKinds = (games: readonly NoticeWords[]): ReadonlyMap<string, NoticeKind> => {
  const kinds = [
    ...games.flatMap(({ notices }) => notices?.kinds ?? []),
    ...createCoreKinds(nameBadges(games)),
  ];
  return new Map(kinds.map((kind) => [kind.kind, kind]));
};

const createCoreKinds = (nameBadge: NameBadge): readonly NoticeKind[] => [
  defineNoticeKind<CoreData['friendJoined']>({
    kind: 'friendJoined',
    schema: coreSchemas.friendJoined,
    choice: choiceOf('friend.name', 'friend.text'),
    texts: ({ event, coins }, username) =>
      writeTexts<Key>(catalogues, {
        title: `friend.${event}`,
        summary: `friend.${event}Text`,
        values: (language) => ({
          name: username ?? catalogues[language]['friend.someone'],
          coins: writeCoins(coins, language),
        }),
      }),
    path: () => '/profile',
    inboxByDefault: true,
  }),
  defineNoticeKind<CoreData['seasonEnded']>({
    kind: 'seasonEnded',
    schema: coreSchemas.seasonEnded,
    choice: choiceOf('season.name', 'season.text'),
    texts: ({ season, rank }) =>
      writeTexts<Key>(catalogues, {
        title: 'season.title',
        summary: 'season.rank',
        values: (language) => ({ season: writeMonth(season, language), rank: writeCoins(rank, language) }),
      }),
    path: ({ season }) => `/seasons/${season}`,
    inboxByDefault: true,
  }),
  defineNoticeKind<CoreData['clubJoined']>({
    kind: 'clubJoined',
    schema: coreSchemas.clubJoined,
    choice: choiceOf('club.name', 'club.joinedText'),
    texts: ({ club }, username) =>
      writeTexts<Key>(catalogues, {
        title: 'club.joined',
        summary: 'club.joinedSummary',
        values: (language) => ({ club, name: username ?? catalogues[language]['friend.someone'] }),
      }),
    path: ({ clubId }) => `/clubs/${clubId}`,
    inboxByDefault: true,
  }),
  defineNoticeKind<CoreData['clubWeek']>({
    kind: 'clubWeek',
    schema: coreSchemas.clubWeek,
    choice: choiceOf('club.weekName', 'club.weekText'),
    texts: ({ club, won }, username) =>
      writeTexts<Key>(catalogues, {
        title: 'club.week',
        summary: 'club.weekSummary',
        values: (language) => ({
          club,
          name: username ?? catalogues[language]['friend.someone'],
          coins: writeCoins(won, language),
        }),
      }),
    path: ({ clubId }) => `/clubs/${clubId}`,
    inboxByDefault: true,
  }),
  defineNoticeKind<CoreData['achievement']>({
    kind: 'achievement',
    schema: coreSchemas.achievement,
    choice: choiceOf('achievement.name', 'achievement.text'),
    texts: ({ achievement, title }) => {
      const nameIn = (language: NoticeLanguage) => title?.[language] ?? nameBadge(achievement, language);
      return writeTexts<Key>(catalogues, {
        title: nameIn('en') === undefined ? 'achievement.unnamed' : 'achievement.title',
        summary: 'achievement.summary',
        values: (language) => ({ achievement: nameIn(language) ?? '' }),
      });
    },
    path: () => '/achievements',
    inboxByDefault: true,
  }),
  defineNoticeKind<CoreData['security']>({
    kind: 'security',
    schema: coreSchemas.security,
    choice: choiceOf('security.name', 'security.text'),
    texts: ({ event, browser }) =>
      writeTexts<Key>(catalogues, {
        title: `security.${event}`,
        summary: 'security.seen',
        values: () => ({ browser }),
      }),
    path: () => '/profile',
    inboxByDefault: true,
    // A stolen session must not silence these. Their mails are those that an account always sends.
    fixed: ['inbox', 'mail'],
  }),
  defineNoticeKind<CoreData['restored']>({
    kind: 'restored',
    schema: coreSchemas.restored,
    choice: choiceOf('restored.name', 'restored.text'),
    texts: ({ to }) =>
      writeTexts<Key>(catalogues, {
        title: 'restored.title',
        summary: to === null ? 'restored.earlier' : 'restored.to',
        values: (language): Record<string, string> =>
          to === null ? {} : { time: writeMinute(to, language) },
      }),
    path: () => '/fairness',
    inboxByDefault: true,
    fixed: ['inbox'],
  }),
];

/** Without the words of games: for what is stored of a notice. */
export const coreKinds = createCoreKinds(() => undefined);
