/**
 * Who is signed in. The player lives in the query cache under ['user', 'me']; `null` is a visitor, no data
 * is "unknown yet". The session itself is an HttpOnly cookie that scripts cannot see, so a note in local
 * storage records whether a call is worth making.
 */
import type { LoginBody, RegisterAnswer, RegisterBody } from '@fairground/contract/auth';
import type { SecondStepBody } from '@fairground/contract/second-factors';
import type { User } from '@fairground/contract/user';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { isApiError } from '../../shared/api/api-error.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { onNotSignedIn, request } from '../../shared/api/request.ts';

export const userQueryKey = ['user', 'me'] as const;

const userQuery = queryOptions({
  queryKey: userQueryKey,
  queryFn: ({ signal }) => fetchUser(signal),
  staleTime: Infinity,
  gcTime: Infinity,
  retry: 2,
});

export type Session =
  | { status: 'unknown'; user: null }
  | { status: 'visitor'; user: null }
  | { status: 'player'; user: User }
  | { status: 'failed'; user: null };

/** Follows the session; fetches nothing by itself, `loadUser` does. */
export function useSession(): Session {
  const { data, isError } = useQuery({ ...userQuery, enabled: false });
  if (data) return { status: 'player', user: data };
  if (data === null) return { status: 'visitor', user: null };
  return { status: isError ? 'failed' : 'unknown', user: null };
}

/** The player as last known, for code outside components. */
export const currentUser = (): User | null => queryClient.getQueryData<User | null>(userQueryKey) ?? null;

/** The signed-in player, or null for a visitor and while that is not known yet. */
export const useUser = (): User | null => useSession().user;

/** Fetches the player once; later calls share the answer. Never throws: failure is a state. */
export async function loadUser(): Promise<void> {
  await queryClient.prefetchQuery(userQuery);
  if (!queryClient.getQueryData(userQueryKey)) forgetExpectation();
}

/** Fetches only where a player has signed in before, so that visitors cost no refused call. */
export async function loadUserIfExpected(): Promise<void> {
  if (readNote()) await loadUser();
}

/** Where the session may have ended elsewhere; a player who has signed out here is not fetched again. */
export async function recheckOwnSession(): Promise<void> {
  // The server may close the connections of a session before or after it has answered that this one is over.
  if (isLoggingOut || queryClient.getQueryData(userQueryKey) === null) return;
  await recheckSession();
}

/** Refetches the player; a session that has ended in the meantime ends on this page too. */
async function recheckSession(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: userQueryKey, refetchType: 'none' });
  await loadUser();
}

/** Signing in or out in one tab reaches the others by the note, which they share. */
export function followOtherTabs(): void {
  addEventListener('storage', ({ key, newValue, oldValue }) => {
    if (key !== noteName || newValue === oldValue) return;
    // The other tab may forget the session while, or after, this one signs out.
    void (newValue === null ? recheckOwnSession() : recheckSession());
  });
}

/** Takes the player from any answer or live message; a version older than the cached one is dropped. */
export function setUser(user: User): void {
  if (delays > 0) {
    if (delayed?.id !== user.id || delayed.version < user.version) delayed = user;
    return;
  }
  const cached = queryClient.getQueryData<User | null>(userQueryKey);
  if (cached && cached.id === user.id && cached.version >= user.version) return;
  writeNote(true);
  queryClient.setQueryData(userQueryKey, {
    // Other answers than that of `/user/me` leave these out.
    ...(cached?.id === user.id && { bot: cached.bot, mailStopped: cached.mailStopped }),
    ...user,
  });
}

let isLoggingOut = false;
let delays = 0;
let delayed: User | null = null;

/**
 * Delays newer versions of the player, so that the balance does not reveal a result before its animation has shown
 * it. Call the returned function to release; until then the present version stays.
 */
export function delayUser(): () => void {
  delays += 1;
  let active = true;
  return () => {
    if (!active) return;
    active = false;
    delays -= 1;
    const newest = delayed;
    if (delays > 0 || newest === null) return;
    delayed = null;
    setUser(newest);
  };
}

