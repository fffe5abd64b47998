/** What the page of a round says of a press that came after the crash. */
import { longestFlightMs } from './page-steps.ts';
import { expect, test } from '../../../e2e/fixtures.ts';
import { startApplication } from '../../../apps/web/build/page-weight.ts';

test(
  'the page of a round states by how much a press came too late',
  { tag: '@phone' },
  async ({ page, context, signIn, site }) => {
    await signIn();
    const headers = { origin: site.url };
    let roundId = '';
    await expect
      .poll(
        async () => {
          const placed = await context.request.post('/api/aviator/create', { data: { amount: 10 }, headers });
          if (placed.status() === 201)
            roundId = ((await placed.json()) as { bet: { roundId: string } }).bet.roundId;
          return roundId;
        },
        { timeout: 2 * longestFlightMs },
      )
      .not.toBe('');
    await expect
      .poll(async () => (await context.request.get(`/api/rounds/aviator/${roundId}`)).status(), {
        timeout: 2 * longestFlightMs,
      })
      .toBe(200);
    const press = await context.request.post('/api/aviator/cashout', {
      data: { roundId, crashMultiplier: 1.5 },
      headers,
    });
    expect(press.status()).toBe(409);
    await expect
      .poll(async () => (await context.request.get(`/api/rounds/aviator/${roundId}/receipt`)).text())
      .toContain('"press"');
    // A guarded page makes the browser remember that there is a session.
    await page.goto('/games');
    await expect(page.getByRole('button', { name: /^Balance:/ })).toBeVisible();
    await page.goto(`/rounds/aviator/${roundId}`);
    await startApplication(page);
    const ownStakes = page.getByRole('region', { name: 'Your receipt' });
    await expect(ownStakes).toContainText(
      /Your press arrived \d+ ms after the crash; the server received all of it at \d\d:\d\d:\d\d\.\d{3} UTC\./,
    );
  },
);
