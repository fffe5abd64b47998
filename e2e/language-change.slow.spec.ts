/** A change of language writes every word and figure again, and leaves alone what a player has begun. */
import { expect, type Locator, type Page } from '@playwright/test';
import { lotteryPath, punch, stamp } from './lottery-steps.ts';
import { openMeadow, playUntilGems } from './minefield-steps.ts';
import { test } from './fixtures.ts';

const names = { en: 'English', es: 'Español' } as const;
type Language = keyof typeof names;

/** Groups of three digits, and decimals of multipliers, as the other language separates them. */
const separatedOtherwise = {
  en: /\d\.\d{3}(?!\d)|\d,\d{1,2}x/i,
  es: /\d,\d{3}(?!\d)|\d\.\d{1,2}x/i,
} as const;
/** Months as they are written in dates. */
const otherMonths = {
  en: /\b(ene|abr|ago|dic)\b/,
  es: /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/,
} as const;

/** Presses the switch, and returns when the page has no figure left of the other language. */
const choose = async (page: Page, language: Language): Promise<void> => {
  await page.getByRole('contentinfo').getByRole('button', { name: names[language], exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  const words = () => page.locator('body').innerText();
  await expect.poll(words).not.toMatch(separatedOtherwise[language]);
  await expect.poll(words).not.toMatch(otherMonths[language]);
};

/** Changes the language to Spanish and back; `check` finds the same in both, and before. */
const checkInBoth = async (page: Page, check: () => Promise<void>): Promise<void> => {
  await check();
  await choose(page, 'es');
  await check();
  await choose(page, 'en');
  await check();
};

const slider = (page: Page): Locator => page.getByRole('slider');

test.beforeEach(async ({ signIn }) => {
  await signIn();
});

test('the lottery retains a half-punched ticket', { tag: '@desktop' }, async ({ page }) => {
  await page.goto(lotteryPath);
  await expect(page.getByRole('cell', { name: '1 in 13,983,816' })).toBeVisible();
  await punch(page, [4, 11, 19]);
  await page
    .getByRole('button', { name: '50', exact: true })
    .and(page.locator('[aria-pressed]'))
    .last()
    .click();
  await checkInBoth(page, async () => {
    await expect(page.locator('[data-number][aria-pressed=true]')).toHaveCount(3);
    await expect(slider(page)).toHaveAttribute('aria-valuenow', '50');
  });
  await expect(stamp(page, 11)).toHaveAttribute('aria-pressed', 'true');
  await choose(page, 'es');
  await expect(page.getByRole('cell', { name: '1 en 13.983.816' })).toBeVisible();
  await expect(page.getByText(/^Sorteo (a las|el) /)).toBeVisible();
});

test('Minefield retains the bid and the game in play', { tag: '@desktop' }, async ({ page }) => {
  await openMeadow(page);
  await expect(slider(page)).toHaveAttribute('aria-valuemax', '1000');
  await slider(page).press('ArrowRight');
  await checkInBoth(page, () => expect(slider(page)).toHaveAttribute('aria-valuenow', '200'));
  await slider(page).press('ArrowLeft');
  await playUntilGems(page, 1);
  const plots = page.getByRole('grid');
  await checkInBoth(page, async () => {
    await expect(plots.locator('[data-tile="0"]')).toHaveAttribute('data-face', 'gem');
    await expect(plots.locator('[data-tile="1"]')).toBeEnabled();
  });
  await choose(page, 'es');
  await page.getByRole('button', { name: /^Retirar a 1,10x/ }).click();
  await expect(page.getByRole('heading', { name: '¡GANASTE!' })).toBeVisible();
});

test('Aviator retains the stake and the automatic cash-out', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/games/aviator');
  const limit = page.getByRole('textbox');
  await limit.fill('2.75');
  await slider(page).press('ArrowRight');
  const stake = await slider(page).getAttribute('aria-valuenow');
  await checkInBoth(page, async () => {
    await expect(limit).toHaveValue('2.75');
    await expect(slider(page)).toHaveAttribute('aria-valuenow', stake ?? '');
  });
});

test('Double Trouble retains the number and the stake', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/games/double-trouble');
  const number = page.getByRole('radio', { name: '7', exact: true });
  await number.check();
  const field = page.getByRole('textbox');
  await page.getByRole('button', { name: '100', exact: true }).click();
  await expect(field).toHaveValue('100');
  await field.fill('120');
  await field.press('Enter');
  await checkInBoth(page, async () => {
    await expect(number).toBeChecked();
    await expect(field).toHaveValue('120');
  });
});

test('High Striker retains the target and the strike that landed', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/games/high-striker');
  await page.getByRole('textbox').fill('1.75');
  await page.getByRole('button', { name: 'Swing' }).click();
  const stage = page.locator('[data-part="stage"]');
  await expect(stage).toHaveAttribute('data-phase', /^(won|lost)$/);
  const phase = (await stage.getAttribute('data-phase')) ?? '';
  await checkInBoth(page, async () => {
    await expect(page.getByRole('textbox')).toHaveValue('1.75');
    await expect(stage).toHaveAttribute('data-phase', phase);
  });
  await choose(page, 'es');
  await expect(page.getByText('De 1,01x a 1.000x')).toBeVisible();
});

test('other pages retain what was typed, and write dates again', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/profile');
  await expect(page.getByRole('definition').first()).toHaveText('1,000');
  await choose(page, 'es');
  await expect(page.getByRole('definition').first()).toHaveText('1.000');
  await choose(page, 'en');
  await expect(page.getByText(/^at the fair since [A-Z][a-z]{2} \d{1,2}, \d{4}$/)).toBeVisible();
  await choose(page, 'es');
  await expect(page.getByText(/^en la feria desde el \d{1,2} [a-z]{3,5} \d{4}$/)).toBeVisible();
  await choose(page, 'en');

  await page.goto('/limits');
  const limit = page.getByRole('textbox');
  await limit.fill('2500');
  await page.getByRole('button', { name: 'Save the limit' }).click();
  await expect(page.getByText('You stake 2,500 coins a day at most.')).toBeVisible();
  await limit.fill('3200');
  await checkInBoth(page, () => expect(limit).toHaveValue('3200'));
  await choose(page, 'es');
  await expect(page.getByText('Apuestas como máximo 2.500 monedas al día.')).toBeVisible();
});
