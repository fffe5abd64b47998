/** The console: signed-out staff see the sign-in, everybody else the pages of their role. */
import './console.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { followSystemTheme } from '@fairground/web/shared/ui/theme.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { Frame } from './frame.tsx';
import { pages } from './pages.tsx';
import { queryClient } from './shared/session.ts';

const router = createBrowserRouter(
  [{ Component: Frame, children: pages.map(({ path, Component }) => ({ path, Component })) }],
  {
    basename: '/console',
  },
);

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
followSystemTheme();
