import type { User } from '@fairground/contract/user';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '../api/query-client.ts';
import { setUser, userQueryKey } from './session.ts';

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
