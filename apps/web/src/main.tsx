/** The application in the browser: hydrates the prerendered HTML, or renders without it. */
import { I18nProvider } from '@lingui/react';
import { StrictMode, useEffect, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { routes } from './app/routes.tsx';
import { Site } from './app/site.tsx';
import { createRouter, findRoute, type Router } from '@fairground/site-kit/router/create-router.ts';
import { RouterProvider } from '@fairground/site-kit/router/router.tsx';
import { providePageData, readPageData } from '@fairground/site-kit/page/page-data.ts';
import {
  activateLanguage,
  chosenLanguage,
  languageOfBrowser,
  languageOfDocument,
  type Language,
} from '@fairground/site-kit/i18n/language.ts';
import { i18n } from '@fairground/site-kit/i18n/i18n.ts';
import { loadCatalogues } from '@fairground/site-kit/i18n/catalogues.ts';
import './texts.ts';
import { watchForUpdates } from '@fairground/site-kit/pwa/updates.ts';
import { followOtherTabs, followReturns, provideUserAnswer } from '@fairground/site-kit/session/session.ts';

/**
 * Resolves when the page is live: rendered or hydrated, with its listeners in place. `userAnswer` is the answer of
 * `/user/me`, where it was requested already.
 */
export async function start(userAnswer?: Promise<Response>): Promise<void> {
  if (userAnswer) provideUserAnswer(userAnswer);
  const root = document.getElementById('root');
  if (root === null) return;
  // Vite's own server sends no prerendered HTML, and so no language.
  const language = root.hasChildNodes() ? languageOfDocument() : (chosenLanguage() ?? languageOfBrowser());
  const isHydrated = root.hasChildNodes() && showsOurPage(root);
  const router = createRouter(routes, { isPrerendered: isHydrated });
  providePageData(readPageData());
  await prepareFirstRender(router, language);
  await new Promise<void>((live) => {
    const page = (
      <StrictMode>
        <I18nProvider i18n={i18n}>
          <Live onLive={live}>
            <RouterProvider router={router}>
              <Site />
            </RouterProvider>
          </Live>
        </I18nProvider>
      </StrictMode>
    );
    if (isHydrated) hydrateRoot(root, page);
    else createRoot(root).render(page);
  });
  followOtherTabs();
  followReturns();
  void followChosenLanguage(language);
  void watchForUpdates().catch(() => undefined);
}

/**
 * The first render must be the prerendered page again, or React would discard it: the same
 * page, its texts, its language.
 */
async function prepareFirstRender(router: Router, language: Language): Promise<void> {
  i18n.activate(language);
  await Promise.all([router.prepare(), loadCatalogues(language)]);
  document.documentElement.lang = language;
}

/**
 * A page from the browser's cache may be older than the choice. A language that fails to load is loaded by the next
 * page.
 */
async function followChosenLanguage(active: Language): Promise<void> {
  const chosen = chosenLanguage();
  if (chosen && chosen !== active) await activateLanguage(chosen).catch(() => undefined);
}

/**
 * An address that only the data shows to be wrong, such as a post's, was answered with the 404 page instead of its
 * own.
 */
const showsOurPage = ({ dataset }: HTMLElement): boolean =>
  dataset['page'] !== 'not-found' || findRoute(routes, location.pathname).route.path === '*';

function Live({ onLive, children }: { onLive: () => void; children: ReactNode }) {
  useEffect(onLive, [onLive]);
  return children;
}