/** Null once signed in; where the player has a second factor, the token that its step is sent with. */
export async function login(body: LoginBody): Promise<string | null> {
  const { loginAnswer } = await authSchemas();
  try {
    const { user } = await request('/auth/login', { method: 'POST', body, answer: loginAnswer });
    startSession(user);
    return null;
  } catch (error) {
    if (isApiError(error) && error.challenge !== null) return error.challenge;
    throw error;
  }
}

/** The second step of `login`. */
export async function completeLogin(body: SecondStepBody): Promise<void> {
  const { loginAnswer } = await authSchemas();
  const { user } = await request('/auth/login/second-factor', { method: 'POST', body, answer: loginAnswer });
  startSession(user);
}

/** By the answer of a passkey. */
export async function loginWithPasskey(response: object): Promise<void> {
  const { loginAnswer } = await authSchemas();
  const body = { response };
  const { user } = await request('/auth/passkey', { method: 'POST', body, answer: loginAnswer });
  startSession(user);
}

export async function register(body: RegisterBody): Promise<RegisterAnswer> {
  const { registerAnswer } = await authSchemas();
  const answer = await request('/auth/register', { method: 'POST', body, answer: registerAnswer });
  startSession(answer.user);
  return answer;
}

/** An account without a form; the press states that the player is 18 or over. */
export async function playAsGuest(): Promise<void> {
  const { registerAnswer } = await authSchemas();
  const body = { adult: true };
  const { user } = await request('/auth/guest', { method: 'POST', body, answer: registerAnswer });
  startSession(user);
}

/** Ends the session on the server, then forgets everything that was fetched as this player. */
export async function logout(): Promise<void> {
  isLoggingOut = true;
  try {
    await request('/auth/logout', { method: 'POST' });
  } catch (error) {
    if (!isApiError(error) || error.code !== 'not_signed_in') throw error;
  } finally {
    isLoggingOut = false;
  }
  endSession();
}

/** Clears what belongs to the session, wherever it was ended. */
export function endSession(): void {
  delayed = null;
  writeNote(false);
  queryClient.removeQueries({ predicate: ({ queryKey: [area, what] }) => area !== 'games' && what !== 'me' });
  queryClient.setQueryData(userQueryKey, null);
}

/** Loaded with the first use: visitors who only look around need no schemas. */
const authSchemas = () => import('@fairground/contract/auth');

// A session can also end elsewhere: by a changed password, on another device, by its age.
onNotSignedIn(endSession);

function startSession(user: User): void {
  queryClient.setQueryData(userQueryKey, null);
  setUser(user);
}

async function fetchUser(signal: AbortSignal): Promise<User | null> {
  try {
    const { userSchema } = await import('@fairground/contract/user');
    const user = await request('/user/me', { answer: userSchema, signal });
    writeNote(true);
    const cached = queryClient.getQueryData<User | null>(userQueryKey);
    if (cached?.id !== user.id) return user;
    if (delays > 0) delayed = user;
    return delays > 0 || cached.version > user.version ? cached : user;
  } catch (error) {
    if (!isApiError(error) || error.status !== 401) throw error;
    writeNote(false);
    return null;
  }
}

const noteName = 'signed-in';

/** Storage can be forbidden; then no session is expected, and guarded pages still fetch it. */
function readNote(): boolean {
  try {
    return localStorage.getItem(noteName) !== null;
  } catch {
    return false;
  }
}

function writeNote(signedIn: boolean): void {
  if (!signedIn) forgetExpectation();
  try {
    if (signedIn) localStorage.setItem(noteName, '1');
    else localStorage.removeItem(noteName);
  } catch {
    // Without storage there is no note.
  }
}

/** Shows Login and Sign Up again, which the page hides while it expects a player. */
function forgetExpectation(): void {
  delete document.documentElement.dataset['session'];
}
