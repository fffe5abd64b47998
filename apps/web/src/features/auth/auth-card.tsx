/** The frame of the sign-in pages: a stub of a ticket before the fair. */
import type { ReactNode } from 'react';
import { ScenePage } from '@fairground/site-kit/art/scene-page.tsx';

interface AuthCardProps {
  title: string;
  lead: ReactNode;
  children: ReactNode;
}

export function AuthCard({ title, lead, children }: AuthCardProps) {
  return (
    <ScenePage className="flex flex-col items-center px-4 pt-16 pb-24">
      <section className="bites-top w-full max-w-[448px] rounded-b-panel bg-panel px-5 pt-10 pb-8 sm:px-8">
        <h1 className="poster-title text-36 leading-10">{title}</h1>
        <div className="mt-3 mb-6 text-17 leading-6 text-quiet">{lead}</div>
        {children}
      </section>
    </ScenePage>
  );
}
