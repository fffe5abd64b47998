/**
 * Every route, its title, and the texts that docs/product.md quotes for it, each with its key, by which the Spanish
 * text is found. Other routes have the texts of their headings.
 */
import { gamePages, watchPages, type Text } from '../games/test/sweeps.ts';

export interface Route {
  path: string;
  title: Text;
  texts: readonly Text[];
  /** A title that depends on the data shown; `title` is then ignored. */
  ownTitle?: { en: string; es: string };
}

const route = (path: string, title: Text, ...texts: readonly Text[]): Route => ({ path, title, texts });

/** On every page. */
export const footerTexts: readonly Text[] = [
  ['footer.rights', 'All rights reserved. For entertainment purposes only.'],
  ['nav.home', 'Home'],
  ['nav.howToPlay', 'How to Play'],
  ['nav.faq', 'FAQ'],
  ['nav.about', 'About Us'],
  ['nav.contact', 'Contact Us'],
  ['nav.privacy', 'Privacy Policy'],
  ['nav.terms', 'Terms of Service'],
  ['nav.blog', 'Blog'],
];

export const visitorTexts: readonly Text[] = [
  ['nav.login', 'Login'],
  ['nav.signUp', 'Sign Up'],
];

/** In the header of a wide page. */
export const playerTexts: readonly Text[] = [
  ['nav.games', 'Games'],
  ['nav.leaderboard', 'Leaderboard'],
];

export const blogPost = 'what-each-bet-gives-back';
const blogPostTitles = {
  en: 'What each bet gives back on average, and why – Fairground',
  es: 'Qué devuelve de media cada apuesta, y por qué – Fairground',
};

export const publicRoutes: readonly Route[] = [
  route('/', ['title.home', 'Fairground – games anybody can check']),
  route(
    '/about-us',
    ['title.about', 'About Us – Fairground'],
    ['about.mission', 'Our mission'],
    ['about.games', 'The games'],
    ['about.lottery', 'Lottery tiers'],
    ['about.doubleTrouble', 'Double Trouble payouts'],
    ['about.aviator', 'Aviator'],
    ['about.rewards', 'Rewards'],
    ['about.minefield', 'Minefield difficulties'],
  ),
  route(
    '/contact-us',
    ['title.contact', 'Contact Us – Fairground'],
    ['contact.name', 'Name'],
    ['contact.email', 'Email'],
    ['contact.subject', 'Subject'],
    ['contact.message', 'Message'],
    ['contact.send', 'Send Message'],
  ),
  route(
    '/privacy-policy',
    ['title.privacy', 'Privacy Policy – Fairground'],
    ['policies.short1', 'For adults of 18 or over.'],
    ['policies.short2', 'No gambling: coins have no cash value.'],
    ['policies.short3', 'No in-app purchases: coins cannot be bought.'],
    ['policies.short4', "Changes come with 30 days' notice."],
  ),
  route(
    '/terms-of-service',
    ['title.terms', 'Terms of Service – Fairground'],
    ['terms.adults', 'Adults of 18 or over'],
    ['terms.gambling', 'No gambling'],
    ['terms.changes', "30 days' notice of changes"],
    ['policies.short3', 'No in-app purchases: coins cannot be bought.'],
  ),
  route(
    '/faq',
    ['title.faq', 'Frequently asked questions – Fairground'],
    ['faq.all', 'All Categories'],
    ['faq.contactSupport', 'Contact Support'],
    ['faq.gameplay', 'Gameplay & Strategy'],
    ['faq.account', 'Account & Security'],
    ['faq.general', 'General'],
    ['faq.minefield', 'Minefield'],
    ['faq.virtualLottery', 'Virtual Lottery'],
    ['faq.lotteryInformation', 'Lottery Information'],
    ['faq.aviator', 'Aviator'],
    ['faq.doubleTrouble', 'Double Trouble'],
    ['faq.coins', 'Virtual Coins & Rewards'],
    ['faq.accountTechnical', 'Account & Technical'],
    ['faq.support', 'Technical Support & Mobile'],
    ['faq.winning', 'Winning & Payouts'],
  ),
  route(
    '/how-to-play',
    ['title.guide', 'How to Play – Fairground'],
    ['nav.lottery', 'Lottery'],
    ['nav.aviator', 'Aviator'],
    ['nav.doubleTrouble', 'Double Trouble'],
    ['nav.minefield', 'Minefield'],
  ),
  route(
    '/lab',
    ['title.lab', 'Strategy lab – Fairground'],
    ['lab.title', 'Strategy lab'],
    ['lab.honest', 'No strategy beats the average return of a game.'],
  ),
  route(
    '/blog',
    ['title.blog', 'Blog – Fairground'],
    ['blog.readMore', 'Read More'],
    ['newsletter.subscribe', 'Subscribe'],
  ),
  {
    path: `/blog/${blogPost}`,
    title: ['title.post', 'Blog post – Fairground'],
    ownTitle: blogPostTitles,
    texts: [
      ['blog.back', 'Back to Blog'],
      ['blog.like', 'Like'],
      ['share.open', 'Share'],
    ],
  },
  route('/login', ['title.login', 'Login – Fairground'], ['auth.loginTitle', 'Login']),
  route(
    '/register?ref=ref-abcdefghij',
    ['title.register', 'Sign Up – Fairground'],
    ['auth.registerTitle', 'Sign Up'],
    ['auth.adult', 'I am 18 or over'],
  ),
  route(
    '/no/such/stall',
    ['title.notFound', 'Page Not Found – Fairground'],
    ['notFound.title', 'Page Not Found'],
    ['nav.home', 'Home'],
    ['nav.lottery', 'Lottery'],
    ['nav.aviator', 'Aviator'],
    ['nav.doubleTrouble', 'Double Trouble'],
    ['nav.leaderboard', 'Leaderboard'],
  ),
  // By their headings.
  ...watchPages.map(({ path, title }) => ({
    path,
    title,
    texts: [
      ['watch.title', 'You are watching live'],
      ['guest.play', 'Play as a guest'],
    ] as const,
  })),
  route(
    '/fairness',
    ['title.fairness', 'Check any result – Fairground'],
    ['fairness.title', 'Check any result'],
  ),
  route('/fairness/monitor', ['title.monitor', 'Monitor – Fairground'], ['monitor.title', 'Monitor']),
  route(
    '/developers',
    ['title.developers', 'For developers – Fairground'],
    ['developers.title', 'For developers'],
  ),
  route('/newsletter', ['title.newsletter', 'Newsletter – Fairground'], ['newsletter.title', 'Newsletter']),
  route(
    '/confirm-email',
    ['title.confirmEmail', 'Confirm your email – Fairground'],
    ['confirmEmail.title', 'Confirm your email'],
  ),
  route(
    '/confirm-new-email',
    ['title.confirmEmail', 'Confirm your email – Fairground'],
    ['newEmail.title', 'A new address'],
  ),
  // No member has this code.
  route('/join/no-such-code', ['title.join', 'Join a club – Fairground'], ['join.dead', 'This link is dead']),
  route('/notices', ['title.notices', 'Notices – Fairground'], ['notices.title', 'Notices']),
  route(
    '/forgot-password',
    ['title.forgot', 'Forgot your password? – Fairground'],
    ['auth.forgotTitle', 'Forgot password'],
  ),
  route(
    '/reset-password',
    ['title.reset', 'Choose a new password – Fairground'],
    ['auth.resetTitle', 'New password'],
  ),
];

