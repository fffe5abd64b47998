/**
 * Every dialog of every page: its form is sent without a form around the button that opened it, though React hands
 * events of a portal on; no form is within another; and nothing shows the key of a text.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { gamePages, gameSweeps, watchPages } from '../games/test/sweeps.ts';
import { catalogues, textOf } from './catalogues.ts';
import { signInStaff } from './console-steps.ts';
import { expect, test } from './fixtures.ts';
import { nextFrames } from './frames.ts';
import { openMenu, texts } from './guest-steps.ts';
import { guardedRoutes, publicRoutes } from './route-texts.ts';

test.use({ expectedErrors: [/401|404/] });

const root = join(import.meta.dirname, '..');

/** Each file that renders a dialog, and the titles of its dialogs. */
const dialogs: Readonly<Record<string, readonly string[]>> = {
  'apps/web/src/app/guest-logout-dialog.tsx': ['nav.logout'],
  'apps/web/src/app/navigation-drawer.tsx': ['nav.menu'],
  'apps/web/src/features/ads/ads-dialog.tsx': ['ads.title'],
  'apps/web/src/features/clubs/manage-dialog.tsx': ['clubs.manage', 'clubs.leave'],
  'apps/web/src/features/guest/keep-dialog.tsx': ['guest.keep'],
  'apps/web/src/features/limits/break-dialog.tsx': ['limits.break'],
  'apps/web/src/features/notices/notices-dialog.tsx': ['notices.title'],
  'apps/web/src/features/profile/avatar-dialog.tsx': ['profile.chooseAvatar'],
  'apps/web/src/features/profile/code-proof-dialog.tsx': ['factors.newCodes', 'factors.remove'],
  'apps/web/src/features/profile/email-dialog.tsx': ['email.title'],
  'apps/web/src/features/profile/leave-dialogs.tsx': ['profile.export', 'profile.close'],
  'apps/web/src/features/profile/passkeys.tsx': ['passkeys.add', 'passkeys.remove'],
  'apps/web/src/features/profile/password-dialog.tsx': ['profile.changePassword'],
  'apps/web/src/features/profile/set-up-dialog.tsx': ['factors.setUp'],
  'apps/web/src/features/tokens/create-dialog.tsx': ['tokens.create'],
  'packages/game-kit/web/auto-play/form.tsx': ['auto.title'],
  'packages/game-kit/web/keys/sheet.tsx': ['keys.title'],
};

/** Games that open in a dialog of other pages. */
const gamesInDialogs = gameSweeps.flatMap(({ folder, dialogButtons }) =>
  dialogButtons ? [{ folder, open: dialogButtons.open }] : [],
);

/** What dialogs are made of, and what renders the one that is chosen. */
const parts = [
  'apps/web/src/app/site-dialogs.tsx',
  'packages/site-kit/src/faults/lazy-dialog.tsx',
  'packages/site-kit/src/forms/confirm-password-dialog.tsx',
  'packages/site-kit/src/ui/dialog.tsx',
  'packages/site-kit/src/ui/drawer.tsx',
  'packages/site-kit/src/ui/modal.tsx',
];

test('each dialog of the sources is in the list', { tag: '@desktop' }, () => {
  const files = globSync('{apps/*/src,packages/*/{src,web},games/*/web}/**/*.tsx', { cwd: root }).filter(
    (file) =>
      !parts.includes(file) &&
      /<(Dialog|Drawer|Modal|ConfirmPasswordDialog)\b|<dialog\b/.test(readFileSync(join(root, file), 'utf8')),
  );
  const inGames = (file: string) => file.startsWith('games/');
  expect(files.filter((file) => !inGames(file)).toSorted()).toEqual(Object.keys(dialogs).toSorted());
  expect(files.filter(inGames).map((file) => file.split('/')[1])).toEqual(
    gamesInDialogs.map(({ folder }) => folder),
  );
});

interface Sent {
  /** Forms of the dialog, and how often each was sent. */
  own: number[];
  /** Forms of the page that were sent with them. */
  others: string[];
}

/**
 * Runs in the page: sends each form of the topmost dialog, or of none. In place of what the forms do they are only
 * counted, so that nothing is changed. React finds the handlers of an element in a field of it.
 */
const sendForms = (): Sent => {
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
  const forms = [...document.querySelectorAll('form')];
  const counts = new Map(forms.map((form) => [form, 0]));
  for (const form of forms) {
    const field = Object.keys(form).find((key) => key.startsWith('__reactProps$'));
    if (field === undefined) continue;
    const handlers = form as unknown as Record<string, object>;
    handlers[field] = {
      ...handlers[field],
      onSubmit: (event: Event) => {
        event.preventDefault();
        counts.set(form, (counts.get(form) ?? 0) + 1);
      },
    };
  }
  const own = forms.filter((form) => dialog?.contains(form));
  for (const form of own) {
    form.noValidate = true;
    form.requestSubmit();
  }
  return {
    own: own.map((form) => counts.get(form) ?? 0),
    others: forms
      .filter((form) => !own.includes(form) && (counts.get(form) ?? 0) > 0)
      .map(({ outerHTML }) => outerHTML.slice(0, 200)),
  };
};

const namespaces = new Set(Object.keys(catalogues.en).map((key) => key.split('.')[0]));

/** No form within a form, and no key of a text where the text should be. */
const expectSound = async (page: Page, where: string): Promise<void> => {
  expect(await page.locator('form form').count(), `${where}: a form within a form`).toBe(0);
  const text = await page.evaluate(() => document.body.innerText);
  const keys = (text.match(/(?<![\w@/.-])[a-z][A-Za-z]*(\.[A-Za-z][\w-]*)+(?![\w@/-])/g) ?? []).filter(
    (word) => namespaces.has(word.split('.')[0] ?? ''),
  );
  expect(keys, `${where}: keys instead of texts`).toEqual([]);
};

