/** Steps on a page of any engine. */
import { setTimeout as delay } from 'node:timers/promises';
import type { EnginePage } from './engine-page.ts';

/** Longer than anything takes that a page waits for, on a machine that is busy. */
const patienceMs = 150_000;

/** Repeats a step until it returns something that is neither false nor empty. */
export const until = async <Value>(
  what: string,
  step: () => Promise<Value>,
): Promise<NonNullable<Exclude<Value, false>>> => {
  const end = performance.now() + patienceMs;
  for (;;) {
    const value = await step();
    if (value) return value as NonNullable<Exclude<Value, false>>;
    if (performance.now() > end) throw new Error(`waited too long for ${what}`);
    await delay(100);
  }
};

/** Where a control can be pressed: its center, once nothing covers it. Null while there is no such control. */
const pressPoint = (selector: string, name: string): { x: number; y: number } | null => {
  for (const control of document.querySelectorAll<HTMLElement>(selector)) {
    const own = (control.getAttribute('aria-label') ?? control.textContent ?? '')
      .replaceAll(/\s+/g, ' ')
      .trim();
    // What is inert is the page before its data.
    if (
      !own.startsWith(name) ||
      control.closest('[inert]') ||
      control.matches(':disabled, [aria-disabled=true]')
    )
      continue;
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { left, top, width, height } = control.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    if (control.contains(document.elementFromPoint(x, y))) return { x, y };
  }
  return null;
};

/** Presses the first control whose name begins so, once it can be pressed and no longer moves. */
export const press = async (page: EnginePage, selector: string, name = ''): Promise<void> => {
  let last: { x: number; y: number } | null = null;
  const point = await until(`${selector} "${name}"`, async () => {
    const now = await page.run(pressPoint, selector, name);
    const isStill = now !== null && last !== null && now.x === last.x && now.y === last.y;
    last = now;
    return isStill ? now : null;
  });
  await page.pressAt(point.x, point.y);
};

const textOf = (selector: string): string | null => {
  const element = document.querySelector<HTMLElement>(selector);
  return element === null || element.closest('[inert]') ? null : element.innerText;
};

/** Waits until the first such element is in the page and its text satisfies the pattern. */
export const untilText = (page: EnginePage, selector: string, pattern: RegExp): Promise<string> =>
  until(`${pattern} in ${selector}`, async () => {
    const text = await page.run(textOf, selector);
    return text !== null && pattern.test(text) ? text || ' ' : null;
  });

/** The first item of the list under this heading. */
const newestOf = (heading: string): string | null => {
  const isHeading = ({ innerText }: HTMLElement) => innerText.trim() === heading;
  const section = [...document.querySelectorAll<HTMLElement>('section h2')]
    .find(isHeading)
    ?.closest('section');
  return section?.querySelector<HTMLElement>('li')?.innerText ?? null;
};

/** A bet that arrived as betting closed is refused: then no new one is shown in this time, and it is placed again. */
const shownWithinMs = 5_000;

/** Places a bet, and waits until the newest one of the list under this heading is settled. */
export const settleBet = async (
  page: EnginePage,
  heading: string,
  placeBet: () => Promise<void>,
): Promise<void> => {
  const isPending = async () => (await page.run(newestOf, heading))?.includes('Pending') ?? false;
  await until(`a bet in "${heading}"`, async () => {
    await placeBet();
    const end = performance.now() + shownWithinMs;
    while (!(await isPending()) && performance.now() < end) await delay(100);
    return isPending();
  });
  await until(`its end in "${heading}"`, async () => !(await isPending()));
};
