/** Pages are in Spanish for a browser that prefers it, and retain the language that was chosen. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, password, test } from './fixtures.ts';
import { startApplication } from '../apps/web/build/page-weight.ts';

test.use({ locale: 'es-ES' });

const expectLanguage = (page: Page, language: 'en' | 'es') =>
  expect(page.locator('html')).toHaveAttribute('lang', language);
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const toEnglish = (page: Page) =>
  page.getByRole('contentinfo').getByRole('button', { name: 'English', exact: true });
const toSpanish = (page: Page) =>
  page.getByRole('contentinfo').getByRole('button', { name: 'Español', exact: true });

test('a visitor gets the home page in Spanish', { tag: ['@phone', '@nightly'] }, async ({ page }) => {
  await page.goto('/');
  await expectLanguage(page, 'es');
  await expect(page).toHaveTitle('Fairground – juegos que cualquiera puede comprobar');
  await expect(title(page, 'Una feria que puedes comprobar')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Los puestos' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Regístrate' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText(
    'Todos los derechos reservados. Solo para entretenimiento.',
  );
  await expectAccessible(page, 'home in Spanish');

  await page.getByRole('banner').getByRole('link', { name: 'Entrar' }).click();
  await expect(page).toHaveTitle('Iniciar sesión – Fairground');
  await expect(title(page, 'Entrar')).toBeVisible();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test(
    'pages are served in Spanish, texts and figures',
    { tag: ['@phone', '@nightly'] },
    async ({ page }) => {
      const answer = await page.goto('/faq');
      expect(answer?.headers()).toMatchObject({
        'content-language': 'es',
        vary: expect.stringContaining('cookie'),
      });
      await expectLanguage(page, 'es');
      await expect(page).toHaveTitle(/^Preguntas/);
      await expect(page.getByText(/ recibes 1\.000 monedas\./)).toBeVisible();
      const canonical = page.locator('link[rel="canonical"]');
      await expect(canonical).toHaveAttribute('href', /\/faq$/);
      await page.getByRole('contentinfo').getByRole('link', { name: 'Cómo jugar', exact: true }).click();
      await expect(title(page, 'Cómo jugar')).toBeVisible();
      await expect(page.getByRole('cell', { name: '1 entre 13.983.816' })).toBeVisible();
    },
  );
});

test('the application takes a page over in its language', { tag: '@phone' }, async ({ page }) => {
  // What happens at the stalls is said as it comes.
  await page.routeWebSocket(/\/ws$/, () => undefined);
  // React reports texts that differ as an error, which the fixture for a quiet console finds.
  for (const path of [
    '/',
    '/how-to-play',
    '/about-us',
    '/faq',
    '/lab',
    '/contact-us',
    '/register',
    '/privacy-policy',
  ]) {
    await page.goto(path);
    const main = page.getByRole('main');
    // The lab plays its first preset then, beside the form.
    const kept = path === '/lab' ? main.locator('form').first() : main;
    const before = await kept.innerText();
    await startApplication(page);
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 5_000 })));
    expect(await kept.innerText(), path).toBe(before);
    await expectLanguage(page, 'es');
  }
});

test(
  'the server remembers the switch: the next page is in that language',
  { tag: ['@phone', '@nightly'] },
  async ({ page }) => {
    await page.goto('/about-us');
    await toEnglish(page).click();
    await expectLanguage(page, 'en');
    const answer = await page.goto('/faq');
    expect(answer?.headers()['content-language']).toBe('en');
    expect(await answer?.text()).toContain('<html lang="en"');
  },
);

test.describe('refusals', () => {
  test.use({ expectedErrors: [/401/] });

  test(
    'a form shows in Spanish what is missing, and what the server refuses',
    { tag: ['@phone', '@nightly'] },
    async ({ page }) => {
      await page.goto('/login');
      await expectLanguage(page, 'es');
      const send = page.getByRole('main').getByRole('button', { name: 'Entrar', exact: true });
      await send.click();
      await expect(page.getByText('Completa este campo.')).toHaveCount(2);
      await page.getByLabel('Usuario o correo').fill('nadie_en_la_feria');
      await page.getByLabel('Contraseña', { exact: true }).fill(password);
      await send.click();
      await expect(page.getByRole('alert')).toContainText('El usuario o la contraseña no son correctos.');
    },
  );
});

test('the list of games is in Spanish', { tag: ['@phone', '@nightly'] }, async ({ page, signIn }) => {
  await signIn();
  await page.goto('/games');
  await expectLanguage(page, 'es');
  await expect(title(page, 'Todos los juegos')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Jugar: Minefield' })).toBeVisible();
  await expect(
    page.getByText('Retorno: 97 %, antes de redondear los pagos hacia abajo', {
      exact: true,
    }),
  ).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Saldo: 1.000 monedas' })).toBeVisible();
  await expectAccessible(page, 'games in Spanish');
});

test('Minefield is played in Spanish', { tag: ['@desktop', '@nightly'] }, async ({ page, signIn }) => {
  await signIn();
  await page.goto('/games/minefield');
  for (const name of ['Fácil', 'Medio', 'Difícil', 'Experto']) {
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Apostar y empezar' }).click();
  await expect(page.getByText('¡A jugar!', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Fila 1, columna 1: sin abrir' })).toBeEnabled();
});

test(
  'tables and profiles have Spanish texts, dates and numbers',
  { tag: ['@desktop', '@nightly'] },
  async ({ page, signIn }) => {
    await signIn();
    await page.goto('/leaderboard');
    await expect(title(page, 'Clasificación')).toBeVisible();
    for (const name of ['Puesto', 'Jugador', 'Apostado hoy', 'Total ganado']) {
      await expect(page.getByRole('columnheader', { name })).toBeVisible();
    }

    await page.goto('/profile');
    await expect(page).toHaveTitle('Perfil – Fairground');
    await expect(page.getByRole('heading', { name: 'Ajustes del perfil' })).toBeVisible();
    // The day comes first, and the month in small letters.
    await expect(page.getByText(/^En la feria desde el \d{1,2} [a-z]{3,5} \d{4}$/)).toBeVisible();
    const coins = page.getByRole('definition').first();
    await expect(coins).toHaveText('1.000');
    await toEnglish(page).click();
    await expect(coins).toHaveText('1,000');
  },
);

test(
  'the switch changes all texts and numbers at once, and is remembered',
  { tag: '@phone' },
  async ({ page, signIn }) => {
    await signIn();
    await page.goto('/games/play-lottery');
    const balance = page.getByRole('banner').getByRole('button', { name: /^(Saldo|Balance):/ });
    await expect(balance).toHaveText(/1\.000/);
    await expect(page.getByText(/^Sorteo (a las|el) /)).toBeVisible();
    await expect(page.getByRole('cell', { name: '1 entre 13.983.816' })).toBeVisible();

    await toEnglish(page).click();
    await expectLanguage(page, 'en');
    await expect(page).toHaveTitle('Lottery – Fairground');
    await expect(balance).toHaveText(/1,000/);
    await expect(page.getByText(/^Draw (at|on) /)).toBeVisible();
    await expect(page.getByRole('cell', { name: '1 in 13,983,816' })).toBeVisible();

    await page.goto('/games');
    await expectLanguage(page, 'en');
    await expect(title(page, 'All Games')).toBeVisible();
    await toSpanish(page).click();
    await expect(title(page, 'Todos los juegos')).toBeVisible();
    await page.reload();
    await expectLanguage(page, 'es');
    await expect(title(page, 'Todos los juegos')).toBeVisible();
  },
);
