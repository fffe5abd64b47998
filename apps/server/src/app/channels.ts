/** The bus's channels that concern players, whatever they play. */

/** A `User` as JSON, who changed. */
export const userChannel = 'user';
/** Ids as JSON of players whose picture has to be read anew. */
export const changedPlayersChannel = 'changed-players';
export const endedSessionChannel = 'ended-session';
