/** Pages of instant games: one definition, a scene, the controls of a choice, and texts. */
export { InstantGamePage, ResultSign, type InstantStageProps } from './page.tsx';
export type { OwnText } from './own-texts.ts';
export { useInstantGame, type InstantPhase, type InstantPlay } from './use-instant-game.ts';
