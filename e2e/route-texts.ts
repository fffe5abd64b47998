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
  { path: '/', title: ['title.home', 'Fairground – games anybody can check'], texts: [] },
  {
    path: '/about-us',
    title: ['title.about', 'About Us – Fairground'],
    texts: [
      ['about.mission', 'Our mission'],
      ['about.games', 'The games'],
      ['about.lottery', 'Lottery tiers'],
      ['about.doubleTrouble', 'Double Trouble payouts'],
      ['about.aviator', 'Aviator'],
      ['about.rewards', 'Rewards'],
      ['about.minefield', 'Minefield difficulties'],
    ],
  },
  {
    path: '/contact-us',
    title: ['title.contact', 'Contact Us – Fairground'],
    texts: [
      ['contact.name', 'Name'],
      ['contact.email', 'Email'],
      ['contact.subject', 'Subject'],
      ['contact.message', 'Message'],
      ['contact.send', 'Send Message'],
    ],
  },
  {
    path: '/privacy-policy',
    title: ['title.privacy', 'Privacy Policy – Fairground'],
    texts: [
      ['policies.short1', 'For adults of 18 or over.'],
      ['policies.short2', 'No gambling: coins have no cash value.'],
      ['policies.short3', 'No in-app purchases: coins cannot be bought.'],
      ['policies.short4', "Changes come with 30 days' notice."],
    ],
  },
  {
    path: '/terms-of-service',
    title: ['title.terms', 'Terms of Service – Fairground'],
    texts: [
      ['terms.adults', 'Adults of 18 or over'],
      ['terms.gambling', 'No gambling'],
      ['terms.changes', "30 days' notice of changes"],
      ['policies.short3', 'No in-app purchases: coins cannot be bought.'],
    ],
  },
  {
    path: '/faq',
    title: ['title.faq', 'Frequently asked questions – Fairground'],
    texts: [
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
    ],
  },
  {
    path: '/how-to-play',
    title: ['title.guide', 'How to Play – Fairground'],
    texts: [
      ['nav.lottery', 'Lottery'],
      ['nav.aviator', 'Aviator'],
      ['nav.doubleTrouble', 'Double Trouble'],
      ['nav.minefield', 'Minefield'],
    ],
  },
  {
    path: '/lab',
    title: ['title.lab', 'Strategy lab – Fairground'],
    texts: [
      ['lab.title', 'Strategy lab'],
      ['lab.honest', 'No strategy beats the average return of a game.'],
    ],
  },
  {
    path: '/blog',
    title: ['title.blog', 'Blog – Fairground'],
    texts: [
      ['blog.readMore', 'Read More'],
      ['newsletter.subscribe', 'Subscribe'],
    ],
  },
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
  {
    path: '/login',
    title: ['title.login', 'Login – Fairground'],
    texts: [['auth.loginTitle', 'Login']],
  },
  {
    path: '/register?ref=ref-abcdefghij',
    title: ['title.register', 'Sign Up – Fairground'],
    texts: [
      ['auth.registerTitle', 'Sign Up'],
      ['auth.adult', 'I am 18 or over'],
    ],
  },
  {
    path: '/no/such/stall',
    title: ['title.notFound', 'Page Not Found – Fairground'],
    texts: [
      ['notFound.title', 'Page Not Found'],
      ['nav.home', 'Home'],
      ['nav.lottery', 'Lottery'],
      ['nav.aviator', 'Aviator'],
      ['nav.doubleTrouble', 'Double Trouble'],
      ['nav.leaderboard', 'Leaderboard'],
    ],
  },
  // By their headings.
  ...watchPages.map(({ path, title }) => ({
    path,
    title,
    texts: [
      ['watch.title', 'You are watching live'],
      ['guest.play', 'Play as a guest'],
    ] as const,
  })),
  {
    path: '/fairness',
    title: ['title.fairness', 'Check any result – Fairground'],
    texts: [['fairness.title', 'Check any result']],
  },
  {
    path: '/fairness/monitor',
    title: ['title.monitor', 'Monitor – Fairground'],
    texts: [['monitor.title', 'Monitor']],
  },
  {
    path: '/developers',
    title: ['title.developers', 'For developers – Fairground'],
    texts: [['developers.title', 'For developers']],
  },
  {
    path: '/newsletter',
    title: ['title.newsletter', 'Newsletter – Fairground'],
    texts: [['newsletter.title', 'Newsletter']],
  },
  {
    path: '/confirm-email',
    title: ['title.confirmEmail', 'Confirm your email – Fairground'],
    texts: [['confirmEmail.title', 'Confirm your email']],
  },
  {
    path: '/confirm-new-email',
    title: ['title.confirmEmail', 'Confirm your email – Fairground'],
    texts: [['newEmail.title', 'A new address']],
  },
  {
    path: '/notices',
    title: ['title.notices', 'Notices – Fairground'],
    texts: [['notices.title', 'Notices']],
  },
  {
    path: '/forgot-password',
    title: ['title.forgot', 'Forgot your password? – Fairground'],
    texts: [['auth.forgotTitle', 'Forgot password']],
  },
  {
    path: '/reset-password',
    title: ['title.reset', 'Choose a new password – Fairground'],
    texts: [['auth.resetTitle', 'New password']],
  },
];