/** Dialogs come with their first use, and some of them load what they show. */
const judgeDialog = async (page: Page, where: string, seen: Map<string, number>): Promise<void> => {
  const dialog = page.getByRole('dialog').last();
  await expect(dialog.getByRole('heading').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await nextFrames(page);
  const title = (await dialog.getByRole('heading').first().textContent())?.trim() ?? '';
  const at = `${title} on ${where}`;
  await expectSound(page, at);
  const { own, others } = await page.evaluate(sendForms);
  expect(others, `${at}: forms of the page that were sent`).toEqual([]);
  expect(own, `${at}: each form of the dialog is sent once`).toEqual(own.map(() => 1));
  seen.set(title, Math.max(seen.get(title) ?? 0, own.length));
};

const closeDialog = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

/** Opens what a page says that it opens, by `aria-haspopup`. */
const judgePage = async (page: Page, path: string, seen: Map<string, number>): Promise<void> => {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  await expectSound(page, path);
  // The header's openers are the same on every page.
  const openers = page.locator(`${seen.size === 0 ? '' : 'main '}[aria-haspopup="dialog"]:visible`);
  for (let at = 0; at < (await openers.count()); at += 1) {
    if (await openers.nth(at).isDisabled()) continue;
    await openers.nth(at).click();
    await judgeDialog(page, path, seen);
    await closeDialog(page);
  }
};

const openAndJudge = async (page: Page, opener: Locator, seen: Map<string, number>): Promise<void> => {
  await opener.click();
  await judgeDialog(page, new URL(page.url()).pathname, seen);
};

const titlesOf = (files: readonly string[]) =>
  files.flatMap((file) => (dialogs[file] ?? []).map((key) => textOf('en', key)));
const ofGuests = ['apps/web/src/app/guest-logout-dialog.tsx', 'apps/web/src/features/guest/keep-dialog.tsx'];
const ofPhones = ['apps/web/src/app/navigation-drawer.tsx'];

test('of a player, every dialog sends its own form alone', { tag: '@desktop' }, async ({ page, signIn }) => {
  const username = await signIn();
  const seen = new Map<string, number>();
  const paths = [...publicRoutes, ...guardedRoutes(username), ...gamePages, ...watchPages].map(
    ({ path }) => path,
  );
  for (const path of new Set(paths)) await judgePage(page, path, seen);

  const security = '/profile/security';
  const createdAt = '2026-11-28T10:00:00.000Z';
  await page.route('**/api/user/second-factors', (route) =>
    route.fulfill({ json: { authenticator: { createdAt }, recoveryCodesLeft: 8 } }),
  );
  await page.route('**/api/user/passkeys', (route) =>
    route.fulfill({
      json: [{ id: '1', name: 'A phone', credentialId: 'AAAA', createdAt, lastUsedAt: null }],
    }),
  );
  await judgePage(page, security, seen);

  const clubId = await page.evaluate(async () => {
    const made = await fetch('/api/clubs', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Night owls' }),
    });
    return ((await made.json()) as { club: { id: string } }).club.id;
  });
  await judgePage(page, `/clubs/${clubId}`, seen);
  await page.route(`**/api/clubs/${clubId}?*`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), role: 'member' } });
  });
  await judgePage(page, `/clubs/${clubId}`, seen);

  await page.goto('/limits');
  await page
    .getByRole('group', { name: textOf('en', 'limits.length') })
    .getByRole('button')
    .first()
    .click();
  await openAndJudge(
    page,
    page.getByRole('button', { name: textOf('en', 'limits.take'), exact: true }),
    seen,
  );
  await closeDialog(page);
  const expected = titlesOf(
    Object.keys(dialogs).filter((file) => ![...ofGuests, ...ofPhones].includes(file)),
  );
  expect(expected.filter((title) => !seen.has(title))).toEqual([]);
  expect(
    [...seen.values()].filter((forms) => forms > 0).length,
    'dialogs with a form',
  ).toBeGreaterThanOrEqual(10);
});

test('of a guest, every dialog sends its own form alone', { tag: '@desktop' }, async ({ page, context }) => {
  expect((await context.request.post('/api/auth/guest', { data: { adult: true } })).status()).toBe(201);
  const seen = new Map<string, number>();
  for (const path of ['/games', '/profile', '/profile/data']) await judgePage(page, path, seen);
  await openMenu(page, texts['en-US']);
  await openAndJudge(page, page.getByRole('button', { name: textOf('en', 'nav.logout') }), seen);
  expect(titlesOf(ofGuests).filter((title) => !seen.has(title))).toEqual([]);
});

test('the drawer of a phone sends no form', { tag: '@phone' }, async ({ page, signIn }) => {
  await signIn();
  const seen = new Map<string, number>();
  await judgePage(page, '/profile', seen);
  expect(titlesOf(ofPhones).filter((title) => !seen.has(title))).toEqual([]);
});

test(
  'no page of the console has a form within a form',
  { tag: '@desktop' },
  async ({ page, context, site }) => {
    await signInStaff(context, site, 'operator');
    await page.goto('/console/now');
    const links = page.getByRole('navigation').getByRole('link');
    await expect(links.first()).toBeVisible();
    const paths = await links.evaluateAll((each) => each.map((link) => (link as HTMLAnchorElement).pathname));
    expect(paths.length).toBeGreaterThanOrEqual(8);
    for (const path of paths) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
      });
      expect(await page.getByRole('dialog').count(), path).toBe(0);
      await expectSound(page, path);
    }
  },
);
