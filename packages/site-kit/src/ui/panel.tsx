/** The stubs that the pages of an account are made of. */
import { useId, type ReactNode } from 'react';

export function Panel({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="bites-top rounded-b-panel bg-panel px-4 pt-8 pb-6 sm:px-6">
      <h2 id={id} className="mb-4 font-display text-22 leading-7 wrap-anywhere">
        {title}
      </h2>
      {children}
    </section>
  );
}

interface TitlePanelProps {
  title: string;
  lead: string;
  children?: ReactNode;
}

/** The first stub of a page, with its h1. */
export function TitlePanel({ title, lead, children }: TitlePanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="bites-top grid gap-4 rounded-b-panel bg-panel px-4 pt-10 pb-6 sm:px-6"
    >
      <h1 id={id} className="poster-title text-30 leading-9 text-balance sm:text-36 sm:leading-10">
        {title}
      </h1>
      <p className="max-w-[70ch] text-17 leading-6 text-quiet">{lead}</p>
      {children}
    </section>
  );
}

/** A figure with its name, shown in grids of four or six. */
export function Stat({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5 rounded-control bg-raised px-4 py-3">
      <dt className="text-14 leading-5 text-quiet">{name}</dt>
      <dd className="figures text-20 leading-6.5 font-bold wrap-anywhere">{children}</dd>
    </div>
  );
}
