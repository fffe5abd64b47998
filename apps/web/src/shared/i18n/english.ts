/** The English texts, one file for each part of the site; a key stands in one of them alone. */
import blog from './en/blog.json' with { type: 'json' };
import contact from './en/contact.json' with { type: 'json' };
import faq from './en/faq.json' with { type: 'json' };
import ads from './en/ads.json' with { type: 'json' };
import auth from './en/auth.json' with { type: 'json' };
import doubleTrouble from './en/double-trouble.json' with { type: 'json' };
import aviator from './en/aviator.json' with { type: 'json' };
import games from './en/games.json' with { type: 'json' };
import fairness from './en/fairness.json' with { type: 'json' };
import minefield from './en/minefield.json' with { type: 'json' };
import home from './en/home.json' with { type: 'json' };
import leaderboard from './en/leaderboard.json' with { type: 'json' };
import limits from './en/limits.json' with { type: 'json' };
import lottery from './en/lottery.json' with { type: 'json' };
import pages from './en/pages.json' with { type: 'json' };
import profile from './en/profile.json' with { type: 'json' };
import pwa from './en/pwa.json' with { type: 'json' };
import site from './en/site.json' with { type: 'json' };
import wheel from './en/wheel.json' with { type: 'json' };

export const english = {
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
};
