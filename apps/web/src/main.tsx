/** The application in the browser: takes over the prerendered HTML, or renders where there is none. */
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

/** Resolves when the page is live: rendered or taken over, with its listeners in place. */
export async function start(): Promise<void> {
  addSource(applicationTexts);
  const root = document.getElementById('root');
  if (root === null) return;
  // Vite's own server sends no HTML to take over: then nobody has chosen a language yet.
  const language = root.hasChildNodes() ? languageOfDocument() : (chosenLanguage() ?? languageOfBrowser());
  await speakFirst(language);
  fillCache(queryClient, readPageData());
  const isTakenOver = root.hasChildNodes() && showsOurPage(root);
  // A page that is taken over was perhaps read on meanwhile: then the router leaves it where it was scrolled to.
  const router = createBrowserRouter(routes, isTakenOver ? { hydrationData: {} } : {});
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
    if (isTakenOver) hydrateRoot(root, page);
    else createRoot(root).render(page);
  });
  followSystemTheme();
  followOtherTabs();
  void followChosenLanguage(language);
  void watchForUpdates().catch(() => undefined);
}

/** The first render must be the prerendered page again: the same page, its texts, its language. */
async function speakFirst(language: Language): Promise<void> {
  i18n.activate(language);
  await Promise.all([loadFirstPage(), loadCatalogues(language)]);
  document.documentElement.lang = language;
}

/** A page may be older than the choice, as when it was kept by the browser; one that cannot be had is asked for next time. */
async function followChosenLanguage(spoken: Language): Promise<void> {
  const chosen = chosenLanguage();
  if (chosen && chosen !== spoken) await activateLanguage(chosen).catch(() => undefined);
}

/** An address that only the data shows to be wrong, such as a post's, was answered with the 404 page instead of its own. */
const showsOurPage = ({ dataset }: HTMLElement): boolean =>
  dataset['page'] !== 'not-found' || matchRoutes(routes, location)?.at(-1)?.route.path === '*';

/** The first page must be there at the first render, or React would throw the prerendered HTML away. */
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
