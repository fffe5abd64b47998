/**
 * The only script that a prerendered page waits for. Its links work without more, so the application is loaded
 * with the first activity of the visitor: a touch, a key, a move of the pointer. Presses until then are queued
 * and replayed once the page is live. `data-start` names how much a page needs by itself:
 * `quiet` nothing, `idle` the application as soon as the browser has time, `now` immediately, `offline` never.
 * The theme is imported here, so that prerendered pages are styled without the application; they link the sheets of
 * their features themselves.
 */
import type * as Application from './main.tsx';
import '@fairground/site-kit/ui/theme.css';
import '@fairground/site-kit/art/scene.css';
import { showsTheTruth } from './features/blog/freshness.ts';
import { requestEarly } from '@fairground/site-kit/api/request-early.ts';
import { needsReload, reloadPage } from '@fairground/site-kit/pwa/replaced.ts';

const root = document.getElementById('root');
const begin = root?.dataset['start'];
const signals = ['pointerdown', 'pointermove', 'wheel', 'keydown', 'focusin', 'touchstart'] as const;
const presses = new Map<HTMLElement, 'click' | 'submit'>();
const retryMs = 5_000;
let loading = false;
let failures = 0;
/** Who is signed in, which is fetched while the application loads. */
let player: Promise<Response> | undefined;

/** Browsers also report a pointer that rests where a page appears: that is no activity of the visitor. */
function onSignal(event: Event): void {
  const isAtRest =
    event instanceof PointerEvent &&
    event.type === 'pointermove' &&
    event.movementX === 0 &&
    event.movementY === 0;
  if (!isAtRest) load();
}

function load(): void {
  if (loading) return;
  loading = true;
  for (const signal of signals) removeEventListener(signal, onSignal);
  void import('./main.tsx').then(startWithPlayer).then(replayPresses, retryLoad);
}

function startWithPlayer({ start }: typeof Application): Promise<void> {
  const answer = player;
  player = undefined;
  return start(answer);
}

function replayPresses(): void {
  removeEventListener('click', queueClick, true);
  removeEventListener('submit', queueSubmit, true);
  for (const [target, what] of presses) {
    if (what === 'click') target.click();
    else (target as HTMLFormElement).requestSubmit();
  }
}

/**
 * A connection may be lost for a moment: presses stay queued, unless only the page as a whole comes back. Whoever only
 * reads is not interrupted, as the program may be what a filter stops.
 */
function retryLoad(): void {
  failures += 1;
  const isAwaited = presses.size > 0 || begin === 'now';
  void needsReload({ isRepeated: isAwaited && failures > 1 }).then((needs) => needs && reloadPage());
  loading = false;
  for (const signal of signals) addEventListener(signal, onSignal, { passive: true });
  setTimeout(load, retryMs);
}

/** Buttons do nothing yet. A submit button's click turns into a submit event, which is queued instead. */
function queueClick({ target }: Event): void {
  const button =
    target instanceof Element ? target.closest<HTMLButtonElement>('button:not([type=submit])') : null;
  if (button === null) return;
  presses.set(button, 'click');
  load();
}

function queueSubmit(event: Event): void {
  event.preventDefault();
  if (event.target instanceof HTMLFormElement) presses.set(event.target, 'submit');
  load();
}

function loadLater(): void {
  for (const signal of signals) addEventListener(signal, onSignal, { passive: true });
  if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle, { once: true });
}

function whenIdle(): void {
  const check = (): void => void (begin === 'idle' || remembersMore() ? load() : watchQuietly());
  if ('requestIdleCallback' in window) requestIdleCallback(check, { timeout: 2000 });
  else setTimeout(check, 200);
}

/** The application is loaded after all where a new version waits, or the page is out of date. */
async function watchQuietly(): Promise<void> {
  const [registration, isTrue] = await Promise.all([register(), showsTheTruth(root)]);
  if (registration?.waiting || !isTrue) load();
}

/** Installed with the first visit, so that the next visit sees the offline page when the site is unreachable. */
async function register(): Promise<ServiceWorkerRegistration | undefined> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined;
  return navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined);
}

async function reloadWhenReady(): Promise<void> {
  const answer = await requestEarly('/health/ready').catch(() => undefined);
  if (answer?.ok) location.reload();
}

/** The sound switch depends on this visitor, and the invitation that /register shows on the tab. */
function remembersMore(): boolean {
  try {
    return localStorage.getItem('sound') !== null || sessionStorage.getItem('invited-by') !== null;
  } catch {
    return false;
  }
}

if (begin === 'offline') {
  // The service worker shows this page in place of another one, which is loaded again.
  addEventListener('online', () => location.reload());
  // The browser reports nothing if the site itself was down. Not all pages ask at the same time.
  setInterval(() => void reloadWhenReady(), retryMs * (1 + Math.random()));
} else if (document.documentElement.dataset['browser'] !== 'old') {
  addEventListener('click', queueClick, true);
  addEventListener('submit', queueSubmit, true);
  const expectsPlayer = document.documentElement.dataset['session'] !== undefined;
  const waits =
    (begin === 'idle' || begin === 'quiet') &&
    !expectsPlayer &&
    location.search === '' &&
    location.hash === '';
  if (begin === 'now' || expectsPlayer) player = requestEarly('/user/me');
  if (waits) loadLater();
  else load();
}
