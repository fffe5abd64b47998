import type { User } from '@fairground/contract/user';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '../../shared/api/query-client.ts';
import { delayUser, setUser, userQueryKey } from './session.ts';

const player = (version: number, coins: number, id = 'u1') =>
  ({ id, version, coins, winningAmount: 0 }) as Partial<User> as User;
const shown = () => queryClient.getQueryData<User | null>(userQueryKey);

beforeEach(() => queryClient.clear());

describe('setUser', () => {
  it('takes a newer version and drops an older one, whatever order they arrive in', () => {
    setUser(player(2, 100));
    setUser(player(4, 300));
    setUser(player(3, 200));
    expect(shown()?.coins).toBe(300);
  });

  it('remembers that the account is a bot, which answers to bets leave out', () => {
    setUser({ ...player(1, 100), bot: true });
    setUser(player(2, 50));
    expect(shown()).toMatchObject({ coins: 50, bot: true });
    setUser(player(3, 50, 'u2'));
    expect(shown()).not.toHaveProperty('bot');
  });

  it('remembers that mails come back, until an answer says otherwise', () => {
    setUser({ ...player(1, 100), mailStopped: true });
    setUser(player(2, 50));
    expect(shown()).toMatchObject({ coins: 50, mailStopped: true });
    setUser({ ...player(3, 50), mailStopped: false });
    expect(shown()?.mailStopped).toBe(false);
  });

  it('takes another player whatever the version', () => {
    setUser(player(9, 100));
    setUser(player(1, 50, 'u2'));
    expect(shown()).toMatchObject({ id: 'u2', coins: 50 });
  });
});

describe('delayUser', () => {
  it('delays newer versions, and shows the newest of them when released', () => {
    setUser(player(1, 1000));
    const release = delayUser();
    setUser(player(3, 1050));
    setUser(player(2, 1020));
    expect(shown()?.coins).toBe(1000);
    release();
    expect(shown()?.coins).toBe(1050);
  });

  it('delays until every caller has released, and counts a second release of one caller once', () => {
    setUser(player(1, 1000));
    const [first, second] = [delayUser(), delayUser()];
    setUser(player(2, 1050));
    first();
    first();
    expect(shown()?.coins).toBe(1000);
    second();
    expect(shown()?.coins).toBe(1050);
  });
});
