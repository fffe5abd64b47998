/** Plays by keyboard and by ear, and notes what is said of each outcome. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Listener } from '../../e2e/listener.ts';
import type { Desktop } from './desktop.ts';
import { hearOutcome, judge, type Heard } from './heard.ts';

/** How long nothing may be said of an outcome, and how long what follows it is listened to. */
const heardWithinMs = 8_000;
const listensForMs = 3_000;
const mostTabs = 80;

/** The name of what has the focus, if it can be pressed. */
const focusedName = (): string => {
  const control = document.activeElement;
  if (!(control instanceof HTMLElement) || control.matches('body, :disabled, [aria-disabled=true]'))
    return '';
  const label = control instanceof HTMLInputElement ? control.labels?.[0] : control;
  return (control.getAttribute('aria-label') ?? label?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
};

interface Watched {
  text: string;
  at: number;
}

/** Notes when such a text is first in the page, seen or not. */
const watch = (source: string, flags: string): void => {
  const pattern = new RegExp(source, flags);
  const place = window as unknown as { watched: Watched | null; watcher?: MutationObserver };
  place.watched = null;
  place.watcher?.disconnect();
  const look = (node: Node | null): void => {
    const text = (node?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
    if (text.length > 500 || !pattern.test(text)) return;
    place.watched ??= { text, at: Date.now() };
  };
  place.watcher = new MutationObserver((records) => {
    if (place.watched !== null) return;
    for (const { type, target, addedNodes } of records) {
      if (type === 'childList') for (const node of addedNodes) look(node);
      look(target instanceof Text ? target.parentElement : target);
    }
  });
  place.watcher.observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['hidden'],
  });
};
const readWatched = (): Watched | null => (window as unknown as { watched: Watched | null }).watched;

export const createListener = (desktop: Desktop, siteUrl: string, note: (heard: Heard) => void): Listener => {
  const { page, key, said } = desktop;

  /** Until nothing is being said, or for as long as anybody listens. */
  const quiet = async (): Promise<void> => {
    const end = Date.now() + heardWithinMs;
    while (Date.now() < end) {
      const last = (await said()).at(-1);
      if (last === undefined || (last.endsAt !== null && last.endsAt < Date.now() - 700)) return;
      await delay(100);
    }
  };
  const hears = async (pattern: RegExp, withinMs = 60_000): Promise<boolean> => {
    const from = Date.now();
    while (Date.now() < from + withinMs) {
      if ((await said()).some(({ text, startsAt }) => startsAt > from && pattern.test(text))) return true;
      await delay(50);
    }
    return false;
  };

  const goTo = async (name: string): Promise<void> => {
    for (let tabs = 0; tabs < mostTabs; tabs += 1) {
      if ((await page.evaluate(focusedName)).startsWith(name)) return;
      await key('Tab');
      await delay(80);
    }
    throw new Error(`the keyboard does not reach "${name}"`);
  };

  return {
    key,
    hears,
    async open(path) {
      await page.goto(`${siteUrl}${path}`);
      // The page is a visitor's, and its parts are there.
      await delay(3_000);
      // Orca reads a new page to its end unless it is told to stop.
      await key('Control_L');
      await goTo('Skip to content');
      await key('Return');
    },
    goTo,
    async outcome(step, shown, act, withinMs = 60_000) {
      await page.evaluate(watch, shown.source, shown.flags);
      await act();
      const end = Date.now() + withinMs;
      let seen = await page.evaluate(readWatched);
      while (seen === null && Date.now() < end) {
        await delay(100);
        seen = await page.evaluate(readWatched);
      }
      if (seen === null) return false;
      const hear = async (): Promise<Heard> => hearOutcome(step, seen, shown, await said());
      while ((await hear()).said.length === 0 && Date.now() < seen.at + heardWithinMs) await delay(100);
      await delay(listensForMs);
      await quiet();
      const heard = await hear();
      console.log(`${judge(heard).padEnd(8)} ${step}: ${heard.said.map(({ text }) => text).join(' / ')}`);
      note(heard);
      return true;
    },
  };
};
