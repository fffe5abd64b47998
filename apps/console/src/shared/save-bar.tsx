/** Saves what is in the fields; always in view. */
import { Button } from '@fairground/site-kit/ui/button.tsx';
import type { ReactNode } from 'react';
import { formatTime } from './format.ts';
import { Failure } from './parts.tsx';

interface SaveBarProps {
  saved: { version: number; updatedBy: string; updatedAt: string };
  isChanged: boolean;
  isBusy: boolean;
  error: unknown;
  onSave: () => void;
  /** What to do where somebody else saved. */
  children: ReactNode;
}

export function SaveBar({ saved, isChanged, isBusy, error, onSave, children }: SaveBarProps) {
  return (
    <div className="sticky bottom-0 grid gap-3 rounded-t-panel border-t-2 border-rule bg-panel p-4">
      {error ? <Failure error={error} /> : null}
      {children}
      <div className="flex flex-wrap items-center gap-3">
        <Button size="small" busy={isBusy} disabled={!isChanged} onClick={onSave}>
          Save the draft
        </Button>
        <p role="status" className="text-14 text-quiet">
          {isChanged
            ? 'Not saved yet.'
            : `Version ${saved.version}, saved ${formatTime(saved.updatedAt)} by ${saved.updatedBy}.`}
        </p>
      </div>
    </div>
  );
}
