/**
 * The texts of failures, refusals and successes that docs/product.md quotes (18 and the games), text by text:
 * where a test makes it happen and reads it on the page. Those of games are in their `test/sweep.ts`.
 * `failures-list.spec.ts` checks this list.
 *
 * How each comes about:
 *
 * | text                                        | brought about by                                              |
 * | ------------------------------------------- | ------------------------------------------------------------- |
 * | Error fetching user profile                 | a profile that is asked for again, and a 500                  |
 * | Failed to update avatar, profile, password  | the database stopped                                          |
 * | Failed to load more tickets                 | the database stopped; a second page that answers 500          |
 * | No tickets found for this user.             | a new player                                                  |
 * | Failed to load leaderboard                  | no network; a 500 without words; else the server's own words  |
 * | Error loading blog posts and post           | the database stopped; Post not found for an unknown address   |
 * | Something went wrong. Please try again.     | a 500 without words; else the server's own words              |
 */

import { gameSweeps, type ErrorText } from '../games/test/sweeps.ts';

const fetching: readonly ErrorText[] = [
  { text: 'Error fetching user profile', key: 'profile.failed', seenIn: ['failures.slow'] },
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

export const errorTexts: readonly (ErrorText & { folder?: string })[] = [
  ...fetching,
  ...profile,
  ...pages,
  ...gameSweeps.flatMap(({ folder, errorTexts: own = [] }) => own.map((each) => ({ ...each, folder }))),
];
