/** Steps of playing as a guest, in both languages. */
import { expect, type Page } from '@playwright/test';
import { nextFrames } from './frames.ts';

export const texts = {
  'en-US': {
    play: 'Play as a guest',
    adult: 'By playing as a guest you confirm that you are 18 or over.',
    playNow: 'Play Now: Minefield',
    start: 'Place Bet & Start',
    balance: /^Balance:/,
    openMenu: 'Open menu',
    account: /^Account of /,
    status: 'Playing as a guest',
    keep: 'Keep this account',
    username: 'Username',
    email: 'Email',
    password: 'Password',
    save: 'Keep the account',
    saved: 'This account is yours now',
    logOut: 'Log out',
    identifier: 'Username or email',
    login: 'Login',
  },
  'es-ES': {
    play: 'Jugar sin registrarse',
    adult: 'Al jugar sin registrarte confirmas que tienes 18 años o más.',
    playNow: 'Jugar: Minefield',
    start: 'Apostar y empezar',
    balance: /^Saldo:/,
    openMenu: 'Abrir el menú',
    account: /^Cuenta de /,
    status: 'Juegas sin registrarte',
    keep: 'Conservar esta cuenta',
    username: 'Usuario',
    email: 'Correo',
    password: 'Contraseña',
    save: 'Conservar la cuenta',
    saved: 'Esta cuenta ya es tuya',
    logOut: 'Salir',
    identifier: 'Usuario o correo',
    login: 'Entrar',
  },
} as const;
type Texts = (typeof texts)[keyof typeof texts];

/** Phones have the account's menu in the drawer. */
export const openMenu = async (page: Page, { account, openMenu: menu }: Texts): Promise<void> => {
  const isWide = (page.viewportSize()?.width ?? 0) >= 768;
  if (!isWide) return page.getByRole('button', { name: menu }).click();
  const button = page.getByRole('button', { name: account });
  // A page that has just loaded takes the focus, which closes an open menu.
  await expect(async () => {
    if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await nextFrames(page);
    await expect(button).toHaveAttribute('aria-expanded', 'true', { timeout: 1_000 });
  }).toPass();
};

export const playAsGuest = async (page: Page, path = '/'): Promise<void> => {
  await page.goto(path);
  await page.getByRole('button', { name: 'Play as a guest' }).click();
  await page.waitForURL('**/games');
  await expect(page.getByRole('button', { name: /^Balance:/ })).toBeVisible();
};