export const guardedRoutes = (username: string): readonly Route[] => [
  route(
    '/games',
    ['title.games', 'All Games – Fairground'],
    ['games.title', 'All Games'],
    ['games.lotteryName', 'Play Lottery'],
    ['nav.doubleTrouble', 'Double Trouble'],
    ['nav.aviator', 'Aviator'],
    ['nav.minefield', 'Minefield'],
    ['games.play', 'Play Now'],
    ['games.moreName', 'More Games'],
    ['games.comingSoon', 'Coming Soon'],
  ),
  ...gamePages,
  route(
    '/profile',
    ['title.profile', 'Profile – Fairground'],
    ['profile.changePassword', 'Change Password'],
    ['profile.winningAmount', 'Winning Amount'],
    ['profile.noReferrals', 'No referrals yet!'],
    ['profile.noReferralsText', 'Share the referral ID to bring friends.'],
    ['profile.noTickets', 'No tickets found for this user.'],
  ),
  route(
    '/leaderboard',
    ['title.leaderboard', 'Leaderboard – Fairground'],
    ['leaderboard.rank', 'Rank'],
    ['leaderboard.player', 'Player'],
    ['leaderboard.todaysBid', "Today's Bid"],
    ['leaderboard.totalWinnings', 'Total Winnings'],
  ),
  {
    path: `/user/${username}`,
    title: ['title.user', 'Profile – Fairground'],
    ownTitle: { en: `${username} - Profile`, es: `${username} - Perfil` },
    texts: [
      ['profile.ticketsPlayed', 'Tickets Played'],
      ['profile.winningAmount', 'Winning Amount'],
      ['profile.adEarnings', 'Ad Earnings'],
      ['profile.totalWinnings', 'Total Winnings'],
      ['profile.noReferrals', 'No referrals yet!'],
      ['profile.noReferralsText', 'Share the referral ID to bring friends.'],
      ['profile.noTickets', 'No tickets found for this user.'],
    ],
  },
  // By their headings.
  route('/profile/play', ['title.play', 'My bets – Fairground'], ['play.title', 'My bets']),
  route(
    '/profile/security',
    ['title.security', 'Security – Fairground'],
    ['profile.changePassword', 'Change Password'],
    ['profile.sessions', 'Your devices'],
  ),
  route(
    '/profile/data',
    ['title.data', 'Your data – Fairground'],
    ['tokens.title', 'Access tokens'],
    ['profile.export', 'Download my data'],
  ),
  route(
    '/clubs',
    ['title.clubs', 'Clubs – Fairground'],
    ['clubs.title', 'Clubs'],
    ['clubs.make', 'Make a club'],
  ),
  route('/seasons', ['title.seasons', 'Month by month – Fairground'], ['seasons.title', 'Month by month']),
  route(
    '/achievements',
    ['title.achievements', 'Card and badges – Fairground'],
    ['card.title', 'Punch card'],
    ['badges.title', 'Badges'],
  ),
  route(
    '/profile/notices',
    ['title.notices', 'Notices – Fairground'],
    ['notices.title', 'Notices'],
    ['notices.inbox', 'List'],
  ),
  route('/limits', ['title.limits', 'Limits and breaks – Fairground'], ['limits.title', 'Limits and breaks']),
];
