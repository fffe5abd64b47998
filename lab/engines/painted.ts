/** Judges a page by its pixels: an engine may lay a control out, and let it be pressed, without painting it. */
import { decode } from 'fast-png';
import { findCutTexts } from '../../e2e/cut-texts.ts';
import type { EnginePage } from '../../e2e/engine-page.ts';

interface Control {
  name: string;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Marks the controls in the viewport that can be pressed, and the plots. */
const markControls = (): Control[] => {
  const controls: Control[] = [];
  const isOnTop = (control: Element, x: number, y: number): boolean => {
    const top = document.elementFromPoint(x, y);
    return top !== null && (control.contains(top) || (top.closest('label')?.contains(control) ?? false));
  };
  for (const control of document.querySelectorAll<HTMLElement>(
    'button, a[href], input, select, textarea, summary, ' +
      '[role=button], [role=slider], [role=slider] canvas, [role=switch], [role=tab], [data-tile]',
  )) {
    const { left, top, width, height } = control.getBoundingClientRect();
    const isInView = left >= 0 && top >= 0 && left + width <= innerWidth && top + height <= innerHeight;
    // What only a screen reader knows of is no control to press.
    const isHidden = width < 8 || height < 8;
    if (!isInView || isHidden || control.closest('[inert]') || control.matches(':disabled')) continue;
    if (!isOnTop(control, left + width / 2, top + height / 2)) continue;
    // An input may be transparent, and what is seen be drawn by its label.
    (control.closest('label') ?? control).setAttribute('data-judged', '');
    const name = control.getAttribute('aria-label') ?? control.textContent ?? '';
    controls.push({
      name: `${control.tagName.toLowerCase()} "${name.trim().slice(0, 40)}"`,
      left,
      top,
      width,
      height,
    });
  }
  return controls;
};

/** By constructed style sheets, which the page's policy on inline styles allows. */
const setStyle = (css: string): void => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
};

/** What fades in or turns is judged as it will be. */
const endAnimations = (): void => {
  for (const animation of document.getAnimations()) {
    const isEndless = animation.effect?.getComputedTiming().endTime === Infinity;
    if (isEndless) animation.pause();
    else animation.finish();
  }
};

/** Software rendering may be frames behind what was changed last. */
const nextFrames = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });

const clearStyles = (): void => {
  document.adoptedStyleSheets = [];
  for (const control of document.querySelectorAll('[data-judged]')) control.removeAttribute('data-judged');
};

const hideControls = '[data-judged], [data-judged] * { visibility: hidden !important; }';

/** In one of three channels, of 255: more than shades of compression or of an edge. */
const minDifference = 12;
/** The strokes of a short word. */
const minPixels = 12;

interface Picture {
  width: number;
  channels: number;
  data: ArrayLike<number>;
}

const differingPixels = (one: Picture, other: Picture, box: Control): number => {
  let count = 0;
  for (let y = Math.ceil(box.top); y < Math.floor(box.top + box.height); y++)
    for (let x = Math.ceil(box.left); x < Math.floor(box.left + box.width); x++) {
      const differs = [0, 1, 2].some((channel) => {
        const at = (picture: Picture) =>
          picture.data[(y * picture.width + x) * picture.channels + channel] ?? 0;
        return Math.abs(at(one) - at(other)) > minDifference;
      });
      if (differs) count += 1;
    }
  return count;
};

export interface Judgment {
  controls: number;
  unpainted: string[];
  /** By how many pixels the page is wider than the window. */
  tooWide: number;
  /** Texts that do not fit into what clips them. */
  cut: string[];
  picture: Uint8Array;
}

/** Takes a picture of the page and one without its controls: each of them must make a difference where it is. */
export const judgePage = async (page: EnginePage): Promise<Judgment> => {
  await page.run(endAnimations);
  const controls = await page.run(markControls);
  await page.run(nextFrames);
  const picture = await page.screenshot();
  await page.run(setStyle, hideControls);
  await page.run(nextFrames);
  const without = decode(await page.screenshot());
  await page.run(clearStyles);
  const withControls = decode(picture);
  const tooWide = await page.run(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  const cut = await page.run(findCutTexts);
  return {
    controls: controls.length,
    cut,
    unpainted: controls
      .filter((control) => differingPixels(withControls, without, control) < minPixels)
      .map(({ name }) => name),
    tooWide,
    picture,
  };
};
