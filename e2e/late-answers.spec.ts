/** A press that gets no answer: within seconds the page says that the line is dead, in every game. */
import { gamePages } from '../games/test/sweeps.ts';
import { expect, mainButton, test } from './fixtures.ts';
import { controlLiveConnection } from './live-connection.ts';

test.use({ siteKind: 'calm', expectedErrors: [/ERR_FAILED/] });

for (const [index, { path, button, choose }] of gamePages.entries()) {
  const tag = ['@phone', ...(index > 1 ? ['@nightly'] : [])];
  test(
    `a press without an answer shows that the line is dead on ${path}`,
    { tag },
    async ({ page, signIn }) => {
      await signIn();
      const connection = await controlLiveConnection(page);
      await page.clock.install();
      await page.goto(path);
      await choose?.(page);
      await expect(mainButton(page, button.en)).toBeEnabled();
      await expect.poll(() => connection.opened()).toBeGreaterThan(0);
      connection.mute(/./);
      await page.route('**/api/**', () => undefined);
      await mainButton(page, button.en).click();
      await page.clock.fastForward(2_000);
      await page.clock.fastForward(5_000);
      await expect(page.getByText('Not connected. Trying again.')).toBeVisible();
    },
  );
}
