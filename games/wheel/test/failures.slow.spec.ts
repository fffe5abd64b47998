/** Spins that fail, with their exact texts. */
import type { Page } from '@playwright/test';
import { expect, pillCoins, test } from '../../../e2e/fixtures.ts';
import { replaceLiveServer } from '../../../e2e/live-server.ts';

test.describe('the wheel', { tag: '@desktop' }, () => {
  /** Opens the wheel and spins; the server responds with this payload. */
  const spin = async (page: Page, payload: object | undefined, onSpin = () => {}) => {
    await replaceLiveServer(page, ({ type }) => {
      if (type !== 'spinWheel') return undefined;
      onSpin();
      return payload;
    });
    await page.goto('/games');
    await page.getByRole('button', { name: 'Daily wheel', exact: true }).click();
    await page.getByRole('button', { name: 'Spin to Win!' }).click();
    const result = page.locator('li').filter({ hasText: 'Spin Wheel Result' });
    return { result, dialog: page.getByRole('dialog', { name: 'Daily Wheel' }) };
  };

  test('shows a destructive toast for a segment without a prize', async ({ page, signIn }) => {
    await signIn();
    const { result } = await spin(page, { success: true, data: { id: '1', segment: 0, amount: 0 } });
    await expect(result).toContainText('Oops! Try again next time.');
    await expect(result).toHaveClass(/border-loss/);
  });

  test('shows the reason of the server in the toast and in the dialog', async ({ page, signIn }) => {
    await signIn();
    const message = 'The wheel is being oiled.';
    const { result, dialog } = await spin(page, { success: false, message, code: 'unavailable' });
    await expect(result).toContainText(message);
    await expect(dialog).toContainText(message);
    await expect(dialog.getByRole('button', { name: 'Spin to Win!' })).toBeEnabled();
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    expect(await pillCoins(page)).toBe(1000);
  });

  test('shows a general error where the server gave no reason', async ({ page, signIn }) => {
    await signIn();
    const { result, dialog } = await spin(page, { success: false });
    await expect(result).toContainText('Oops! Try again.');
    // The toast is in the dialog too.
    await expect(dialog.getByRole('paragraph').filter({ hasText: /^Oops! Try again\.$/ })).toBeVisible();
  });

  test.describe('without a network', () => {
    test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module/] });

    test('does not turn for ever where an answer is lost', async ({ page, context, signIn }) => {
      await signIn();
      let lose = () => {};
      const lost = new Promise<void>((resolve) => (lose = resolve));
      const { dialog } = await spin(page, undefined, lose);
      await lost;
      await context.setOffline(true);
      // Eight seconds for the answer, and the tries to read what was drawn.
      const oops = dialog.getByRole('paragraph').filter({ hasText: /^Oops! Try again\.$/ });
      await expect(oops).toBeVisible({ timeout: 25_000 });
      await expect(dialog.getByRole('button', { name: 'Spin to Win!' })).toBeEnabled();
    });
  });
});
