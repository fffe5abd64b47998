/** The English texts, one file for each part of the site and of each game; a key stands in one of them alone. */
/// <reference types="vite/client" />
import blog from './en/blog.json' with { type: 'json' };
import contact from './en/contact.json' with { type: 'json' };
import faq from './en/faq.json' with { type: 'json' };
import ads from './en/ads.json' with { type: 'json' };
import auth from './en/auth.json' with { type: 'json' };
import games from './en/games.json' with { type: 'json' };
import fairness from './en/fairness.json' with { type: 'json' };
import home from './en/home.json' with { type: 'json' };
import leaderboard from './en/leaderboard.json' with { type: 'json' };
import limits from './en/limits.json' with { type: 'json' };
import pages from './en/pages.json' with { type: 'json' };
import profile from './en/profile.json' with { type: 'json' };
import pwa from './en/pwa.json' with { type: 'json' };
import site from './en/site.json' with { type: 'json' };

export const english = {
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
};

/** What header, cards and menus show of the games. */
const ofGames = import.meta.glob<Record<string, string>>(
  '../../../../../games/*/web/messages/en/shell.json',
  {
    eager: true,
    import: 'default',
  },
);

export const englishWithGames: Record<string, string> = Object.assign({}, english, ...Object.values(ofGames));
