/** Renders pages to HTML while building. Used by the build script only; never shipped to a browser. */
import { prerender } from 'react-dom/static';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { Providers } from './app/providers.tsx';
import type { PageHandle } from './app/page-meta.tsx';
import { guardedPaths, publicPaths, routes } from './app/routes.tsx';
import { newQueryClient } from './shared/api/query-client.ts';
import { t } from './shared/i18n/i18n.ts';

export { guardedPaths, publicPaths };

export interface RenderedPage {
  html: string;
  title: string;
  description: string;
}

export async function renderPage(path: string): Promise<RenderedPage> {
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(`http://localhost${path}`));
  if (context instanceof Response) throw new Error(`${path} answered ${context.status} instead of a page`);
  const handle = context.matches.at(-1)?.route.handle as PageHandle | undefined;
  if (handle === undefined) throw new Error(`${path} has no title`);
  const router = createStaticRouter(handler.dataRoutes, context);
  const { prelude } = await prerender(
    <Providers client={newQueryClient()}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </Providers>,
    // Nothing is sent out of order, because that would need inline scripts.
    { progressiveChunkSize: Number.MAX_SAFE_INTEGER },
  );
  const html = await new Response(prelude).text();
  return { html, title: t(handle.title), description: t(handle.description) };
}
