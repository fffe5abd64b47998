/** What pages of clubs, and the switch above the tables of games, know of a player's clubs. */
export { clubChoice, clubsKey, pennantInk } from '../club-choice.ts';
export { useClubs, useClubTopic } from './follow.ts';
