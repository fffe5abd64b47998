/** A page in front of the fair: sky, stalls and string lights behind its top, the meadow below. */
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
    <div className={cn('relative isolate grow overflow-hidden bg-(--scene-meadow-near)', className)}>
      <div aria-hidden className="absolute inset-x-0 top-0 -z-10 h-[760px]">
        <FairScene className="h-full" align="middle" />
      </div>
      <div aria-hidden className="absolute inset-x-0 top-0 flex justify-center overflow-hidden">
        <StringLights />
      </div>
      {children}
    </div>
  );
}
