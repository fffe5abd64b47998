/// <reference types="vite/client" />
/** The Spanish texts, one file for each part of the site, as the English ones. Loaded when Spanish is wanted. */
import ads from './es/ads.json' with { type: 'json' };
import auth from './es/auth.json' with { type: 'json' };
import blog from './es/blog.json' with { type: 'json' };
import contact from './es/contact.json' with { type: 'json' };
import faq from './es/faq.json' with { type: 'json' };
import fairness from './es/fairness.json' with { type: 'json' };
import games from './es/games.json' with { type: 'json' };
import home from './es/home.json' with { type: 'json' };
import leaderboard from './es/leaderboard.json' with { type: 'json' };
import limits from './es/limits.json' with { type: 'json' };
import pages from './es/pages.json' with { type: 'json' };
import problem from './es/problem.json' with { type: 'json' };
import profile from './es/profile.json' with { type: 'json' };
import pwa from './es/pwa.json' with { type: 'json' };
import site from './es/site.json' with { type: 'json' };
import type { MessageKey } from './i18n.ts';
import type { ProblemKey } from './problem-text.ts';

const texts = {
  ...site,
  ...home,
  ...auth,
  ...games,
  ...leaderboard,
  ...limits,
  ...pages,
  ...pwa,
  ...profile,
  ...ads,
  ...fairness,
  ...blog,
  ...faq,
  ...contact,
  ...(problem satisfies Record<ProblemKey, string>),
} satisfies Record<MessageKey, string>;

/** A key that nobody asks for would need a text of type `never`: the compiler refuses it. */
const spanish: { [Key in keyof typeof texts]: Key extends MessageKey | ProblemKey ? string : never } = texts;

const ofGames = import.meta.glob<Record<string, string>>(
  '../../../../../games/*/web/messages/es/shell.json',
  {
    eager: true,
    import: 'default',
  },
);

export const spanishWithGames: Record<string, string> = Object.assign({}, spanish, ...Object.values(ofGames));
