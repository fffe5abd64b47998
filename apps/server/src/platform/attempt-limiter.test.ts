/** Fixed windows on a clock that the test moves. */
import { describe, expect, test } from 'vitest';
import { addressSubject, createAttemptLimiter, type AttemptRule } from './attempt-limiter.ts';
import { systemClock, type Clock } from './clock.ts';
import { accepted, refuse } from '@fairground/contract/errors';

const rule: AttemptRule = { name: 'tries', max: 2, windowMs: 10_000 };
const other: AttemptRule = { name: 'others', max: 3, windowMs: 10_000 };

const createFixture = () => {
  let now = 0;
  const clock: Clock = { ...systemClock, monotonic: () => now };
  return {
    limiter: createAttemptLimiter(clock),
    pass: (ms: number) => {
      now += ms;
    },
  };
};

describe('tries', () => {
  test('are refused past the limit until the window ends, with the seconds to wait', async () => {
    const { limiter, pass } = createFixture();
    expect(await limiter.take([[rule, 'a']])).toEqual(accepted);
    pass(4_000);
    expect(await limiter.take([[rule, 'a']])).toEqual(accepted);
    expect(await limiter.take([[rule, 'a']])).toEqual(refuse('rate_limited', { retryAfterSeconds: 6 }));
    expect(await limiter.take([[rule, 'b']])).toEqual(accepted);
    pass(6_000);
    expect(await limiter.take([[rule, 'a']])).toEqual(accepted);
  });

  test('are counted by no limit if one refuses them', async () => {
    const { limiter } = createFixture();
    for (let n = 0; n < 5; n++) {
      await limiter.take([
        [rule, 'a'],
        [other, 'x'],
      ]);
    }
    expect(await limiter.take([[other, 'x']])).toEqual(accepted);
    expect(await limiter.take([[other, 'x']])).toMatchObject({ ok: false });
  });

  test('can be refunded after a success', async () => {
    const { limiter } = createFixture();
    for (let n = 0; n < 5; n++) {
      expect(await limiter.take([[rule, 'a']])).toEqual(accepted);
      await limiter.giveBack([[rule, 'a']]);
    }
  });
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0db8:1:2::9', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
  ['2001:db8::', '2001:db8:0:0'],
  ['::ffff:102:304', '1.2.3.4'],
  ['::FFFF:102:304', '1.2.3.4'],
  ['64:ff9b::102:304', '1.2.3.4'],
  ['64:ff9b::5.6.7.8', '5.6.7.8'],
  ['1.2.3.4:5001', '1.2.3.4'],
  ['[::ffff:1.2.3.4]:5001', '1.2.3.4'],
  ['[2001:DB8:1:2::9]:443', '2001:db8:1:2'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['', ''],
  ['unknown', 'unknown'],
  ['1.2.3.4.5:80', '1.2.3.4.5:80'],
])('%s counts as %s', (address, subject) => {
  expect(addressSubject(address)).toBe(subject);
});
