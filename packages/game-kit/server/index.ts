/** What the server part of a game is built with. */
export type { LiveMessages } from '../shared/index.ts';
