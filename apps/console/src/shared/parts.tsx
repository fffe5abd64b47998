/** What the pages of the console are made of. */
import CircleAlert from '@fairground/site-kit/icons/circle-alert';
import Info from '@fairground/site-kit/icons/info';
import TriangleAlert from '@fairground/site-kit/icons/triangle-alert';
import { Link } from '@fairground/site-kit/router/router.tsx';
import type { WarningLevel } from '@fairground/contract/console/now';
import { useId, type ReactNode } from 'react';
import { sentenceFor } from './call.ts';

interface PageProps {
  title: string;
  /** Next to the title. */
  aside?: ReactNode;
  children: ReactNode;
}

export function Page({ title, aside, children }: PageProps) {
  return (
    <div className="mx-auto grid w-full max-w-[1280px] gap-5 px-3 py-5 sm:px-6">
      <title>{`${title} · Fairground console`}</title>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h1 className="text-26 leading-8 font-bold">{title}</h1>
        {aside}
      </div>
      {children}
    </div>
  );
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid content-start gap-3 rounded-panel bg-panel p-4">
      <h2 id={id} className="text-17 leading-6 font-bold">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Figures with their names. */
export function Figures({ figures }: { figures: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-2">
      {figures.map(([name, value]) => (
        <div key={name} className="grid content-start gap-0.5 rounded-control bg-raised px-3 py-2">
          <dt className="text-13 leading-4.5 text-quiet">{name}</dt>
          <dd className="figures text-17 leading-6 font-bold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The state of a query that has nothing to show yet. */
export function Pending({ error }: { error: unknown }) {
  return error === null || error === undefined ? (
    <p role="status" className="text-quiet">
      Loading...
    </p>
  ) : (
    <Failure error={error} />
  );
}

export function Failure({ error }: { error: unknown }) {
  return (
    <p
      role="alert"
      className="flex items-start gap-2 rounded-control border-2 border-loss px-3 py-2 text-loss"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      <span className="wrap-anywhere">{sentenceFor(error)}</span>
    </p>
  );
}

/** `failed` needs somebody immediately. */
const noticeLooks = {
  failed: { Icon: CircleAlert, color: 'text-loss', word: 'Failed' },
  attention: { Icon: TriangleAlert, color: 'text-coin', word: 'Attention' },
  note: { Icon: Info, color: 'text-quiet', word: 'Note' },
} as const satisfies Record<WarningLevel, unknown>;

export function Notice({ level, children }: { level: WarningLevel; children: ReactNode }) {
  const { Icon, color, word } = noticeLooks[level];
  return (
    <li className={`flex items-start gap-2 ${color}`}>
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <span>
        <span className="sr-only">{`${word}: `}</span>
        <span>{children}</span>
      </span>
    </li>
  );
}

export const linkClass = 'font-bold text-info underline';

export const TextLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className={linkClass}>
    {children}
  </Link>
);

/** The style of a summary that a press opens. */
export const summaryClass = 'min-h-11 cursor-pointer py-2.5 font-bold text-info';
