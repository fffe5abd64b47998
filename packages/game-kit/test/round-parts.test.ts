import { expect, it } from 'vitest';
import { createRoundParts } from '../server/round-parts.ts';

const part = (round: string, staked: number) => ({ round, staked });
const partsOf = (...parts: (readonly [process: string, part: ReturnType<typeof part>])[]) => new Map(parts);

it('keeps the newest part of a process that is silent, or shows the next round already', () => {
  const collect = createRoundParts<ReturnType<typeof part>>(({ round }) => round);
  expect(collect('7', partsOf(['a', part('7', 100)], ['b', part('6', 900)]))).toEqual([part('7', 100)]);
  expect(collect('7', partsOf(['a', part('7', 300)], ['b', part('7', 50)]))).toEqual([
    part('7', 300),
    part('7', 50),
  ]);
  expect(collect('7', partsOf(['a', part('8', 10)]))).toEqual([part('7', 300), part('7', 50)]);
  expect(collect('8', partsOf(['a', part('8', 10)]))).toEqual([part('8', 10)]);
});
