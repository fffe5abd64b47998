/** How everybody's stakes lie, once the bets of a draw are closed. */
import { expectAccessible } from '../../../e2e/accessible.ts';
import { expect, test } from '../../../e2e/fixtures.ts';

for (const { locale, title, row } of [
  {
    locale: 'en-GB',
    title: 'Stakes of the last draw',
    row: 'Under',
  },
  {
    locale: 'es-ES',
    title: 'Apuestas del último sorteo',
    row: 'Menor',
  },
]) {
  test.describe(locale, { tag: locale === 'es-ES' ? ['@nightly'] : [] }, () => {
    test.use({ locale });

    test('shows the stakes of a draw on each kind of bet after its close', async ({
      page,
      signIn,
      createPlayer,
    }) => {
      const { request } = await createPlayer();
      await signIn();
      await page.goto('/games/double-trouble');
      const stakes = page.getByRole('region', { name: title });
      await expect(stakes).toBeVisible();
      const place = async (data: object): Promise<number> =>
        (await request.post('/api/doubleTrouble/create', { data })).status();
      await expect.poll(() => place({ drawType: 'Under', amount: 120 })).toBe(201);
      await expect.poll(() => place({ drawType: 'Number', number: 7, amount: 30 })).toBe(201);
      await expect(stakes.getByRole('row', { name: new RegExp(row) })).toContainText('120', {
        timeout: 200_000,
      });
      await expectAccessible(page, 'with the stakes of a draw');
    });
  });
}
