import type { ValuesOf } from '@fairground/game-kit/instant';
import game from '../game.ts';

export type Choice = (typeof game)['choice'];
export type Drawn = (typeof game)['drawn'];

const { max } = game.drawn.roll;

/** The lowest and the highest number that wins. */
export const winningRange = ({ chance, side }: ValuesOf<Choice>): readonly [from: number, to: number] =>
  side === 'under' ? [0, 100 * chance - 1] : [max + 1 - 100 * chance, max];

/** The number that a side is under or over. */
export const limitOf = (choice: ValuesOf<Choice>): number => {
  const [from, to] = winningRange(choice);
  return choice.side === 'under' ? to + 1 : from - 1;
};