export const guardedRoutes = (username: string): readonly Route[] => [
  {
    path: '/games',
    title: ['title.games', 'All Games – Fairground'],
    texts: [
      ['games.title', 'All Games'],
      ['games.lotteryName', 'Play Lottery'],
      ['nav.doubleTrouble', 'Double Trouble'],
      ['nav.aviator', 'Aviator'],
      ['nav.minefield', 'Minefield'],
      ['games.play', 'Play Now'],
      ['games.moreName', 'More Games'],
      ['games.comingSoon', 'Coming Soon'],
    ],
  },
  ...gamePages,
  {
    path: '/profile',
    title: ['title.profile', 'Profile – Fairground'],
    texts: [
      ['profile.changePassword', 'Change Password'],
      ['profile.winningAmount', 'Winning Amount'],
      ['profile.noReferrals', 'No referrals yet!'],
      ['profile.noReferralsText', 'Share the referral ID to bring friends.'],
      ['profile.noTickets', 'No tickets found for this user.'],
    ],
  },
  {
    path: '/leaderboard',
    title: ['title.leaderboard', 'Leaderboard – Fairground'],
    texts: [
      ['leaderboard.rank', 'Rank'],
      ['leaderboard.player', 'Player'],
      ['leaderboard.todaysBid', "Today's Bid"],
      ['leaderboard.totalWinnings', 'Total Winnings'],
    ],
  },
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
  {
    path: '/profile/play',
    title: ['title.play', 'Your activity – Fairground'],
    texts: [['play.title', 'Your activity']],
  },
  {
    path: '/profile/security',
    title: ['title.security', 'Security – Fairground'],
    texts: [
      ['profile.changePassword', 'Change Password'],
      ['profile.sessions', 'Your devices'],
    ],
  },
  {
    path: '/profile/data',
    title: ['title.data', 'Your data – Fairground'],
    texts: [
      ['tokens.title', 'Access tokens'],
      ['profile.export', 'Download my data'],
    ],
  },
  {
    path: '/seasons',
    title: ['title.seasons', 'Past months – Fairground'],
    texts: [['seasons.title', 'Month by month']],
  },
  {
    path: '/achievements',
    title: ['title.achievements', 'Card and badges – Fairground'],
    texts: [
      ['card.title', 'Punch card'],
      ['badges.title', 'Badges'],
    ],
  },
  {
    path: '/profile/notices',
    title: ['title.notices', 'Notices – Fairground'],
    texts: [
      ['notices.title', 'Notices'],
      ['notices.inbox', 'List'],
    ],
  },
  {
    path: '/limits',
    title: ['title.limits', 'Limits and breaks – Fairground'],
    texts: [['limits.title', 'Limits and breaks']],
  },
];
