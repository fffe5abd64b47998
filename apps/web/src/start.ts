/**
 * The only script that a prerendered page waits for. Its links work without more; the application is loaded
 * at the first touch of the visitor or when the browser is idle, whichever comes first, and at once where a
 * player is expected. What was pressed meanwhile is kept and pressed again once the page is live.
 */
import './shared/ui/theme.css';

const root = document.getElementById('root');
const isOffline = root?.dataset['start'] === 'offline';
const signals = ['pointerdown', 'pointerover', 'keydown', 'focusin', 'touchstart'] as const;
const kept = new Map<HTMLElement, 'click' | 'submit'>();
let loading = false;

function load(): void {
  if (loading) return;
  loading = true;
  for (const signal of signals) removeEventListener(signal, load);
  void import('./main.tsx').then(async ({ start }) => {
    await start();
    removeEventListener('click', keepClick, true);
    removeEventListener('submit', keepSubmit, true);
    for (const [target, what] of kept) {
      if (what === 'click') target.click();
      else (target as HTMLFormElement).requestSubmit();
    }
  });
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
  if ('requestIdleCallback' in window) requestIdleCallback(load, { timeout: 2000 });
  else setTimeout(load, 200);
}

if (isOffline) {
  // The service worker shows this page in place of another one, which is asked for again.
  addEventListener('online', () => location.reload());
} else {
  addEventListener('click', keepClick, true);
  addEventListener('submit', keepSubmit, true);
  const isIdle =
    root?.dataset['start'] === 'idle' &&
    !document.documentElement.dataset['session'] &&
    location.search === '';
  if (isIdle) loadLater();
  else load();
}
