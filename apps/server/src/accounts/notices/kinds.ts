/** The kinds of notices that are not a game's: their data, texts and defaults. */
import type { NoticeLanguage } from '@fairground/contract/notices';
import { defineNoticeKind, writeCoins, writeTexts, type NoticeKind } from '@fairground/game-kit/server';
import * as z from 'zod/mini';
import en from './messages/en.json' with { type: 'json' };
import es from './messages/es.json' with { type: 'json' };

const catalogues = { en, es };
type Key = keyof typeof en;

const choiceOf = (title: Key, summary: Key) =>
  writeTexts<Key>(catalogues, { title, summary, values: () => ({}) });

const inLanguages = z.object({ en: z.string(), es: z.string() });

/** Such as November 2026. */
const writeMonth = (month: string, language: NoticeLanguage): string =>
  new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

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
  achievement: z.strictObject({
    achievement: z.string(),
    /** Its name, where the server has it: names of badges are texts of the page. */
    title: z.optional(inLanguages),
  }),
  security: z.strictObject({
    event: z.enum(securityEvents),
    /** Such as `Firefox on Windows`. */
    browser: z.string(),
  }),
} as const;

export type CoreKind = keyof typeof coreSchemas;
export type CoreData = { [Name in CoreKind]: z.infer<(typeof coreSchemas)[Name]> };

export const coreKinds: readonly NoticeKind[] = [
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
  defineNoticeKind<CoreData['achievement']>({
    kind: 'achievement',
    schema: coreSchemas.achievement,
    choice: choiceOf('achievement.name', 'achievement.text'),
    texts: ({ title }) =>
      writeTexts<Key>(catalogues, {
        title: title ? 'achievement.title' : 'achievement.unnamed',
        summary: 'achievement.summary',
        values: (language) => ({ achievement: title?.[language] ?? '' }),
      }),
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
];
