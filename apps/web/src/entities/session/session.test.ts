import type { User } from '@fairground/contract/user';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '../../shared/api/query-client.ts';
import { holdUser, setUser, userQueryKey } from './session.ts';

const player = (version: number, coins: number, id = 'u1') =>
  ({ id, version, coins, winningAmount: 0 }) as Partial<User> as User;
const held = () => queryClient.getQueryData<User | null>(userQueryKey);

beforeEach(() => queryClient.clear());

describe('setUser', () => {
  it('takes a newer version and drops an older one, whatever order they arrive in', () => {
    setUser(player(2, 100));
    setUser(player(4, 300));
    setUser(player(3, 200));
    expect(held()?.coins).toBe(300);
  });

  it('takes another player whatever the version', () => {
    setUser(player(9, 100));
    setUser(player(1, 50, 'u2'));
    expect(held()).toMatchObject({ id: 'u2', coins: 50 });
  });
});

describe('holdUser', () => {
  it('holds newer pictures back, and shows the newest of them when it is let go', () => {
    setUser(player(1, 1000));
    const letGo = holdUser();
    setUser(player(3, 1050));
    setUser(player(2, 1020));
    expect(held()?.coins).toBe(1000);
    letGo();
    expect(held()?.coins).toBe(1050);
  });

  it('holds for as long as anybody does, and letting go twice is once', () => {
    setUser(player(1, 1000));
    const [first, second] = [holdUser(), holdUser()];
    setUser(player(2, 1050));
    first();
    first();
    expect(held()?.coins).toBe(1000);
    second();
    expect(held()?.coins).toBe(1050);
  });
});
