/** What a browser reports of a page while it loads and is used, by the definitions of Core Web Vitals. */
import type { Page } from '@playwright/test';

export interface Vitals {
  firstPaintMs: number;
  /** Largest contentful paint, until the first input. */
  lcpMs: number;
  /** Cumulative layout shift: the largest sum of a window of shifts. */
  cls: number;
  /** The parts of the page that moved, where there is a shift. */
  moved: readonly string[];
  /** The slowest press, from the input to the next paint. The browser reports none faster than 16 ms. */
  inpMs: number;
}

interface Collected extends Vitals {
  moved: string[];
}

declare global {
  interface Window {
    benchVitals: Collected;
  }
}

/** To be called before the page is opened. */
export const observeVitals = async (page: Page): Promise<void> => {
  await page.addInitScript(collect);
};

export const readVitals = (page: Page): Promise<Vitals> =>
  page.evaluate(() => ({
    ...window.benchVitals,
    firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  }));

/** Runs in the page. */
function collect(): void {
  interface LayoutShift extends PerformanceEntry {
    value: number;
    hadRecentInput: boolean;
    sources: readonly { node: Node | null }[];
  }
  const vitals = { firstPaintMs: 0, lcpMs: 0, cls: 0, moved: [] as string[], inpMs: 16 };
  window.benchVitals = vitals;
  const observe = <Entry extends PerformanceEntry>(
    options: PerformanceObserverInit,
    use: (entry: Entry) => void,
  ): void =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) use(entry as Entry);
    }).observe({ ...options, buffered: true });

  observe({ type: 'largest-contentful-paint' }, ({ startTime }) => {
    vitals.lcpMs = startTime;
  });
  // A window of shifts ends after a second without any, or after five.
  let [windowStart, lastShift, sum] = [0, 0, 0];
  observe<LayoutShift>({ type: 'layout-shift' }, ({ value, hadRecentInput, sources, startTime }) => {
    if (hadRecentInput) return;
    const isSameWindow = startTime - lastShift < 1_000 && startTime - windowStart < 5_000;
    if (!isSameWindow) [windowStart, sum] = [startTime, 0];
    lastShift = startTime;
    sum += value;
    vitals.cls = Math.max(vitals.cls, sum);
    for (const { node } of sources) {
      const element = node instanceof Element ? node : node?.parentElement;
      if (element) vitals.moved.push(`${element.tagName.toLowerCase()}.${[...element.classList].join('.')}`);
    }
  });
  observe<PerformanceEventTiming>(
    // The threshold is missing in the types of TypeScript.
    { type: 'event', durationThreshold: 16 } as PerformanceObserverInit,
    ({ interactionId, duration }) => {
      if (interactionId > 0) vitals.inpMs = Math.max(vitals.inpMs, duration);
    },
  );
}
