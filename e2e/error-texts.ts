/**
 * The texts of failures, refusals and successes that docs/product.md quotes (18 and the games), text by text:
 * where a test makes it happen and reads it on the page. `failures-list.spec.ts` checks this list.
 *
 * How each comes about:
 *
 * | text                                        | brought about by                                              |
 * | ------------------------------------------- | ------------------------------------------------------------- |
 * | Spin Wheel Result, and the server's reason  | a second spin of the day, made in another window              |
 * | Oops! Try again next time.                  | a result without a prize, sent by the test (4 of 16 spins)    |
 * | Oops! Try again.                            | a failure without a reason, sent by the test                  |
 * | Error fetching double trouble status        | the database stopped for longer than a draw                   |
 * | Error fetching latest draw                  | the same, for longer than a lottery draw                      |
 * | Error fetching user profile                 | a profile that is asked for again, and a 500                  |
 * | Error fetching aviator draw result          | a failed push, sent by the test                               |
 * | Error fetching aviator countdown            | a failed push, sent by the test; the countdown shows 10       |
 * | Failed to update avatar, profile, password  | the database stopped                                          |
 * | Failed to load more tickets                 | the database stopped; a second page that answers 500          |
 * | No tickets found for this user.             | a new player                                                  |
 * | Failed to load leaderboard                  | no network; a 500 without words; else the server's own words  |
 * | Error loading blog posts and post           | the database stopped; Post not found for an unknown address   |
 * | Something went wrong. Please try again.     | a 500 without words; else the server's own words              |
 * | Aviator and Minefield calls that fail       | refusals of the server; a line next to the button, no toast    |
 * | Bet Placed, Cashed Out, Game On! and others | games that are played                                         |
 */

export interface ErrorText {
  /** To the letter; what is in braces is filled in. */
  text: string;
  /** Its key in the catalogues. */
  key: string;
  /** The specs in which it is read on the page. */
  seenIn: readonly [string, ...string[]];
}

const wheel: readonly ErrorText[] = [
  { text: 'Spin Wheel Result', key: 'wheel.result', seenIn: ['wheel', 'failures.slow'] },
  { text: 'Oops! Try again next time.', key: 'wheel.failed', seenIn: ['failures.slow'] },
  { text: 'Oops! Try again.', key: 'wheel.unanswered', seenIn: ['failures.slow'] },
];

const fetching: readonly ErrorText[] = [
  {
    text: 'Error fetching double trouble status',
    key: 'doubleTrouble.statusFailed',
    seenIn: ['failures-away.slow', 'double-trouble'],
  },
  { text: 'Error fetching user profile', key: 'profile.failed', seenIn: ['failures.slow'] },
  {
    text: 'Error fetching latest draw',
    key: 'lottery.drawFailed',
    seenIn: ['failures-away.slow', 'lottery'],
  },
  { text: 'Error fetching aviator draw result', key: 'aviator.drawFailed', seenIn: ['failures-games.slow'] },
  {
    text: 'Error fetching aviator countdown',
    key: 'aviator.countdownFailed',
    seenIn: ['failures-games.slow'],
  },
];

const profile: readonly ErrorText[] = [
  { text: 'Failed to update avatar', key: 'profile.avatarFailed', seenIn: ['failures-away.slow', 'people'] },
  { text: 'Avatar updated successfully', key: 'profile.avatarUpdated', seenIn: ['people'] },
  { text: 'Failed to update profile', key: 'profile.updateFailed', seenIn: ['failures-away.slow', 'people'] },
  {
    text: 'Failed to update password',
    key: 'profile.passwordFailed',
    seenIn: ['failures-away.slow', 'people'],
  },
  { text: 'Profile updated successfully', key: 'profile.updated', seenIn: ['people'] },
  { text: "Passwords don't match", key: 'auth.errorMatch', seenIn: ['people'] },
  { text: 'Password must be at least 8 characters', key: 'auth.errorShort', seenIn: ['people'] },
  { text: 'Failed to load more tickets', key: 'profile.ticketsFailed', seenIn: ['failures.slow', 'people'] },
  { text: 'No tickets found for this user.', key: 'profile.noTickets', seenIn: ['failures.slow', 'people'] },
  { text: 'No More Tickets', key: 'profile.noMoreTickets', seenIn: ['people'] },
  { text: 'Copied!', key: 'profile.copied', seenIn: ['people'] },
  { text: 'Referral link copied to clipboard.', key: 'profile.copiedText', seenIn: ['people'] },
  { text: 'User not found', key: 'profile.notFound', seenIn: ['people'] },
  { text: 'The user {name} does not exist.', key: 'profile.notFoundText', seenIn: ['people'] },
  { text: 'No username provided', key: 'profile.noUsername', seenIn: ['people'] },
];

const pages: readonly ErrorText[] = [
  { text: 'Message Sent', key: 'contact.sent', seenIn: ['content'] },
  { text: 'Your message has been sent successfully.', key: 'contact.sentText', seenIn: ['content'] },
  { text: 'Something went wrong. Please try again.', key: 'contact.failed', seenIn: ['content'] },
  { text: 'Failed to load leaderboard', key: 'leaderboard.failed', seenIn: ['failures.slow'] },
  {
    text: 'Error loading blog posts: {error}',
    key: 'blog.listFailed',
    seenIn: ['failures-away.slow', 'content'],
  },
  {
    text: 'Error loading blog post: {error}',
    key: 'blog.postFailed',
    seenIn: ['failures-away.slow', 'content'],
  },
  { text: 'Post not found', key: 'blog.notFound', seenIn: ['content'] },
  { text: 'Retry', key: 'ui.retry', seenIn: ['failures.slow', 'content'] },
  { text: 'Back to Blog', key: 'blog.back', seenIn: ['content'] },
];

const games: readonly ErrorText[] = [
  { text: 'Bet Placed', key: 'aviator.betPlaced', seenIn: ['aviator'] },
  { text: 'You have placed a bet of {n} coins.', key: 'aviator.betPlacedText', seenIn: ['aviator'] },
  { text: 'Cashed Out', key: 'aviator.cashedOut', seenIn: ['aviator'] },
  {
    text: 'You cashed out {n} coins with a multiplier of {m}.',
    key: 'aviator.cashedOutText',
    seenIn: ['aviator'],
  },
  { text: 'Game On!', key: 'minefield.gameOn', seenIn: ['minefield'] },
  { text: 'Click any tile to find a gem.', key: 'minefield.gameOnText', seenIn: ['minefield'] },
  { text: 'Cashed Out!', key: 'minefield.cashedOut', seenIn: ['minefield'] },
  { text: 'You secured {n} coins at {m}x!', key: 'minefield.cashedOutText', seenIn: ['minefield'] },
  { text: 'Boom! Game Over.', key: 'minefield.boom', seenIn: ['minefield'] },
  { text: 'You hit a mine! You lost your bid.', key: 'minefield.boomText', seenIn: ['minefield'] },
  { text: 'Flawless Victory!', key: 'minefield.flawless', seenIn: ['failures-games.slow'] },
  { text: 'Game Updated!', key: 'minefield.updated', seenIn: ['minefield'] },
  { text: 'Your game has been updated.', key: 'minefield.updatedText', seenIn: ['minefield'] },
  { text: 'Invalid Bid', key: 'minefield.invalidBid', seenIn: ['minefield'] },
  { text: 'Please place a bid greater than 0.', key: 'minefield.invalidBidText', seenIn: ['minefield'] },
];

export const errorTexts: readonly ErrorText[] = [...wheel, ...fetching, ...profile, ...pages, ...games];
