/**
 * Random walks of a player. Each step presses something that can be pressed, with the mouse or the keyboard, and then
 * judges what every page promises. A fault ends the walk with the steps that led to it; the same seed presses the same
 * things again as long as the pages show the same.
 */
import type { ElementHandle, Page } from '@playwright/test';
import { createRandom } from '@fairground/game-kit/web/lab';

export interface Walk {
  steps: number;
  /** Addresses that were visited. */
  paths: ReadonlySet<string>;
  /** Names of what was pressed. */
  pressed: ReadonlySet<string>;
}

/** They end the session or the account, stop all games for days, or leave the page for a file; in both languages. */
const avoided = new RegExp(
  [
    'log ?out|sign out|close (the |this )?account|take the break|make it longer|download|save as a file',
    'salir|cerrar (la |todas las |las demás )?(sesión|sesiones|cuenta)|tomarme la ' +
      'pausa|alargarla|descargar|guardar en un archivo',
  ].join('|'),
  'i',
);
const errorPages = ['A bulb has blown', 'Page Not Found', 'Se fundió una bombilla', 'Página no encontrada'];
/** The page may hold a new balance back for 4.2 s, until an animation has ended. */
const patienceMs = 10_000;
const texts = ['100', '2', 'lantern', '7, 8', ''];

/** To be called before the first page is opened. */
export const prepareWalk = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const walk = { changes: 0 };
    Object.assign(globalThis, { walk });
    const count = () => void (walk.changes += 1);
    new MutationObserver(count).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    for (const type of ['input', 'change', 'toggle', 'scroll', 'focusin'])
      document.addEventListener(type, count, { capture: true });
  });
};

const countChanges = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { walk: { changes: number } }).walk.changes);

/** One of the controls that a player could press now, or null. */
const pickControl = async (page: Page, choice: number): Promise<ElementHandle<HTMLElement> | null> => {
  const handle = await page.evaluateHandle(
    ([pattern, number]) => {
      const isAvoided = new RegExp(pattern, 'i');
      const dialog = [...document.querySelectorAll('dialog:modal, [role="dialog"]')].at(-1);
      const found = [
        ...(dialog ?? document).querySelectorAll<HTMLElement>(
          'a[href], button, select, summary, textarea, input:not([type="file"]), [role="slider"]',
        ),
      ].filter((element) => {
        const name = element.getAttribute('aria-label') ?? element.textContent;
        const isChosen = ['aria-selected', 'aria-checked', 'aria-pressed', 'aria-current'].some(
          (attribute) => !['false', null].includes(element.getAttribute(attribute)),
        );
        const { width, height } = element.getBoundingClientRect();
        return (
          element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          Math.min(width, height) > 2 &&
          !element.matches(
            ':disabled, [aria-disabled="true"], :checked, [readonly], [type="submit"]:invalid',
          ) &&
          !element.closest('[inert], [aria-hidden="true"]') &&
          !isChosen &&
          !isAvoided.test(name) &&
          (!(element instanceof HTMLAnchorElement) ||
            (element.origin === location.origin &&
              element.target === '' &&
              !element.hasAttribute('download') &&
              element.pathname !== location.pathname &&
              !/^\/(api|data|log|avatars)\/|\.\w+$/.test(element.pathname)))
        );
      });
      return found[number % found.length] ?? null;
    },
    [avoided.source, choice] as const,
  );
  return handle.asElement();
};

/** Neither gone, nor disabled, nor below a dialog. */
const isOffered = (control: ElementHandle<HTMLElement>): Promise<boolean> =>
  control
    .evaluate((element) => {
      const dialog = [...document.querySelectorAll('dialog:modal, [role="dialog"]')].at(-1);
      return (
        element.isConnected &&
        element.checkVisibility() &&
        !element.matches(':disabled') &&
        dialog?.contains(element) !== false
      );
    })
    .catch(() => false);

const nameOf = (control: ElementHandle<HTMLElement>): Promise<string> =>
  control.evaluate((element) =>
    [
      element.tagName.toLowerCase(),
      element.getAttribute('aria-label') ?? (element.textContent || element.getAttribute('name')) ?? '',
    ]
      .join(' ')
      .replaceAll(/\s+/g, ' ')
      .slice(0, 80),
  );

/** Null while no balance is shown. */
const readShownCoins = (page: Page): Promise<number | null> =>
  page.evaluate(() => {
    const name = document
      .querySelector('[aria-label^="Balance:"], [aria-label^="Saldo:"]')
      ?.getAttribute('aria-label');
    return name ? Number(name.replaceAll(/\D/g, '')) : null;
  });

const readHeldCoins = async (page: Page): Promise<number> => {
  const response = await page.context().request.get('/api/user/me');
  const { coins, winningAmount } = (await response.json()) as { coins: number; winningAmount: number };
  return coins + winningAmount;
};

const headingOf = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector('h1')?.textContent.trim() ?? '');

