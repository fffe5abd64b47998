/** The frame of every page: skip link, header, page, footer, and the place of toasts. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from '@fairground/site-kit/router/router.tsx';
import { ScrollRestoration } from '@fairground/site-kit/router/scroll-restoration.tsx';
import { CoinWays } from '@fairground/site-kit/coins/coin-ways.ts';
import { coinWays } from '../game-parts/coin-ways.ts';
import { useMaintenance } from '@fairground/site-kit/maintenance/maintenance.ts';
import { LazyBoundary, lazyPart } from '@fairground/site-kit/faults/lazy-part.tsx';
import { useT } from '@fairground/site-kit/i18n/i18n.ts';
import { UpdateBar } from '@fairground/site-kit/pwa/update-bar.tsx';
import { useToasts } from '@fairground/site-kit/ui/toast.ts';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { PageMeta } from './page-meta.tsx';

const ToastRegion = lazyPart(async () => (await import('@fairground/site-kit/ui/toast-region.tsx')).default);

const MaintenanceBar = lazyPart(
  async () => (await import('@fairground/site-kit/maintenance/maintenance-bar.tsx')).MaintenanceBar,
);

export function Layout({ children }: { children: ReactNode }) {
  const t = useT();
  const main = useFocusOnNavigation();
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className={cn(
          'absolute top-2 left-2 z-50 rounded-control bg-bulb-400 px-4 py-3 font-bold text-night-950',
          'not-focus:[clip-path:inset(50%)]',
        )}
      >
        {t('ui.skip')}
      </a>
      <Header />
      <main ref={main} id="main" tabIndex={-1} className="flex grow flex-col outline-none">
        <CoinWays value={coinWays}>{children}</CoinWays>
      </main>
      <Footer />
      <PageMeta />
      <Toasts />
      <MaintenanceStatus />
      <UpdateBar />
      <ScrollRestoration />
    </div>
  );
}

/** Puts the keyboard at the start of the new page, as a full load would. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

function MaintenanceStatus() {
  const t = useT();
  const maintenance = useMaintenance();
  return (
    <div role="status" aria-label={t('maintenance.label')}>
      {maintenance === null ? null : (
        <LazyBoundary>
          <MaintenanceBar maintenance={maintenance} />
        </LazyBoundary>
      )}
    </div>
  );
}

/** Loads the region with the first toast; it remains, so that toasts can animate while closing. */
function Toasts() {
  const raised = useToasts().length > 0;
  const [everRaised, setEverRaised] = useState(false);
  if (raised && !everRaised) setEverRaised(true);
  return raised || everRaised ? (
    <LazyBoundary>
      <ToastRegion />
    </LazyBoundary>
  ) : null;
}
