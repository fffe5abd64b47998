/** The router for components: links, the location, and the page that it leads to. */
import {
  Component,
  createContext,
  startTransition,
  use,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
  type ComponentProps,
  type ComponentType,
  type MouseEvent,
  type ReactNode,
} from 'react';
import {
  pathOf,
  type Navigate as NavigateTo,
  type NavigateOptions,
  type PageLocation,
  type Router,
  type View,
} from './create-router.ts';
import type { PathParams } from './match-path.ts';

const RouterContext = createContext<Router | null>(null);
const ViewContext = createContext<View | null>(null);

export function RouterProvider({ router, children }: { router: Router; children: ReactNode }) {
  const [view, setView] = useState(router.view);
  useLayoutEffect(
    () => router.subscribe((next) => startTransition(() => setView(next)), view),
    [router, view],
  );
  return (
    <RouterContext value={router}>
      <ViewContext value={view}>{children}</ViewContext>
    </RouterContext>
  );
}

export function useRouter(): Router {
  const router = use(RouterContext);
  if (router === null) throw new Error('outside the router');
  return router;
}

export function useView(): View {
  const view = use(ViewContext);
  if (view === null) throw new Error('outside the router');
  return view;
}

export const useLocation = (): PageLocation => useView().location;

export const useParams = (): PathParams => useView().params;

/** Always the same function. */
export const useNavigate = (): NavigateTo => useRouter().navigate;

export function useSearchParams(): [
  URLSearchParams,
  (params: string | Record<string, string> | URLSearchParams, options?: NavigateOptions) => void,
] {
  'use memo';
  const { search } = useLocation();
  const navigate = useNavigate();
  return [
    new URLSearchParams(search),
    (params, options) => navigate(`?${new URLSearchParams(params)}`, options),
  ];
}

/** The page of the location. */
export function CurrentPage() {
  const { Component: Page } = useView();
  return Page === undefined ? null : <Page />;
}

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'>, NavigateOptions {
  to: string;
}

export function Link({ to, replace, state, preventScrollReset, onClick, target, ...rest }: LinkProps) {
  const { navigate, hrefOf } = useRouter();
  const location = useLocation();
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlainClick(event, target)) return;
    event.preventDefault();
    // Going to the same address again is no step for the back button.
    navigate(to, { replace: replace ?? to === pathOf(location), state, preventScrollReset });
  };
  // oxlint-disable-next-line jsx-a11y/anchor-has-content -- the content is among the other properties
  return <a {...rest} href={hrefOf(to)} target={target} onClick={follow} />;
}

/** Any other is for the browser, such as one that opens a tab. */
const isPlainClick = (
  { button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent,
  target: string | undefined,
): boolean =>
  button === 0 && (target === undefined || target === '_self') && !(metaKey || altKey || ctrlKey || shiftKey);

/** Marks itself where its page, or with `end` only that page itself, is shown. */
export function NavLink({ end = false, ...rest }: LinkProps & { end?: boolean }) {
  const { pathname } = useLocation();
  const isCurrent = pathname === rest.to || (!end && pathname.startsWith(`${rest.to}/`));
  return <Link aria-current={isCurrent ? 'page' : undefined} {...rest} />;
}

export function Navigate({ to, replace, state }: Pick<LinkProps, 'to' | 'replace' | 'state'>) {
  const navigate = useNavigate();
  const go = useEffectEvent(() => navigate(to, { replace, state }));
  useEffect(() => go(), [to]);
  return null;
}

interface FaultBoundaryProps {
  /** A fault is over with the next location. */
  location: PageLocation;
  Fallback: ComponentType<{ error: unknown }>;
  children: ReactNode;
}

interface FaultState {
  location: PageLocation;
  fault: { error: unknown } | null;
}

/** Shows the fallback in place of what broke. */
export class FaultBoundary extends Component<FaultBoundaryProps, FaultState> {
  override state: FaultState = { location: this.props.location, fault: null };

  static getDerivedStateFromError = (error: unknown): Partial<FaultState> => ({ fault: { error } });

  static getDerivedStateFromProps = (
    { location }: FaultBoundaryProps,
    state: FaultState,
  ): FaultState | null => (location === state.location ? null : { location, fault: null });

  override render(): ReactNode {
    const { fault } = this.state;
    const { Fallback, children } = this.props;
    return fault === null ? children : <Fallback error={fault.error} />;
  }
}
