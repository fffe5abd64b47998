/** A player who comes back sees what was settled without them. */
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

test.use({ siteKind: 'drawing' });

test(
  'a return shows what was settled in between, once',
  { tag: '@phone' },
  async ({ page, context, signIn, site }) => {
    await signIn();
    await page.goto('/games');
    await expect(page.getByRole('button', { name: /^Balance:/ })).toBeVisible();
    const buy = () =>
      context.request.post('/api/lottery/create', {
        data: { numbers: [1, 2, 3, 4, 5, 6], bid: 10 },
        headers: { origin: site.url },
      });
    await expect.poll(async () => (await buy()).status(), { timeout: 60_000 }).toBe(201);
    const settled = async () => {
      const me = (await (await context.request.get('/api/user/me')).json()) as { id: string };
      const tickets = await context.request.get(`/api/ticket/userTickets/${me.id}`);
      return ((await tickets.json()) as { result: string }[]).map(({ result }) => result);
    };
    await expect.poll(settled, { timeout: 60_000 }).not.toContain('pending');
    const note = page.getByRole('status', { name: 'While you were away' });
    await page.reload();
    await expect(page.getByRole('button', { name: /^Balance:/ })).toBeVisible();
    await expect(note, 'after a short absence nothing is shown').toHaveCount(0);

    // As if this browser had been closed for an hour.
    await page.goto('/about-us');
    // Its script notes the present when it begins.
    await expect(page.getByRole('button', { name: /^Balance:/ })).toBeVisible();
    await page.evaluate(() => {
      const visit = JSON.parse(localStorage.getItem('last-visit') ?? '{}') as { atMs: number };
      const before = JSON.stringify({ ...visit, atMs: visit.atMs - 3_600_000 });
      // The page notes the present once more when it is left.
      document.addEventListener('visibilitychange', () => localStorage.setItem('last-visit', before));
      localStorage.setItem('last-visit', before);
    });
    await page.goto('/games');
    await expect(
      note.getByText(/^Lottery: 1 bet was settled\. 10 coins staked, \d+ came back\.$/),
    ).toBeVisible();
    await expectAccessible(page);
    await note.getByRole('button', { name: 'Close' }).click();
    await expect(note).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('button', { name: /^Balance:/ })).toBeVisible();
    await expect(note).toHaveCount(0);
  },
);
