/** The HTML of /register, which visitors read before any script, on a site that is open to everybody and on others. */
import type { GamesConfig } from '@fairground/contract/config';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadGamesConfig } from '../../apps/server/src/site/games-config.ts';
import { readSettings } from '../../apps/server/src/platform/settings.ts';
import { renderPage } from '../../apps/web/src/prerender.tsx';
import { loadCatalogues } from '@fairground/site-kit/i18n/catalogues.ts';
import { i18n } from '@fairground/site-kit/i18n/i18n.ts';

beforeAll(() => loadCatalogues('es'));
// Test files share the texts.
afterAll(() => i18n.activate('en'));

const readPage = async (REGISTRATION: string, language: 'en' | 'es' = 'en') => {
  const gamesConfig = (await loadGamesConfig(readSettings({ REGISTRATION }))) as GamesConfig;
  const { html } = await renderPage('/register', language, { posts: { en: [], es: [] }, gamesConfig });
  return { html, hasForm: html.includes('name="password"') };
};

it('the page has the form where everybody may register', async () => {
  expect((await readPage('open')).hasForm).toBe(true);
});

it.each([
  ['invite', 'en', 'This site is for invited players.'],
  ['invite', 'es', 'A este sitio solo se entra con invitación.'],
  ['closed', 'en', 'This site opens no new accounts.'],
  ['closed', 'es', 'En este sitio no se abren cuentas nuevas.'],
] as const)(
  'the page says why it has no form where registration is %s, in %s',
  async (kind, language, text) => {
    const { html, hasForm } = await readPage(kind, language);
    expect(html).toContain(text);
    expect(hasForm).toBe(false);
  },
);
