import { chainsSchema } from '@fairground/contract/fairness';
import { expect, it } from 'vitest';
import { chainsAnswer } from './chains-answer.ts';

const chain = {
  id: '7',
  game: 'rockets',
  terminalHash: 'a'.repeat(64),
  salt: 'b'.repeat(64),
  saltSource: 'beacon',
  links: 100,
  publishedAt: '2026-11-05T09:00:00.000Z',
  ended: { at: '2026-11-06T09:00:00.000Z', reason: 'restore' },
};

const values = [
  null,
  undefined,
  1,
  '',
  'x',
  'A'.repeat(64),
  true,
  [],
  {},
  { at: chain.publishedAt, reason: 'x' },
];
const variants = Object.keys(chain).flatMap((name) => values.map((value) => ({ ...chain, [name]: value })));

it('reads chains as the contract does', () => {
  for (const input of [[chain], [], chain, null, [null], ...variants.map((each) => [chain, each])]) {
    const expected = chainsSchema.safeParse(input);
    expect(chainsAnswer.safeParse(input).success, JSON.stringify(input)).toBe(expected.success);
  }
});
