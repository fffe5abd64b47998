/** Steps of tests of auto-play, on the page of any game that has it. */
import { expect, type Page } from '@playwright/test';

export const autoPlayDialog = (page: Page) => page.getByRole('dialog', { name: 'Auto-play' });
export const autoPlayStatus = (page: Page) => page.locator('[data-part="auto-play"]');
export const stopButton = (page: Page) => autoPlayStatus(page).getByRole('button', { name: 'Stop' });

export interface Plan {
  rounds?: number;
  stopLoss: number;
  stopProfit?: number;
  afterWin?: string;
  afterLoss?: string;
}

export const openAutoPlay = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Auto-play' }).click();
  await expect(autoPlayDialog(page)).toBeVisible();
};

export const fillPlan = async (page: Page, plan: Plan): Promise<void> => {
  const dialog = autoPlayDialog(page);
  if (plan.rounds !== undefined) await dialog.getByLabel('Rounds').fill(String(plan.rounds));
  await dialog.getByLabel('Stop-loss').fill(String(plan.stopLoss));
  if (plan.stopProfit !== undefined)
    await dialog.getByLabel('Stop at a profit').fill(String(plan.stopProfit));
  if (plan.afterWin !== undefined)
    await dialog.getByLabel('After a win').selectOption({ label: plan.afterWin });
  if (plan.afterLoss !== undefined)
    await dialog.getByLabel('After a loss').selectOption({ label: plan.afterLoss });
};

export const startAutoPlay = async (page: Page): Promise<void> => {
  await autoPlayDialog(page).getByRole('button', { name: 'Start auto-play' }).click();
  await expect(autoPlayDialog(page)).toHaveCount(0);
};

/** Waits for the end, and returns its text. */
export const awaitEnd = async (page: Page, timeout: number): Promise<string> => {
  const ended = autoPlayStatus(page).getByText('Auto-play stopped:', { exact: false });
  await expect(ended).toBeVisible({ timeout });
  return (await autoPlayStatus(page).textContent()) ?? '';
};
