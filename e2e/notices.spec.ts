/** Notices: the list in the header, choices, and messages of a push service, as the service worker shows them. */
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './accessible.ts';
import { expect, test } from './fixtures.ts';

/** A friend who comes by the player's link, with whom the list has a notice. */
const inviteFriend = async (
  createPlayer: (fields?: object) => Promise<{ username: string }>,
  page: Page,
): Promise<string> => {
  const me = (await (await page.request.get('/api/user/me')).json()) as { referenceId: string };
  return (await createPlayer({ ref: me.referenceId })).username;
};

/** In the header, or on narrow phones in the drawer. */
const openList = async (page: Page, name: RegExp | string): Promise<void> => {
  const bell = page.getByRole('banner').getByRole('button', { name });
  if (await bell.isVisible()) return bell.click();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog').getByRole('button', { name }).click();
};

test('a notice arrives on an open page, is read, and leads to its page', async ({
  page,
  signIn,
  createPlayer,
}) => {
  await signIn();
  await page.goto('/games');
  await expect(page.getByRole('link', { name: /^Balance:/ })).toBeVisible();
  await openList(page, 'Notices');
  const dialog = page.getByRole('dialog', { name: 'Notices' });
  await expect(dialog.getByText(/^Nothing yet/)).toBeVisible();
  const friend = await inviteFriend(createPlayer, page);
  await expect(dialog.getByRole('link', { name: `${friend} came by your link` })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await openList(page, 'Notices: 1 new');
  await dialog.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(dialog.getByRole('button', { name: 'Mark all as read' })).toBeDisabled();
  await expect(dialog.getByText('New:')).toHaveCount(0);
  await dialog.getByRole('link', { name: `${friend} came by your link` }).click();
  await expect(page).toHaveURL('/profile');
  await expect(dialog).toHaveCount(0);
});

test('what a player is notified of is chosen by kind and channel', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/profile');
  await page.getByRole('main').getByRole('link', { name: 'Notices' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Notices' })).toBeVisible();
  const [everyDraw, onlyWon] = [
    page.getByRole('checkbox', { name: 'Lottery: every draw: List' }),
    page.getByRole('checkbox', { name: 'Lottery: only when I won: List' }),
  ];
  await expect(everyDraw).toBeChecked();
  await expect(page.getByRole('checkbox', { name: /Mail$/ }).first()).toBeDisabled();
  await onlyWon.check();
  await expect(everyDraw).not.toBeChecked();
  await page.reload();
  await expect(onlyWon).toBeChecked();
  await expect(everyDraw).not.toBeChecked();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow', permissions: ['notifications'] });

  test(
    'a browser is added and removed, and messages are shown, opened and ended',
    { tag: '@desktop' },
    async ({ page, context, signIn, site }) => {
      // No push service can be reached here: the subscription is what such a service would have given.
      await page.addInitScript(() => {
        const bytes = (length: number) => {
          const text = String.fromCharCode(...new Uint8Array(length).fill(4));
          return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
        };
        const subscription = {
          toJSON: () => ({
            endpoint: 'https://push.example.org/abc',
            keys: { p256dh: bytes(65), auth: bytes(16) },
          }),
          unsubscribe: async () => true,
        };
        Object.assign(PushManager.prototype, {
          subscribe: async () => subscription,
          getSubscription: async () => subscription,
        });
      });
      await signIn();
      await page.goto('/profile/notices');
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await page.getByRole('button', { name: 'Turn on messages' }).click();
      await expect(page.getByText(/^It shows messages of what you chose/)).toBeVisible();
      await page.getByRole('checkbox', { name: 'Achievements: Browser' }).check();

      const devtools = await context.newCDPSession(page);
      const registered = new Promise<string>((resolve) => {
        devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
          const [found] = registrations;
          if (found) resolve(found.registrationId);
        });
      });
      await devtools.send('ServiceWorker.enable');
      const registrationId = await registered;
      const message = {
        title: 'Lottery, draw of 2026-11-22',
        body: 'Tickets: 2. Staked: 20 coins. Paid: 0 coins.',
        path: '/limits',
        tag: 'notice-7',
        stop: { label: 'Stop these', token: 'a-token' },
      };
      const deliver = (change = {}) =>
        devtools.send('ServiceWorker.deliverPushMessage', {
          origin: site.url,
          registrationId,
          data: JSON.stringify({ ...message, ...change }),
        });
      const shown = () =>
        page.evaluate(async () => {
          const registration = await navigator.serviceWorker.ready;
          return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
        });
      await deliver();
      await expect.poll(shown).toEqual([{ title: message.title, body: message.body, tag: 'notice-7' }]);
      await deliver({ title: 'The same again' });
      await expect.poll(shown, 'a repeated message replaces the one before').toMatchObject([
        { title: 'The same again' },
      ]);

      const [worker] = context.serviceWorkers();
      const ended = page.context().waitForEvent('request', (request) =>
        request.url().endsWith('/api/notices/unsubscribe'),
      );
      const press = (action: string) =>
        worker?.evaluate(async (chosen) => {
          const scope = self as unknown as {
            registration: ServiceWorkerRegistration;
            NotificationEvent: new (type: string, options: object) => Event;
          };
          const [notification] = await scope.registration.getNotifications();
          dispatchEvent(new scope.NotificationEvent('notificationclick', { notification, action: chosen }));
        }, action);
      await press('stop');
      expect((await ended).postDataJSON()).toEqual({ token: 'a-token' });
      await expect.poll(shown).toEqual([]);
      await deliver();
      await expect.poll(shown).toHaveLength(1);
      await press('');
      await expect(page).toHaveURL('/limits');

      await page.goto('/profile/notices');
      await page.getByRole('button', { name: 'Turn off messages' }).click();
      await expect(page.getByRole('button', { name: 'Turn on messages' })).toBeVisible();
    },
  );
});

test('a mail about a draw ends by one press, without a session', { tag: '@phone' }, async ({ page }) => {
  await page.route('**/api/notices/unsubscribe', (route) => route.fulfill({ status: 204 }));
  await page.goto('/notices?mailed=unsubscribe#unsubscribe=a-token');
  await expect(page.getByRole('heading', { name: 'No more of these' })).toBeVisible();
  await page.getByRole('link', { name: 'Choose what you are notified of' }).click();
  await expect(page).toHaveURL(/\/login/);
});
