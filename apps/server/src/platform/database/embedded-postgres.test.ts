import { expect, it } from 'vitest';
import { sharedBuffersMb } from './embedded-postgres.ts';

it.each([
  [128, 16],
  [256, 16],
  [512, 32],
  [1_024, 64],
  [2_048, 128],
  [24_576, 128],
])('of %i MB of memory the tables share %i MB', (memoryMb, sharedMb) => {
  expect(sharedBuffersMb(memoryMb * 2 ** 20)).toBe(sharedMb);
});
