/** The Spanish texts, one file for each part of the site, as the English ones. Loaded when Spanish is wanted. */
import ads from './es/ads.json' with { type: 'json' };
import auth from './es/auth.json' with { type: 'json' };
import aviator from './es/aviator.json' with { type: 'json' };
import blog from './es/blog.json' with { type: 'json' };
import contact from './es/contact.json' with { type: 'json' };
import faq from './es/faq.json' with { type: 'json' };
import doubleTrouble from './es/double-trouble.json' with { type: 'json' };
import fairness from './es/fairness.json' with { type: 'json' };
import games from './es/games.json' with { type: 'json' };
import home from './es/home.json' with { type: 'json' };
import leaderboard from './es/leaderboard.json' with { type: 'json' };
import limits from './es/limits.json' with { type: 'json' };
import lottery from './es/lottery.json' with { type: 'json' };
import minefield from './es/minefield.json' with { type: 'json' };
import pages from './es/pages.json' with { type: 'json' };
import problem from './es/problem.json' with { type: 'json' };
import profile from './es/profile.json' with { type: 'json' };
import pwa from './es/pwa.json' with { type: 'json' };
import site from './es/site.json' with { type: 'json' };
import wheel from './es/wheel.json' with { type: 'json' };
import type { MessageKey } from './i18n.ts';
import type { ProblemKey } from './problem-text.ts';

const texts = {
  ...site,
  ...home,
  ...auth,
  ...doubleTrouble,
  ...games,
  ...aviator,
  ...leaderboard,
  ...limits,
  ...lottery,
  ...pages,
  ...pwa,
  ...profile,
  ...ads,
  ...wheel,
  ...minefield,
  ...fairness,
  ...blog,
  ...faq,
  ...contact,
  ...(problem satisfies Record<ProblemKey, string>),
} satisfies Record<MessageKey, string>;

/** A key that nobody asks for would need a text of type `never`: the compiler refuses it. */
export const spanish: { [Key in keyof typeof texts]: Key extends MessageKey | ProblemKey ? string : never } =
  texts;