const isTrueWithin = async (ms: number, isTrue: () => Promise<boolean>): Promise<boolean> => {
  const endsAt = Date.now() + ms;
  for (;;) {
    if (await isTrue()) return true;
    if (Date.now() > endsAt) return false;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

interface WalkOptions {
  seed: number;
  /** The walk ends after so many steps. */
  steps: number;
  /** Where it begins, and goes now and then. */
  starts: readonly string[];
}

/** Throws an error that names the fault. The page has a player signed in, and is prepared by `prepareWalk`. */
export const walkAtRandom = async (page: Page, { seed, steps, starts }: WalkOptions): Promise<Walk> => {
  const { below } = createRandom(seed);
  const trail: string[] = [];
  const pageErrors: string[] = [];
  const [paths, pressed] = [new Set<string>(), new Set<string>()];
  page.on('pageerror', (error) => pageErrors.push(String(error)));
  let requests = 0;
  page.on('request', () => (requests += 1));
  const fail = (fault: string): never => {
    throw new Error([`${fault} (seed ${seed})`, ...trail.slice(-8)].join('\n  '));
  };
  const pathNow = () => new URL(page.url()).pathname;

  const judgePage = async (): Promise<void> => {
    const heading = await headingOf(page);
    if (errorPages.includes(heading)) fail(`the page shows “${heading}”`);
  };
  const judge = async (): Promise<void> => {
    await judgePage();
    if (pageErrors.length > 0) fail(`the page threw: ${pageErrors[0]}`);
    const isBalanceTrue = async () => {
      const shown = await readShownCoins(page);
      return shown === null || shown === (await readHeldCoins(page));
    };
    if (!(await isTrueWithin(patienceMs, isBalanceTrue))) fail('the balance is not that of the ledger');
  };

  const pressKey = async (control: ElementHandle<HTMLElement>): Promise<void> => {
    const kind = await control.evaluate((element) => element.getAttribute('role') ?? element.tagName);
    await control.focus();
    await page.keyboard.press(kind === 'slider' || kind === 'INPUT' ? 'ArrowRight' : 'Enter');
  };

  const act = async (control: ElementHandle<HTMLElement>): Promise<'mouse' | 'keyboard'> => {
    const tag = await control.evaluate(
      (element) => `${element.tagName} ${element.getAttribute('type') ?? ''}`,
    );
    if (/^(TEXTAREA|INPUT (?!range|checkbox|radio))/.test(tag)) {
      await control.fill(texts[below(texts.length)] ?? '', { timeout: patienceMs });
      return 'mouse';
    }
    if (below(2) === 0) {
      await pressKey(control);
      return 'keyboard';
    }
    if (tag.startsWith('SELECT')) {
      const options = await control.evaluate((element) => element.querySelectorAll('option').length);
      await control.selectOption({ index: below(options) });
    } else await control.click({ timeout: patienceMs });
    return 'mouse';
  };

  /** What it was pressed with; null if it was gone, disabled or below a dialog by then. */
  const tryToPress = async (
    control: ElementHandle<HTMLElement>,
    name: string,
  ): Promise<'mouse' | 'keyboard' | null> => {
    try {
      return await act(control);
    } catch {
      // An open menu covers what lies below.
      await page.keyboard.press('Escape');
    }
    if (!(await isOffered(control))) return null;
    try {
      return await act(control);
    } catch (error) {
      return (await isOffered(control))
        ? fail(`${name} cannot be pressed: ${String(error).slice(0, 600)}`)
        : null;
    }
  };

  /** Waits until nothing changes any more, or until it is clear that something always does. */
  const settle = async (): Promise<boolean> => {
    for (let tries = 0; tries < 10; tries++) {
      const changes = await countChanges(page);
      await page.waitForTimeout(100);
      if ((await countChanges(page)) === changes) return true;
    }
    return false;
  };

  const step = async (): Promise<void> => {
    const isStill = await settle();
    await judgePage();
    const control = await pickControl(page, below(1_000_000));
    if (!control) {
      await page.goto(starts[below(starts.length)] ?? '/');
      return;
    }
    const name = await nameOf(control);
    const before = { path: pathNow(), heading: await headingOf(page), requests };
    trail.push(`${before.path}: ${name}`);
    const changesBefore = await countChanges(page);
    const means = await tryToPress(control, name);
    if (!means) return;
    pressed.add(name);
    const isLink = name.startsWith('a ');
    const hasEffect = async () =>
      pathNow() !== before.path ||
      (!isLink && (requests > before.requests || (await countChanges(page)) > changesBefore));
    const isJudged = isLink || (isStill && name.startsWith('button'));
    // A dialog that was closing takes its controls with it.
    const isDead = isJudged && !(await isTrueWithin(patienceMs, hasEffect)) && (await isOffered(control));
    if (isDead) fail(`${name} does nothing`);
    await settle();
    // A control that is disabled gets the focus back once it is enabled.
    const hasFocus = () =>
      page.evaluate(
        (element) =>
          document.activeElement !== document.body || (element.isConnected && element.matches(':disabled')),
        control,
      );
    if (means === 'keyboard' && !isLink && !(await isTrueWithin(patienceMs, hasFocus)))
      fail(`the focus is lost after ${name}`);
    await judge();
    paths.add(pathNow());
    if (!isLink || below(3) > 0) return;
    trail.push('back');
    await page.goBack();
    const isBack = async () => pathNow() === before.path && (await headingOf(page)) === before.heading;
    if (!(await isTrueWithin(patienceMs, isBack)))
      fail(
        `back does not lead to ${before.path}, “${before.heading}”, ` +
          `but to ${pathNow()}, “${await headingOf(page)}”`,
      );
  };

  await page.goto(starts[0] ?? '/');
  for (let done = 0; done < steps; done++) {
    if (below(25) === 0) await page.goto(starts[below(starts.length)] ?? '/');
    if (below(6) === 0) await page.keyboard.press('Escape');
    await step();
  }
  return { steps, paths, pressed };
};
