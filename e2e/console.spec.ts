/** The console of the staff: signing in, what each role sees, what happens now, and the log. */
import { gameSweeps } from '../games/test/sweeps.ts';
import { globSync, readFileSync } from 'node:fs';
import { expectAccessibleByNightAndDay, expectNoSidewaysScroll } from './accessible.ts';
import { addStaff, currentCode, signInStaff } from './console-steps.ts';
import { expect, test } from './fixtures.ts';

test.use({ expectedErrors: [/401|403/] });

test('signs in with a code, shows what happens now and who did what, and signs out', async ({
  page,
  site,
}) => {
  const operator = await addStaff(site, 'operator');
  await page.goto('/console');
  await expect(page.getByRole('heading', { name: 'Fairground console' })).toBeVisible();
  await page.getByLabel('Name').fill(operator.name);
  await page.getByLabel('Password').fill(operator.password);
  await page.getByLabel('Code of your authenticator app').fill('000000');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('The name, the password or the code is not right.');
  await expectAccessibleByNightAndDay(page, 'a refused sign-in');
  await page.getByLabel('Code of your authenticator app').fill(currentCode(operator));
  await page.getByRole('button', { name: 'Sign in' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Now' })).toBeVisible();
  await expect(page).toHaveURL('/console/now');
  await expect(page.getByText('Nothing to look at')).toBeVisible();
  await expect(page.getByText('There is no backup yet.'), 'a note on a new site').toBeVisible();
  // The console names a game by the words of its folder.
  for (const { folder } of gameSweeps.filter(({ page: own }) => own !== null)) {
    const name = new RegExp(`^${folder.replaceAll('-', ' ')}$`, 'i');
    await expect(page.getByText(name)).toBeVisible();
  }
  await expectAccessibleByNightAndDay(page, 'now');
  await expectNoSidewaysScroll(page);

  await page.getByRole('link', { name: 'Log', exact: true }).click();
  await expect(page.getByText('console sign-in').first()).toBeVisible();
  await expect(page.getByText(operator.name).first()).toBeVisible();
  await expectAccessibleByNightAndDay(page, 'the log');
  await expectNoSidewaysScroll(page);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Name')).toBeVisible();
  await page.goto('/console/log');
  await expect(page.getByLabel('Name')).toBeVisible();
});

test(
  'staff see no page of another role, also by its address',
  { tag: '@desktop' },
  async ({ page, context, site }) => {
    await signInStaff(context, site, 'support');
    await page.goto('/console');
    await expect(page).toHaveURL('/console/players');
    await expect(page.getByRole('navigation').getByRole('link')).toHaveText([
      'Players',
      'Requests',
      'Contact',
    ]);
    for (const path of ['now', 'games', 'invitations', 'newsletter', 'log']) {
      await page.goto(`/console/${path}`);
      await expect(page.getByRole('alert')).toHaveText('This takes a staff account with another role.');
    }
    await page.goto('/console/nothing');
    await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
  },
);

test(
  "players' pages load nothing of the console, and their bundle contains nothing of it",
  { tag: ['@desktop', '@nightly'] },
  async ({ page, signIn }) => {
    const paths: string[] = [];
    page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    await signIn();
    for (const path of ['/', '/games', '/profile']) {
      await page.goto(path, { waitUntil: 'networkidle' });
    }
    expect(paths.filter((path) => path.includes('console'))).toEqual([]);
    const dist = new URL('../apps/web/dist/', import.meta.url).pathname;
    const files = globSync(['assets/*.js', 'assets/*.css', 'sw.js'], { cwd: dist });
    expect(files.length).toBeGreaterThan(20);
    expect(files.filter((file) => readFileSync(`${dist}${file}`, 'utf8').includes('/api/console'))).toEqual(
      [],
    );
    // This search finds the console where it is.
    const own = globSync('console/assets/*.js', { cwd: dist });
    expect(own.some((file) => readFileSync(`${dist}${file}`, 'utf8').includes('/api/console'))).toBe(true);
  },
);
