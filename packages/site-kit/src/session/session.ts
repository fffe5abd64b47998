/**
 * Who is signed in. Every page needs it, so it is in a store of its own and not in the query cache. The session
 * itself is an HttpOnly cookie that scripts cannot see. Whether a call is worth making is in a second cookie of
 * the server's, and in a note in local storage, by which other tabs follow too: browsers may delete what
 * scripts stored after a week.
 */
import { tellReturn } from '../page/returns.ts';
import type { LoginBody, RegisterAnswer, RegisterBody } from '@fairground/contract/auth';
import type { SecondStepBody } from '@fairground/contract/second-factors';
import type { User } from '@fairground/contract/user';
import { ApiError, isApiError } from '../api/api-error.ts';
import { followShownPlayer, onNotSignedIn, request } from '../api/request.ts';
import { withRetries } from '../api/retry.ts';
import { reportUnexpected } from '../faults/report-fault.ts';
import { t } from '../i18n/i18n.ts';
import { createNote } from '../store/note.ts';
import { createStore, useStore } from '../store/store.ts';
import { givenClub, givenRef, invitedBy } from './invited-by.ts';

export type Session =
  | { status: 'unknown'; user: null }
  | { status: 'visitor'; user: null }
  | { status: 'player'; user: User }
  | { status: 'failed'; user: null; error: unknown };

const visitor: Session = { status: 'visitor', user: null };
const session = createStore<Session>({ status: 'unknown', user: null });

/**
 * The name of the player who has signed in elsewhere in this browser since. The page still shows the player before,
 * and belongs to the next one only once it is loaded again.
 */
const successor = createStore<string | null>(null);
export const useSuccessor = (): string | null => useStore(successor);

const isKnown = (): boolean => ['visitor', 'player'].includes(session.get().status);

/** Follows the session; fetches nothing by itself, `loadUser` does. */
export const useSession = (): Session => useStore(session);

/** Calls the listener with each change, such as a new balance; call the returned function to stop. */
export const onSessionChange = (listener: () => void): (() => void) => session.subscribe(listener);

/** The player as last known, for code outside components. */
export const currentUser = (): User | null => session.get().user;

/** The signed-in player, or null for a visitor and while that is not known yet. */
export const useUser = (): User | null => useSession().user;

/** Fetches the player once; later calls share the answer. Never throws: failure is a state. */
export async function loadUser(): Promise<void> {
  if (!isKnown()) await reloadUser();
  if (currentUser() === null) forgetExpectation();
}

/** Fetches only where a player has signed in before, so that visitors cost no refused call. */
export async function loadUserIfExpected(): Promise<void> {
  if (readNote()) await loadUser();
}

/** Where the session may have ended elsewhere; a player who has signed out here is not fetched again. */
export async function recheckOwnSession(): Promise<void> {
  // The server may close the connections of a session before or after it has answered that this one is over.
  if (isLoggingOut || session.get().status === 'visitor') return;
  await recheckSession();
}

/** Refetches the player; a session that has ended in the meantime ends on this page too. */
export async function recheckSession(): Promise<void> {
  await reloadUser();
  if (currentUser() === null) forgetExpectation();
}

let early: Promise<Response> | undefined;

/** Keeps the answer to a request that was sent before the application ran: the first fetch of the player takes it. */
export function provideUserAnswer(answer: Promise<Response>): void {
  early = answer;
}

let reloading: Promise<boolean> | null = null;

/** Calls at the same time share one request. False where it fails: a player who is known stays. */
const reloadUser = (): Promise<boolean> => (reloading ??= fetchSession().finally(() => (reloading = null)));

async function fetchSession(): Promise<boolean> {
  if (!isKnown()) session.set({ status: 'unknown', user: null });
  const shownId = currentUser()?.id;
  try {
    const fetched = await withRetries(fetchUser);
    const isAnother = fetched.user !== null && shownId !== undefined && fetched.user.id !== shownId;
    if (isAnother && currentUser()?.id === shownId) successor.set(fetched.user.username);
    else session.set(fetched);
    return true;
  } catch (error) {
    reportUnexpected(error);
    if (!isKnown()) session.set({ status: 'failed', user: null, error });
    return false;
  }
}

/** Signing in or out in one tab reaches the others by the note, which they share. */
export function followOtherTabs(): void {
  addEventListener('storage', ({ key, newValue, oldValue }) => {
    if (key !== noteName || newValue === oldValue) return;
    // The other tab may forget the session while, or after, this one signs out.
    void (newValue === null ? recheckOwnSession() : recheckSession());
  });
}

/** Hides the page at once, whatever React still has to render. */
const hidePage = (isHidden: boolean): void => {
  document.documentElement.style.visibility = isHidden ? 'hidden' : '';
};

/**
 * A browser keeps pages that were left, and shows them again as they were. A page of a player is hidden from
 * when it is left until the server has said that the session lasts; without a network it is loaded again, as if it
 * had not been kept.
 */
