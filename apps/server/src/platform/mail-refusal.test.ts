import { expect, test } from 'vitest';
import { refusalOf } from './mail-refusal.ts';

const refused = (response: string, command = 'RCPT TO') =>
  Object.assign(new Error(`Can't send mail - all recipients were rejected: ${response}`), {
    command,
    response,
    responseCode: Number(response.slice(0, 3)),
  });

test.each([
  ['550 5.1.1 <ann@example.org>: user unknown', 'hard'],
  ['550-5.1.1 The account does not exist', 'hard'],
  ['554 5.1.10 the domain accepts no mail', 'hard'],
  ['550 5.2.1 the mailbox is disabled', 'hard'],
  ['550 no such user', 'hard'],
  ['553 mailbox name not allowed', 'hard'],
  ['552 5.2.2 mailbox full', 'soft'],
  ['552 mailbox full', 'soft'],
  ['550 5.7.1 relaying denied', 'soft'],
  ['550 relay not permitted', 'soft'],
  ['554 blocked, see the policy', 'soft'],
  ['550 5.1.8 the sender is unknown', 'soft'],
  ['450 4.2.1 try again later', undefined],
])('of %s is %s', (response, kind) => {
  expect(refusalOf(refused(response))).toBe(kind);
});

test('is none of other commands and faults', () => {
  expect(refusalOf(refused('550 5.1.1 no', 'MAIL FROM'))).toBeUndefined();
  expect(refusalOf(refused('554 5.7.1 no', 'DATA'))).toBeUndefined();
  expect(refusalOf(new Error('ECONNREFUSED'))).toBeUndefined();
  expect(refusalOf(undefined)).toBeUndefined();
});
