/** A page's one panel, hung up by its torn edge: title, lead, and the content below. */
import type { ReactNode } from 'react';
import { ScenePage } from '../art/scene-page.tsx';
import { cn } from './cn.ts';

interface SheetProps {
  title: string;
  lead: string;
  /** Wide sheets carry pictures, narrow ones text to be read. */
  wide?: boolean;
  children: ReactNode;
}

export function Sheet({ title, lead, wide = false, children }: SheetProps) {
  return (
    <ScenePage className="flex flex-col items-center px-2 pt-16 pb-24 sm:px-4">
      <section
        aria-labelledby="sheet-title"
        className={cn(
          'bites-top w-full rounded-b-panel bg-panel px-4 pt-10 pb-8 sm:px-6',
          wide ? 'max-w-page' : 'max-w-reading',
        )}
      >
        <h1 id="sheet-title" className="poster-title text-30 leading-9 text-balance sm:text-48 sm:leading-13">
          {title}
        </h1>
        <p className="mt-3 max-w-[60ch] text-17 leading-6 text-quiet">{lead}</p>
        {children}
      </section>
    </ScenePage>
  );
}

/** The heading of a part of a sheet. */
export const SheetHeading = ({ id, children }: { id?: string; children: ReactNode }) => (
  <h2 id={id} className="font-display text-22 leading-7 text-balance">
    {children}
  </h2>
);
