/**
 * The only script that a prerendered page waits for. Its links work without more, so the application is loaded
 * with the first sign of the visitor: a touch, a key, a move of the pointer. What was pressed meanwhile is kept
 * and pressed again once the page is live. `data-start` says how much a page needs by itself:
 * `quiet` nothing, `idle` the application as soon as the browser has time, `now` at once, `offline` never.
 * The sheets of all prerendered pages are named here, so that these are styled without it; games bring theirs.
 */
import './shared/ui/theme.css';
import './shared/art/scene.css';
import './features/blog/blog.css';
import './features/faq/faq.css';
import { showsTheTruth } from './shared/page/freshness.ts';

const root = document.getElementById('root');
const begin = root?.dataset['start'];
const signals = ['pointerdown', 'pointerover', 'wheel', 'keydown', 'focusin', 'touchstart'] as const;
const kept = new Map<HTMLElement, 'click' | 'submit'>();
const retryMs = 5_000;
let loading = false;

function load(): void {
  if (loading) return;
  loading = true;
  for (const signal of signals) removeEventListener(signal, load);
  void import('./main.tsx').then(({ start }) => start()).then(pressKept, loadAgain);
}

function pressKept(): void {
  removeEventListener('click', keepClick, true);
  removeEventListener('submit', keepSubmit, true);
  for (const [target, what] of kept) {
    if (what === 'click') target.click();
    else (target as HTMLFormElement).requestSubmit();
  }
}

/** A connection may be lost for a moment; what was pressed stays kept. */
function loadAgain(): void {
  loading = false;
  for (const signal of signals) addEventListener(signal, load, { passive: true });
  setTimeout(load, retryMs);
}

/** Buttons do nothing yet. A submit button's click turns into a submit event, which is kept instead. */
function keepClick({ target }: Event): void {
  const button =
    target instanceof Element ? target.closest<HTMLButtonElement>('button:not([type=submit])') : null;
  if (button === null) return;
  kept.set(button, 'click');
  load();
}

function keepSubmit(event: Event): void {
  event.preventDefault();
  if (event.target instanceof HTMLFormElement) kept.set(event.target, 'submit');
  load();
}

function loadLater(): void {
  for (const signal of signals) addEventListener(signal, load, { passive: true });
  if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle, { once: true });
}

function whenIdle(): void {
  const look = (): void => void (begin === 'idle' || remembersMore() ? load() : watchQuietly());
  if ('requestIdleCallback' in window) requestIdleCallback(look, { timeout: 2000 });
  else setTimeout(look, 200);
}

/** The application is wanted after all where a new version waits, or the page shows what is no longer so. */
async function watchQuietly(): Promise<void> {
  const [registration, isTrue] = await Promise.all([register(), showsTheTruth(root)]);
  if (registration?.waiting || !isTrue) load();
}

/** Installed with the first visit, so that the next one is told when the fair cannot be reached. */
async function register(): Promise<ServiceWorkerRegistration | undefined> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined;
  return navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined);
}

/** What the switch for sound says depends on this visitor. */
function remembersMore(): boolean {
  try {
    return localStorage.getItem('sound') !== null;
  } catch {
    return false;
  }
}

if (begin === 'offline') {
  // The service worker shows this page in place of another one, which is asked for again.
  addEventListener('online', () => location.reload());
} else {
  addEventListener('click', keepClick, true);
  addEventListener('submit', keepSubmit, true);
  const waits =
    (begin === 'idle' || begin === 'quiet') &&
    !document.documentElement.dataset['session'] &&
    location.search === '' &&
    location.hash === '';
  if (waits) loadLater();
  else load();
}
