/** A client of the site for programs, with an access token: every call and every live message, typed. */
export { createClient, type Client, type ClientOptions } from './client.ts';
export { openLive, type Live, type LiveOptions, type LivePushes } from './live.ts';
