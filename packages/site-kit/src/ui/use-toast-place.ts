/** Moves the list of toasts to where it covers nothing that the player needs, and follows the page while it shows. */
import { useLayoutEffect, type RefObject } from 'react';
import { clearOfToasts } from './cn.ts';
import { overlaps, placeToast, type Box } from './toast-place.ts';

const pressable =
  'button:not(:disabled, [aria-disabled="true"]), a[href], input:not([readonly]), textarea, [role="slider"]:not([data-disabled])';

/** `shown` changes with each toast: a new one is placed afresh. */
export function useToastPlace(list: RefObject<HTMLElement | null>, shown: readonly unknown[]): void {
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null || shown.length === 0) return;
    place(element);
    // The page scrolls, dialogs open, and buttons change below a toast; it moves only when it would cover one.
    let frame = requestAnimationFrame(follow);
    function follow(): void {
      frame = requestAnimationFrame(follow);
      if (element !== null && isInTheWay(element)) place(element);
    }
    return () => cancelAnimationFrame(frame);
  }, [list, shown]);
}

/** For what stays long: places it like a toast, and checks each second whether it covers something. Returns how to end that. */
export function stayClear(element: HTMLElement): () => void {
  place(element);
  const timer = setInterval(() => {
    if (isInTheWay(element)) place(element);
  }, 1_000);
  return () => clearInterval(timer);
}

function isInTheWay(element: HTMLElement): boolean {
  const box = element.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  if (box.left < 0 || box.top < 0 || box.right > clientWidth || box.bottom > clientHeight) return true;
  return boxesOf(`.${clearOfToasts}`, element).some((other) => overlaps(box, other));
}

function place(element: HTMLElement): void {
  const { width, height } = element.getBoundingClientRect();
  const { left, top } = placeToast({
    width: document.documentElement.clientWidth,
    height: document.documentElement.clientHeight,
    toast: { width, height },
    clear: boxesOf(`.${clearOfToasts}`, element),
    pressable: boxesOf(pressable, element),
    stages: boxesOf('[data-part="stage"]', element),
  });
  element.style.left = `${Math.round(left)}px`;
  element.style.top = `${Math.round(top)}px`;
}

/** What can be seen of the page outside the list; behind an open dialog only the header's balance counts. */
function boxesOf(selector: string, list: HTMLElement): Box[] {
  const dialog = [...document.querySelectorAll('[role="dialog"][data-state="open"]')].at(-1);
  const { clientWidth, clientHeight } = document.documentElement;
  const boxes: Box[] = [];
  for (const element of document.querySelectorAll(selector)) {
    if (list.contains(element)) continue;
    if (dialog !== undefined && !dialog.contains(element) && !element.matches('[data-balance]')) continue;
    const box = element.getBoundingClientRect();
    const isInView =
      box.width > 0 &&
      box.height > 0 &&
      box.bottom > 0 &&
      box.top < clientHeight &&
      box.right > 0 &&
      box.left < clientWidth;
    if (isInView) boxes.push(box);
  }
  return boxes;
}
