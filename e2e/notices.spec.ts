/** Notices: the list in the header, choices, and messages of a push service, as the service worker shows them. */
import type { Page } from '@playwright/test';
import { openPart } from './account-steps.ts';
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

test(
  'a notice arrives on an open page, is read, and leads to its page',
  { tag: '@phone' },
  async ({ page, signIn, createPlayer }) => {
    await signIn();
    await page.goto('/games');
    await expect(page.getByRole('button', { name: /^Balance:/ })).toBeVisible();
    await openList(page, 'Notices: 0 new');
    const dialog = page.getByRole('dialog', { name: 'Notices' });
    await expect(dialog.getByText(/^Nothing yet/)).toBeVisible();
    const friend = await inviteFriend(createPlayer, page);
    await expect(dialog.getByRole('link', { name: `${friend} signed up through your link` })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await openList(page, 'Notices: 1 new');
    await dialog.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(dialog.getByRole('button', { name: 'Mark all as read' })).toBeDisabled();
    await expect(dialog.getByText('New:')).toHaveCount(0);
    await dialog.getByRole('link', { name: `${friend} signed up through your link` }).click();
    await expect(page).toHaveURL('/profile');
    await expect(dialog).toHaveCount(0);
  },
);

test(
  'what a player is notified of is chosen by kind and channel',
  { tag: '@phone' },
  async ({ page, signIn }) => {
    await signIn();
    await page.goto('/profile');
    await openPart(page, 'Notices');
    await expect(page.getByRole('heading', { level: 1, name: 'Notices' })).toBeVisible();
    const [everyDraw, onlyWon] = [
      page.getByRole('checkbox', { name: 'Lottery: every draw: List' }),
      page.getByRole('checkbox', { name: 'Lottery: only my wins: List' }),
    ];
    await expect(everyDraw).toBeChecked();
    await expect(page.getByRole('checkbox', { name: /Email$/ }).first()).toBeDisabled();
    // Choices show before they are stored.
    const stored = page.waitForResponse('**/api/user/notice-settings');
    await onlyWon.check();
    await expect(everyDraw).not.toBeChecked();
    await stored;
    await page.reload();
    await expect(onlyWon).toBeChecked();
    await expect(everyDraw).not.toBeChecked();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  },
);

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow', expectedErrors: [/400/] });

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
          getSubscription: async () =>
            sessionStorage.getItem('subscription') === null ? subscription : null,
        });
        // A browser without windows has no notifications, and denies them.
        Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
        Notification.requestPermission = async () => 'granted';
      });
      await signIn();
      await page.goto('/profile/notices');
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await page.getByRole('button', { name: 'Turn on notifications' }).click();
      await expect(page.getByText(/^Notifications are on in this browser/)).toBeVisible();
      await page.getByRole('checkbox', { name: 'Badges: Browser' }).check();

      const devtools = await context.newCDPSession(page);
      const registered = new Promise<string>((resolve) => {
        devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
          const [found] = registrations;
          if (found) resolve(found.registrationId);
        });
      });
      await devtools.send('ServiceWorker.enable');
      const registrationId = await registered;
      const notification = {
        title: 'Lottery, draw of 2026-11-22',
        body: 'Tickets: 2. Staked: 20 coins. Paid: 0 coins.',
        lang: 'en',
        tag: 'notice-7',
        icon: `${site.url}/icons/icon-192.png`,
        navigate: `${site.url}/limits`,
        actions: [
          {
            action: 'stop',
            title: 'Stop these',
            navigate: `${site.url}/notices?mailed=unsubscribe#unsubscribe=a`,
          },
        ],
        data: { stop: 'a-token' },
      };
      const deliver = () =>
        devtools.send('ServiceWorker.deliverPushMessage', {
          origin: site.url,
          registrationId,
          data: JSON.stringify({ web_push: 8030, notification }),
        });
      const worker = context.serviceWorkers()[0];
      if (!worker) throw new Error('no service worker runs');
      await worker.evaluate(() => {
        const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
        const shown: object[] = [];
        Object.assign(self, { shown });
        registration.showNotification = async (title, options) => void shown.push({ title, ...options });
      });
      await deliver();
      const shown = () => worker.evaluate(() => (self as unknown as { shown: object[] }).shown);
      await expect.poll(shown).toEqual([
        {
          title: notification.title,
          body: notification.body,
          lang: 'en',
          // A repeated message replaces the one before.
          tag: 'notice-7',
          icon: '/icons/icon-192.png',
          data: { path: '/limits', stop: 'a-token' },
          actions: [{ action: 'stop', title: 'Stop these' }],
        },
      ]);

      for (const data of ['', 'not JSON', '{}'])
        await devtools.send('ServiceWorker.deliverPushMessage', { origin: site.url, registrationId, data });
      await expect.poll(async () => (await shown()).length).toBe(4);
      expect((await shown()).slice(1)).toEqual(
        Array(3).fill(
          expect.objectContaining({
            title: 'Fairground',
            body: 'There is news for you.',
            data: { path: '/profile/notices' },
            actions: [],
          }),
        ),
      );

      const press = (action: string) =>
        worker.evaluate(
          ([chosen, data]) => {
            const event = new Event('notificationclick');
            const notification = { data, close: () => undefined };
            Object.assign(event, { action: chosen, notification, waitUntil: () => undefined });
            dispatchEvent(event);
          },
          [action, { path: '/limits', stop: 'a-token' }] as const,
        );
      const ended = context.waitForEvent('request', (request) =>
        request.url().endsWith('/api/notices/unsubscribe'),
      );
      await press('stop');
      expect((await ended).postDataJSON()).toEqual({ token: 'a-token' });
      await press('');
      await expect(page).toHaveURL('/limits');

      await page.goto('/profile/notices');
      await expect(page.getByRole('button', { name: 'Turn off notifications' })).toBeVisible();
      // As where the push service has ended the subscription: the site learns that with the next message.
      await page.evaluate(() => sessionStorage.setItem('subscription', 'ended'));
      await page.reload();
      await expect(page.getByRole('button', { name: 'Turn on notifications' })).toBeVisible();
      await page.evaluate(() => sessionStorage.clear());
      await page.reload();
      await page.getByRole('button', { name: 'Turn off notifications' }).click();
      await expect(page.getByRole('button', { name: 'Turn on notifications' })).toBeVisible();
    },
  );
});

test.describe('without a session', () => {
  test.use({ expectedErrors: [/401/] });

  test('a mail about a draw ends by one press, without a session', { tag: '@phone' }, async ({ page }) => {
    await page.route('**/api/notices/unsubscribe', (route) => route.fulfill({ status: 204 }));
    await page.goto('/notices?mailed=unsubscribe#unsubscribe=a-token');
    await page.getByRole('button', { name: 'Stop these emails' }).click();
    await expect(page.getByRole('heading', { name: 'These emails have stopped' })).toBeVisible();
    await page.getByRole('link', { name: 'Choose what you are notified about' }).click();
    await expect(page).toHaveURL(/\/login/);
  });
});
