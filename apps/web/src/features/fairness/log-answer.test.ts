import { logSchema } from '@fairground/contract/fairness';
import { expect, it } from 'vitest';
import { logAnswer } from './log-answer.ts';

const witness = {
  name: 'witness.example',
  verifierKey: 'witness.example+12345678+BAAA',
  size: 7,
  at: '2026-11-05T09:00:00.000Z',
};
const log = { origin: 'fairground/ab/1', verifierKey: 'key', size: 12, at: witness.at, witnesses: [witness] };
const values = [null, undefined, 1, '', 'x', true, [], {}];

it('reads the log as the contract does', () => {
  const witnesses = Object.keys(witness).flatMap((name) =>
    values.map((value) => ({ ...log, witnesses: [{ ...witness, [name]: value }] })),
  );
  const variants = Object.keys(log).flatMap((name) => values.map((value) => ({ ...log, [name]: value })));
  for (const input of [log, { ...log, witnesses: [] }, null, [], ...variants, ...witnesses]) {
    const expected = logSchema.safeParse(input);
    expect(logAnswer.safeParse(input).success, JSON.stringify(input)).toBe(expected.success);
  }
});