export function followReturns(): void {
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted && currentUser() !== null) hidePage(true);
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void returnToPage();
  });
}

async function returnToPage(): Promise<void> {
  const shown = session.get().user?.id;
  const isExpected = readNote();
  if (shown !== undefined && !isExpected) endSession();
  else if (isExpected && isKnown() && !(await reloadUser()) && shown !== undefined) {
    location.reload();
    return;
  }
  hidePage(false);
  if (successor.get() !== null || currentUser()?.id !== shown) return;
  tellReturn();
}

/** Takes the player from any answer or live message; a version older than the known one is dropped. */
export function setUser(user: User): void {
  if (delays > 0) {
    if (delayed?.id !== user.id || delayed.version < user.version) delayed = user;
    return;
  }
  const known = currentUser();
  if (known?.id === user.id && known.version >= user.version) return;
  storeUser(user, known);
}

function storeUser(user: User, known: User | null): void {
  writeNote(true);
  session.set({
    status: 'player',
    user: {
      // Other answers than that of `/user/me` leave these out.
      ...(known?.id === user.id && {
        bot: known.bot,
        breakUntil: known.breakUntil,
      }),
      ...user,
    },
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
  const { loginAnswer } = await prepareSignIn();
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
  const { loginAnswer } = await prepareSignIn();
  const { user } = await request('/auth/login/second-factor', { method: 'POST', body, answer: loginAnswer });
  startSession(user);
}

/** By the answer of a passkey. */
export async function loginWithPasskey(response: object): Promise<void> {
  const { loginAnswer } = await prepareSignIn();
  const body = { response };
  const { user } = await request('/auth/passkey', { method: 'POST', body, answer: loginAnswer });
  startSession(user);
}

export async function register(body: RegisterBody): Promise<RegisterAnswer> {
  const { registerAnswer } = await prepareSignIn();
  const answer = await request('/auth/register', { method: 'POST', body, answer: registerAnswer });
  invitedBy.remove();
  startSession(answer.user);
  return answer;
}

/** An account without a form; the press states that the player is 18 or over. */
export async function playAsGuest(): Promise<void> {
  const { registerAnswer } = await prepareSignIn();
  const club = givenClub();
  const body = { adult: true, ...givenRef(), ...club };
  const { user } = await request('/auth/guest', { method: 'POST', body, answer: registerAnswer });
  // A referral is for the account once it is kept; a club is joined by now.
  if (club.club !== undefined) invitedBy.remove();
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

const endListeners = new Set<() => void>();

/** For what was fetched as the player: the listener forgets it. */
export const onSessionEnd = (listener: () => void): void => void endListeners.add(listener);

/** Clears what belongs to the session, wherever it was ended. */
export function endSession(): void {
  delayed = null;
  writeNote(false);
  for (const listener of endListeners) listener();
  session.set(visitor);
}

/**
 * The schemas are loaded with the first use: visitors who only look around need none. Where the browser takes no
 * cookies the server would open a session, or an account, that the next call does not belong to.
 */
async function prepareSignIn() {
  if (navigator.cookieEnabled === false)
    throw new ApiError({ status: 0, code: 'cookies', detail: t('error.cookies') });
  return import('@fairground/contract/auth');
}

// A session can also end elsewhere: by a changed password, on another device, by its age.
onNotSignedIn(endSession);
followShownPlayer(
  () => currentUser()?.id ?? null,
  () => void recheckOwnSession(),
);

/** Whatever was known before. */
const startSession = (user: User): void => storeUser(user, null);

async function fetchUser(): Promise<Session> {
  try {
    const { userSchema } = await import('@fairground/contract/user');
    const sent = early;
    early = undefined;
    const user = await request('/user/me', { answer: userSchema, ...(sent && { sent }) });
    writeNote(true);
    const known = session.get();
    if (known.user?.id !== user.id) return { status: 'player', user };
    if (delays > 0) delayed = user;
    return delays > 0 || known.user.version > user.version ? known : { status: 'player', user };
  } catch (error) {
    if (!isApiError(error) || error.status !== 401) throw error;
    writeNote(false);
    return visitor;
  }
}

const noteName = 'signed-in';
const note = createNote(noteName, String);
/** Says that there is a session, and no more; see apps/server/src/http/caller.ts. */
const cookieName = 'fairground_signed_in';

/** Without both no session is expected, and guarded pages still fetch it. */
const readNote = (): boolean => `; ${document.cookie}`.includes(`; ${cookieName}=`) || note.read() !== null;

function writeNote(signedIn: boolean): void {
  if (signedIn) {
    note.write('1');
    return;
  }
  forgetExpectation();
  document.cookie = `${cookieName}=; path=/; max-age=0`;
  note.remove();
}

/** Shows Login and Sign Up again, which the page hides while it expects a player. */
function forgetExpectation(): void {
  delete document.documentElement.dataset['session'];
}
