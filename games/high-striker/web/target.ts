import { readField } from '@fairground/game-kit/instant';
import game from '../game.ts';

/** What a player typed, in either language's decimals; null where it is no target. */
export function readTarget(text: string): number | null {
  const typed = /^\s*(\d{1,4}(?:[.,]\d{1,2})?)\s*x?\s*$/i.exec(text)?.[1];
  const target = Number(typed?.replace(',', '.'));
  return typed === undefined || readField(game.choice.target, target) === null ? null : target;
}
