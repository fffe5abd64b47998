/** A page in front of the fair, which fills the window and stays there while the page scrolls. */
import type { ReactNode } from 'react';
import { cn } from '../ui/cn.ts';
import { FairScene, StringLights } from './fair-scene.tsx';

interface ScenePageProps {
  /** Lays out the children. */
  className?: string;
  children: ReactNode;
}

export function ScenePage({ className, children }: ScenePageProps) {
  return (
    <div className={cn('relative isolate grow overflow-clip bg-(--scene-meadow-near)', className)}>
      <div aria-hidden className="absolute inset-0 -z-10">
        <div className="sticky top-(--header-height) h-(--page-height) max-h-full">
          <FairScene className="h-full" align="middle" />
        </div>
      </div>
      <div aria-hidden className="absolute inset-x-0 top-0 flex justify-center overflow-hidden">
        <StringLights />
      </div>
      {children}
    </div>
  );
}
