/** Which failures of a mail server are final, and what is stored of them. */
import { expect, it } from 'vitest';
import { describeMailFailure, isRefusedForGood } from './queued-mails.ts';

const failure = (more: { responseCode?: number; code?: string }): Error =>
  Object.assign(new Error('no mailbox ann@example.org'), more);

it.each([
  ['an unknown mailbox', { responseCode: 550, code: 'EENVELOPE' }, true],
  ['a text that is refused', { responseCode: 554, code: 'EMESSAGE' }, true],
  ['a greylist', { responseCode: 451, code: 'EENVELOPE' }, false],
  ['a wrong password of the site', { responseCode: 535, code: 'EAUTH' }, false],
  ['a greeting that refuses', { responseCode: 554, code: 'EPROTOCOL' }, false],
  ['no server', { code: 'ECONNECTION' }, false],
  ['silence', { code: 'ETIMEDOUT' }, false],
])('tells a failure that is final from one that passes: %s', (_what, more, isFinal) => {
  expect(isRefusedForGood(failure(more))).toBe(isFinal);
});

it('stores no words of the server, which may name the recipient', () => {
  for (const more of [{ responseCode: 550, code: 'EENVELOPE' }, { code: 'ETIMEDOUT' }, {}])
    expect(describeMailFailure(failure(more))).not.toContain('ann@');
  expect(describeMailFailure(failure({ responseCode: 550 }))).toBe('the mail server answered 550');
});
