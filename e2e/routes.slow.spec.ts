/**
 * The loading, empty and failed states of routes, in Spanish at night; devices.nightly.spec.ts judges the routes
 * themselves.
 */
import type { Page } from '@playwright/test';
import { catalogues, textOf, type Language } from './catalogues.ts';
import { expect, test } from './fixtures.ts';
import { startApplication } from '../apps/web/build/page-weight.ts';
import { expectNoEnglish, expectWritten } from './page-texts.ts';
import { playerStates, visitorStates, type State } from './route-states.ts';
import { footerTexts, guardedRoutes, playerTexts, publicRoutes, visitorTexts } from './route-texts.ts';

test.use({ expectedErrors: [/400|401|404/] });

const languages = [
  ['en', 'en-US'],
  ['es', 'es-ES'],
] as const;

test('each expected English text is the one in the catalogue', { tag: '@desktop' }, () => {
  const states = [...visitorStates, ...playerStates];
  const routes = [...publicRoutes, ...guardedRoutes('somebody')];
  const texts = [
    ...footerTexts,
    ...visitorTexts,
    ...playerTexts,
    ...routes.flatMap(({ title, texts: own }) => [title, ...own]),
    ...states.flatMap(({ texts: own }) => own),
  ];
  for (const [key, english] of texts) expect(catalogues.en[key], key).toBe(english);
});

for (const [language, locale] of languages) {
  const isEnglish = language === 'en';
  const tag = isEnglish ? '@desktop' : ['@desktop', '@nightly'];
  test.describe(`in ${isEnglish ? 'English' : 'Spanish'}`, { tag }, () => {
    test.use({ locale });

    test('loading and failed states of public routes', async ({ page }) => {
      for (const state of visitorStates) await expectState(page, language, state);
    });

    test('loading, empty and failed states of guarded routes', async ({ page, signIn }) => {
      await signIn();
      for (const state of playerStates) await expectState(page, language, state);
    });
  });
}

test(
  'without a session every guarded route leads to the login, and stays out of the history',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.goto('/faq');
    for (const { path } of guardedRoutes('somebody')) {
      await page.goto(path);
      await expect(page).toHaveURL('/login');
    }
    await page.goto('/faq');
    await page.goto('/games');
    await expect(page).toHaveURL('/login');
    await page.goBack();
    await expect(page).toHaveURL('/faq');
  },
);

/** The application takes a public page over at the first input. */
const touch = (page: Page): Promise<void> => page.keyboard.press('Shift');

async function expectState(page: Page, language: Language, state: State): Promise<void> {
  const { name, path, bring, texts, fromFooter, values } = state;
  const where = `${path}, where ${name}`;
  await bring?.(page);
  if (fromFooter === undefined) {
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await touch(page);
  } else {
    await page.goto('/newsletter');
    await expectWritten(page, [textOf(language, 'newsletter.subscribe')], '/newsletter');
    await startApplication(page);
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: textOf(language, fromFooter), exact: true })
      .click();
    await expect(page).toHaveURL(path);
  }
  // Values vary, so that only the text before the first is expected.
  const wanted = texts.map(([key]) => textOf(language, key, values).replace(/\s*\{.*$/, ''));
  await expectWritten(page, wanted, where);
  if (language === 'es') await expectNoEnglish(page, where);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}
