/** The frame of the sign-in pages: a stub of a ticket before the fair. */
import type { ReactNode } from 'react';
import { FairScene } from '../../shared/scene/fair-scene.tsx';
import { StringLights } from '../../shared/scene/lights.tsx';

interface AuthCardProps {
  title: string;
  lead: ReactNode;
  children: ReactNode;
}

export function AuthCard({ title, lead, children }: AuthCardProps) {
  return (
    <div className="relative isolate flex grow flex-col items-center overflow-hidden bg-(--scene-meadow-near) px-4 pt-16 pb-24">
      <div aria-hidden className="absolute inset-x-0 top-0 -z-10 h-[828px]">
        <FairScene className="h-full" align="middle" />
      </div>
      <div aria-hidden className="absolute inset-x-0 top-0 flex justify-center overflow-hidden">
        <StringLights />
      </div>
      <section className="bites-top w-full max-w-[448px] rounded-b-panel bg-panel px-5 pt-10 pb-8 sm:px-8">
        <h1 className="poster-title text-[36px] leading-10">{title}</h1>
        <div className="mt-3 mb-6 text-[17px] leading-6 text-quiet">{lead}</div>
        {children}
      </section>
    </div>
  );
}
