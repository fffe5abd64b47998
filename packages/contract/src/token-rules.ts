/** Figures of access tokens, apart from their schemas: the page for programmers needs no zod. */

/** `read` sees what its player sees of games and coins; `play` also places stakes and plays. */
export const tokenScopes = ['read', 'play'] as const;

export type TokenScope = (typeof tokenScopes)[number];

/** By this prefix, secret scanners recognize a token that was published by mistake. */
export const tokenPrefix = 'fgp_';

export const maxTokens = 20;
export const maxTokenDays = 365;
/** What one token may call, over HTTP and by live messages together. */
export const tokenCalls = { max: 40, windowMs: 2_000 } as const;
