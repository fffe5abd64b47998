/** Notices to players: their list, what they want to be notified of and how, and browsers that get push messages. */
import * as z from 'zod/mini';
import { id, instant } from './primitives.ts';

export const noticeLanguages = ['en', 'es'] as const;
export const noticeChannels = ['inbox', 'push', 'mail'] as const;
export type NoticeLanguage = (typeof noticeLanguages)[number];
export type NoticeChannel = (typeof noticeChannels)[number];

const texts = z.object({
  title: z.string(),
  /** One or two sentences. */
  summary: z.string(),
});
const inLanguages = z.object({ en: texts, es: texts });

export const noticeSchema = z.object({
  id,
  kind: z.string(),
  /** In the shape of its kind. */
  data: z.record(z.string(), z.unknown()),
  texts: inLanguages,
  /** The page of the site that it leads to. */
  path: z.string(),
  createdAt: instant,
  read: z.boolean(),
});

/** GET /user/notices: the newest first; `before` is the `next` of the page before. */
export const noticesQuery = z.strictObject({
  before: z.optional(z.string().check(z.regex(/^\d{1,18}$/))),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(50)), 20),
});

export const noticesAnswer = z.object({
  notices: z.array(noticeSchema),
  /** Counted over all pages. */
  unread: z.number(),
  /** Null after the last page. */
  next: z.nullable(z.string()),
});

/**
 * POST /user/notices/read: marks those up to this one as read, which leaves one that arrived since unread; or this one
 * alone.
 */
export const readNoticesBody = z.strictObject({
  through: z.string().check(z.regex(/^\d{1,18}$/)),
  only: z.optional(z.boolean()),
});

/** GET and POST /user/notice-settings */
export const noticeSettingsAnswer = z.object({
  kinds: z.array(
    z.object({
      kind: z.string(),
      texts: inLanguages,
      inbox: z.boolean(),
      push: z.boolean(),
      mail: z.boolean(),
      /** Channels that are not the player's choice. */
      fixed: z.array(z.enum(noticeChannels)),
    }),
  ),
  /** Whether mails would arrive: the player has a confirmed address. */
  hasAddress: z.boolean(),
  push: z.object({
    /** The site's key, for `PushManager.subscribe`. */
    publicKey: z.string(),
    /** Browsers that get push messages. */
    browsers: z.number(),
    /** Whether the browser of this session is one of them. */
    current: z.boolean(),
  }),
});

/** One choice. Some kinds exclude each other in a channel: choosing one ends the other. */
export const noticeSettingBody = z.strictObject({
  kind: z.string().check(z.minLength(1), z.maxLength(40)),
  channel: z.enum(noticeChannels),
  on: z.boolean(),
  /** The language of the mails that follow. */
  language: z.enum(noticeLanguages),
});

const base64url = (bytes: number) =>
  z
    .string()
    .check(z.regex(/^[A-Za-z0-9_-]+={0,2}$/), z.maxLength(100))
    .check(
      z.refine((text) => Math.floor((text.replace(/=+$/, '').length * 3) / 4) === bytes, {
        error: `Must be ${bytes} bytes in base64url.`,
      }),
    );

/** POST /user/push-subscription: what `PushSubscription.toJSON` gives. */
export const pushSubscriptionBody = z.strictObject({
  endpoint: z.string().check(z.minLength(1), z.maxLength(1_000)),
  keys: z.strictObject({ p256dh: base64url(65), auth: base64url(16) }),
  language: z.enum(noticeLanguages),
});

/** POST /notices/unsubscribe, by the token of a mail or of a push message. */
export const unsubscribeBody = z.strictObject({ token: z.string().check(z.regex(/^[\w-]{1,400}$/)) });

/**
 * What a browser is sent, encrypted: a declarative push message, which Safari shows by itself from 18.4 on. Other
 * browsers hand it to the service worker, which shows the same.
 */
export const pushMessage = z.object({
  web_push: z.literal(8030),
  notification: z.object({
    title: z.string(),
    body: z.string(),
    lang: z.enum(noticeLanguages),
    /** A message with the same tag replaces the one before. */
    tag: z.string(),
    icon: z.string(),
    /** The whole address that a press opens. */
    navigate: z.string(),
    /** The button that ends messages of the kind, and the page that does so where no service worker is asked. */
    actions: z.array(z.object({ action: z.literal('stop'), title: z.string(), navigate: z.string() })),
    /** With this token the service worker ends them, without a page. */
    data: z.object({ stop: z.string() }),
  }),
});

export type Notice = z.infer<typeof noticeSchema>;
export type NoticesAnswer = z.infer<typeof noticesAnswer>;
export type ReadNoticesBody = z.infer<typeof readNoticesBody>;
export type NoticeSettings = z.infer<typeof noticeSettingsAnswer>;
export type NoticeSettingBody = z.infer<typeof noticeSettingBody>;
export type NoticeTexts = z.infer<typeof texts>;
export type PushSubscriptionBody = z.infer<typeof pushSubscriptionBody>;
export type PushMessage = z.infer<typeof pushMessage>;
