import { readField } from '@fairground/game-kit/instant';
import type { Format } from '@fairground/site-kit/format/format.ts';
import game from '../game.ts';

/** What a player typed; null where it is no target. */
export function readTarget(text: string, { readFactor }: Pick<Format, 'readFactor'>): number | null {
  const target = readFactor(text);
  return readField(game.choice.target, target) === null ? null : target;
}
