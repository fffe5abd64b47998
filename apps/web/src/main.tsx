/** The application in the browser: hydrates the prerendered HTML, or renders without it. */
import { StrictMode, useEffect, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { Providers } from './app/providers.tsx';
import { routes } from './app/routes.tsx';
import { queryClient } from './shared/api/query-client.ts';
import { fillCache, readPageData } from './shared/page/page-data.ts';
import {
  activateLanguage,
  chosenLanguage,
  languageOfBrowser,
  languageOfDocument,
  type Language,
} from './shared/i18n/language.ts';
import { i18n } from './shared/i18n/i18n.ts';
import { addSource, loadCatalogues } from './shared/i18n/catalogues.ts';
import { applicationTexts } from './app/messages/application-texts.ts';
import { watchForUpdates } from './shared/pwa/updates.ts';
import { followOtherTabs } from './entities/session/session.ts';
import { followSystemTheme } from './shared/ui/theme.ts';

/** Resolves when the page is live: rendered or hydrated, with its listeners in place. */
export async function start(): Promise<void> {
  addSource(applicationTexts);
  const root = document.getElementById('root');
  if (root === null) return;
  // Vite's own server sends no prerendered HTML, and so no language.
  const language = root.hasChildNodes() ? languageOfDocument() : (chosenLanguage() ?? languageOfBrowser());
  await prepareFirstRender(language);
  fillCache(queryClient, readPageData());
  const isHydrated = root.hasChildNodes() && showsOurPage(root);
  // The visitor may have scrolled before hydration: then the router leaves the scroll position alone.
  const router = createBrowserRouter(routes, isHydrated ? { hydrationData: {} } : {});
  await new Promise<void>((live) => {
    const page = (
      <StrictMode>
        <Providers client={queryClient}>
          <Live onLive={live}>
            <RouterProvider router={router} />
          </Live>
        </Providers>
      </StrictMode>
    );
    if (isHydrated) hydrateRoot(root, page);
    else createRoot(root).render(page);
  });
  followSystemTheme();
  followOtherTabs();
  void followChosenLanguage(language);
  void watchForUpdates().catch(() => undefined);
}

/** The first render must be the prerendered page again: the same page, its texts, its language. */
async function prepareFirstRender(language: Language): Promise<void> {
  i18n.activate(language);
  await Promise.all([loadFirstPage(), loadCatalogues(language)]);
  document.documentElement.lang = language;
}

/** A page from the browser's cache may be older than the choice. A language that fails to load is loaded by the next page. */
async function followChosenLanguage(active: Language): Promise<void> {
  const chosen = chosenLanguage();
  if (chosen && chosen !== active) await activateLanguage(chosen).catch(() => undefined);
}

/** An address that only the data shows to be wrong, such as a post's, was answered with the 404 page instead of its own. */
const showsOurPage = ({ dataset }: HTMLElement): boolean =>
  dataset['page'] !== 'not-found' || matchRoutes(routes, location)?.at(-1)?.route.path === '*';

/** The first page must be loaded before the first render, or React would discard the prerendered HTML. */
async function loadFirstPage(): Promise<void> {
  const matches = matchRoutes(routes, location) ?? [];
  await Promise.all(matches.map(({ route }) => loadRoute(route)));
}

async function loadRoute(route: RouteObject): Promise<void> {
  if (typeof route.lazy !== 'function') return;
  const loaded = await route.lazy();
  Object.assign(route, loaded, { lazy: undefined });
}

function Live({ onLive, children }: { onLive: () => void; children: ReactNode }) {
  useEffect(onLive, [onLive]);
  return children;
}
