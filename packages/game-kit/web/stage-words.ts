/** Class names of what is behind the words on a stage, so that they can be read over the picture. */

/** A line over the stage: the player's result, or what is wrong. */
export const stageNote =
  'inline-flex items-center gap-2 rounded-badge bg-panel px-3 py-1 text-14 leading-5 font-bold lg:text-16 lg:leading-6';

/** A sign of paper, in the ink of its `data-outcome`. */
export const paperSign =
  'absolute rounded-control border-[3px] border-[#a63d52] bg-[#fff3da] text-center font-bold ' +
  'text-night-900 data-[outcome=lost]:[&_p]:text-[#a3262f] data-[outcome=won]:border-[#08694a] ' +
  'data-[outcome=won]:text-[#08694a]';
