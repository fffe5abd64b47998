/** Games during maintenance for `npm run screens`: what the site would answer, so that other pictures are not disturbed. */
import type { Page } from '@playwright/test';

type Take = (name: string, fullPage?: boolean) => Promise<unknown>;

const answerWith = (page: Page, running: number): Promise<unknown> =>
  page.route('**/api/games/closed', (route) =>
    route.fulfill({
      json: {
        games: ['aviator', 'highStriker'],
        maintenance: {
          reason: {
            en: 'We move to a larger disk. The games are back at 10 o’clock.',
            es: 'Nos pasamos a un disco más grande. Los juegos vuelven a las 10.',
          },
          since: new Date().toISOString(),
          running,
        },
      },
    }),
  );

export const takeMaintenance = async (page: Page, take: Take): Promise<void> => {
  await answerWith(page, 1);
  await page.goto('/games/aviator');
  await page.getByText('No new bets for now.').waitFor();
  await take('maintenance-running', false);
  await page.unroute('**/api/games/closed');
  await answerWith(page, 0);
  await page.goto('/games/high-striker');
  await page.getByText('Closed for maintenance.').waitFor();
  await take('maintenance-closed', false);
  await page.unroute('**/api/games/closed');
};
