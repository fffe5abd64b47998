/** A named value in a list of facts. */
import type { ReactNode } from 'react';

export function Row({ name, mono = false, children }: { name: string; mono?: boolean; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-14 leading-5 text-quiet">{name}</dt>
      <dd className={mono ? 'font-mono text-14 leading-5 break-all' : 'figures font-bold break-words'}>
        {children}
      </dd>
    </div>
  );
}
