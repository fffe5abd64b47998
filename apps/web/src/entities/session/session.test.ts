import type { User } from '@fairground/contract/user';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../shared/api/api-error.ts';
import { request } from '../../shared/api/request.ts';
import {
  currentUser,
  delayUser,
  endSession,
  loadUser,
  onSessionChange,
  onSessionEnd,
  recheckSession,
  setUser,
} from './session.ts';

vi.mock(import('../../shared/api/request.ts'), async (load) => ({ ...(await load()), request: vi.fn() }));

const player = (version: number, coins: number, id = 'u1') =>
  ({ id, version, coins, winningAmount: 0 }) as Partial<User> as User;
const shown = currentUser;

const answers = vi.mocked(request);

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  endSession();
  answers.mockReset();
});

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

describe('the session', () => {
  const refused = (status: number) => new ApiError({ status, code: 'not_signed_in', detail: '' });

  it('is fetched once by several that need it at the same time', async () => {
    answers.mockResolvedValue(player(3, 100));
    await Promise.all([recheckSession(), recheckSession(), loadUser()]);
    expect(shown()).toMatchObject({ id: 'u1', version: 3 });
    expect(answers).toHaveBeenCalledTimes(1);
    await loadUser();
    expect(answers).toHaveBeenCalledTimes(1);
  });

  it('does not go back to an older version that was on its way', async () => {
    answers.mockImplementation(async () => {
      setUser(player(5, 500));
      return player(4, 400);
    });
    await recheckSession();
    expect(shown()?.coins).toBe(500);
  });

  it('ends where the server does not know it, and stays where the server fails', async () => {
    setUser(player(1, 100));
    answers.mockRejectedValue(refused(429));
    await recheckSession();
    expect(shown()?.id).toBe('u1');
    answers.mockRejectedValue(refused(401));
    await recheckSession();
    expect(shown()).toBeNull();
  });

  it('notifies of changes and of its end, before which what was fetched is forgotten', () => {
    const seen: string[] = [];
    const stop = onSessionChange(() => seen.push(currentUser()?.id ?? 'visitor'));
    onSessionEnd(() => seen.push('end'));
    setUser(player(1, 100));
    endSession();
    stop();
    expect(seen).toEqual(['u1', 'end', 'visitor']);
  });
});
