import { expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

test.each([
  ['', 'none'],
  ['Ab1!', 'weak'],
  ['Abcde1!', 'weak'],
  ['abcdefgh', 'medium'],
  ['Abcdefg1', 'medium'],
  ['abcdef1!', 'medium'],
  ['ABCDEFG!', 'medium'],
  ['Abcdef1!', 'strong'],
  ['Äbcdef1!', 'strong'],
  ['Abcdef1 ', 'medium'],
])('"%s" is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});
