/** The console: signed-out staff see the sign-in, everybody else the pages of their role. */
import './console.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRouter } from '@fairground/site-kit/router/create-router.ts';
import { RouterProvider } from '@fairground/site-kit/router/router.tsx';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Frame } from './frame.tsx';
import { pages } from './pages.tsx';
import { queryClient } from './shared/session.ts';

const router = createRouter(
  pages.map(({ path, Component }) => ({ path, load: async () => Component })),
  { basename: '/console' },
);
await router.prepare();

// A page that the browser kept is of a session that may have ended since: it is hidden when it is left, and
// loaded again.
addEventListener('pagehide', ({ persisted }) => {
  if (persisted) document.documentElement.style.visibility = 'hidden';
});
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router}>
          <Frame />
        </RouterProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}
