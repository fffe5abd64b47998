/** Checkboxes whose state the server stores: a choice shows before it was answered, and goes back when it fails. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

test.use({ expectedErrors: [/500/] });

const switches = [
  {
    path: '/profile/data',
    call: '**/api/user/visibility',
    box: { name: "Hide my name at the games' tables" },
  },
  {
    path: '/profile/notices',
    call: '**/api/user/notice-settings',
    box: { name: 'Badges: Browser' },
  },
];

/** Clicks, and reads the state within the same task: no later repaint is needed for it. */
const click = (box: Locator): Promise<boolean> =>
  box.evaluate((input: HTMLInputElement) => {
    input.focus();
    input.click();
    return input.checked;
  });

/** Withholds the answers to what is sent, until each is released. */
async function withholdAnswers(
  page: Page,
  call: string,
): Promise<((isFailing?: boolean) => Promise<void>)[]> {
  const releases: ((isFailing?: boolean) => Promise<void>)[] = [];
  await page.route(call, (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    releases.push((isFailing = false) =>
      isFailing
        ? route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{}' })
        : route.continue(),
    );
    return undefined;
  });
  return releases;
}

for (const { path, call, box: role } of switches) {
  test(`a checkbox of ${path} shows a choice at once`, { tag: '@desktop' }, async ({ page, signIn }) => {
    await signIn();
    const releases = await withholdAnswers(page, call);
    await page.goto(path);
    const box = page.getByRole('checkbox', role);
    await expect(box).toBeEnabled();
    const isInitiallyOn = await box.isChecked();

    // Off and on again before the first answer: the second call waits for it, and the last choice is stored.
    expect(await click(box)).toBe(!isInitiallyOn);
    await expect(box).toBeFocused();
    expect(await click(box)).toBe(isInitiallyOn);
    expect(await click(box)).toBe(!isInitiallyOn);
    for (const nth of [0, 1, 2]) {
      await expect.poll(() => releases.length).toBe(nth + 1);
      await expect(box).toBeChecked({ checked: !isInitiallyOn });
      await expect(box).toBeFocused();
      const answered = page.waitForResponse(
        (response) => response.request().method() === 'POST' && response.url().endsWith(call.slice(2)),
      );
      await releases[nth]?.();
      expect((await answered).status()).toBe(200);
    }
    await page.reload();
    await expect(box).toBeEnabled();
    await expect(box).toBeChecked({ checked: !isInitiallyOn });

    expect(await click(box)).toBe(isInitiallyOn);
    await expect.poll(() => releases.length).toBe(4);
    await releases[3]?.(true);
    await expect(page.locator('li').filter({ hasText: 'This could not be saved' })).toBeVisible();
    await expect(box).toBeChecked({ checked: !isInitiallyOn });
    await expect(box).toBeFocused();
  });
}
