import type { User } from '@fairground/contract/user';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  currentUser,
  delayUser,
  endSession,
  followReturns,
  loadUser,
  login,
  onSessionChange,
  onSessionEnd,
  playAsGuest,
  recheckSession,
  setUser,
} from './session.ts';
import { onReturn } from '../page/returns.ts';

const player = (version: number, coins: number, id = 'u1') =>
  ({ id, version, coins, winningAmount: 0 }) as Partial<User> as User;
const aUser: User = {
  id: 'u1',
  username: 'ringmaster',
  email: 'ringmaster@example.org',
  avatar: null,
  coins: 0,
  winningAmount: 0,
  isSpinned: false,
  referenceId: 'r1',
  referrals: [],
  referralCount: 0,
  todaysBids: 0,
  totalWon: 0,
  adEarnings: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  version: 1,
};
const shown = currentUser;

const answerOf = (status: number, body: object): Response => new Response(JSON.stringify(body), { status });
const answerWith = (user: Partial<User>): Response => answerOf(200, { ...aUser, ...user });
const answers = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { dataset: {} }, cookie: '' });
  vi.stubGlobal('fetch', answers);
  answers.mockReset();
  endSession();
});
// Test files share the globals.
afterEach(() => vi.unstubAllGlobals());

describe('recheckSession', () => {
  it('removes the cookie where the session is refused', async () => {
    document.cookie = 'fairground_signed_in=1';
    answers.mockResolvedValue(answerOf(401, {}));
    vi.stubGlobal('localStorage', { getItem: () => null, removeItem: () => undefined });
    await recheckSession();
    expect(shown()).toBeNull();
    expect(document.cookie).toBe('fairground_signed_in=; path=/; max-age=0');
  });
});

describe('a browser that takes no cookies', () => {
  it('is told so, and no account is opened', async () => {
    vi.stubGlobal('navigator', { cookieEnabled: false });
    const logIn = () => login({ identifier: 'ringmaster', password: 'correct horse' });
    for (const start of [playAsGuest, logIn])
      await expect(start()).rejects.toMatchObject({ name: 'ApiError', code: 'cookies' });
    expect(answers).not.toHaveBeenCalled();
  });
});

describe('a page that the browser kept', () => {
  const style = { visibility: '' };
  const reload = vi.fn();
  const listeners = new Map<string, (event: { persisted: boolean }) => void>();
  const dispatch = (name: 'pagehide' | 'pageshow'): void => listeners.get(name)?.({ persisted: true });
  const stored = new Map<string, string>();

  beforeEach(() => {
    style.visibility = '';
    reload.mockReset();
    vi.stubGlobal('document', { documentElement: { dataset: {}, style }, cookie: '' });
    vi.stubGlobal('location', { reload, pathname: '/profile' });
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    });
    vi.stubGlobal('addEventListener', (name: string, run: (event: { persisted: boolean }) => void) =>
      listeners.set(name, run),
    );
    followReturns();
  });

  it('forgets at once, without the server, a player who has signed out in this browser', () => {
    setUser(player(1, 100));
    dispatch('pagehide');
    expect(style.visibility).toBe('hidden');
    stored.clear();
    dispatch('pageshow');
    expect(shown()).toBeNull();
    expect(style.visibility).toBe('');
    expect(answers).not.toHaveBeenCalled();
  });

  it('stays hidden until the server has said that the session lasts, and then asks for its data', async () => {
    const returned = vi.fn();
    const stop = onReturn(returned);
    const answer = Promise.withResolvers<Response>();
    answers.mockReturnValue(answer.promise);
    setUser(player(1, 100));
    dispatch('pagehide');
    dispatch('pageshow');
    await Promise.resolve();
    expect([style.visibility, returned.mock.calls]).toEqual(['hidden', []]);
    answer.resolve(answerWith({ version: 2, coins: 200 }));
    await vi.waitFor(() => expect(returned).toHaveBeenCalledTimes(1));
    expect([style.visibility, shown()?.coins]).toEqual(['', 200]);
    stop();
  });

  it('forgets a player whose session has ended elsewhere, and asks for nothing of theirs', async () => {
    const returned = vi.fn();
    const stop = onReturn(returned);
    answers.mockResolvedValue(answerOf(401, {}));
    setUser(player(1, 100));
    dispatch('pagehide');
    dispatch('pageshow');
    await vi.waitFor(() => expect(style.visibility).toBe(''));
    expect(shown()).toBeNull();
    expect(returned).not.toHaveBeenCalled();
    stop();
  });

  it('is loaded again where the server cannot be asked, and stays hidden', async () => {
    vi.useFakeTimers();
    answers.mockRejectedValue(new TypeError('Failed to fetch'));
    setUser(player(1, 100));
    dispatch('pagehide');
    dispatch('pageshow');
    await vi.runAllTimersAsync();
    vi.useRealTimers();
    expect(reload).toHaveBeenCalledTimes(1);
    expect(style.visibility).toBe('hidden');
  });
});

describe('a fault of the page while the player is fetched', () => {
  it('is reported, and not taken for a lost network', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('location', { pathname: '/games' });
    const reports: string[] = [];
    answers.mockImplementation((url, init) => {
      if (!(url as string).endsWith('/client-errors')) throw new TypeError('any is not a function');
      reports.push(init?.body as string);
      return Promise.resolve(new Response(null, { status: 204 }));
    });
    setUser(player(1, 100));
    const checked = recheckSession();
    await vi.runAllTimersAsync();
    await checked;
    vi.useRealTimers();
    expect(shown()?.id, 'a player who is known stays').toBe('u1');
    expect(reports).toHaveLength(1);
    expect(reports[0]).toContain('any is not a function');
  });
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

  it('remembers a break, which answers to bets leave out', () => {
    setUser({ ...player(1, 100), breakUntil: '2026-12-01T00:00:00.000Z' });
    setUser(player(2, 50));
    expect(shown()).toMatchObject({ coins: 50, breakUntil: '2026-12-01T00:00:00.000Z' });
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
  const refuseWith = (status: number, code: string) =>
    answers.mockImplementation(async () =>
      answerOf(status, { type: 'about:blank', title: code, status, detail: code, code }),
    );

  it('is fetched once by several that need it at the same time', async () => {
    answers.mockImplementation(async () => answerWith({ version: 3, coins: 100 }));
    await Promise.all([recheckSession(), recheckSession(), loadUser()]);
    expect(shown()).toMatchObject({ id: 'u1', version: 3 });
    expect(answers).toHaveBeenCalledTimes(1);
    await loadUser();
    expect(answers).toHaveBeenCalledTimes(1);
  });

  it('does not go back to an older version that was on its way', async () => {
    answers.mockImplementation(async () => {
      setUser(player(5, 500));
      return answerWith({ version: 4, coins: 400 });
    });
    await recheckSession();
    expect(shown()?.coins).toBe(500);
  });

  it('ends where the server does not know it, and stays where the server fails', async () => {
    setUser(player(1, 100));
    refuseWith(429, 'rate_limited');
    await recheckSession();
    expect(shown()?.id).toBe('u1');
    refuseWith(401, 'not_signed_in');
    await recheckSession();
    expect(shown()).toBeNull();
  });

  it('keeps showing its player where another one is signed in by now', async () => {
    setUser(player(1, 100));
    answers.mockImplementation(async () => answerWith({ id: 'u2', version: 3, coins: 100 }));
    await recheckSession();
    expect(shown()?.id).toBe('u1');
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
