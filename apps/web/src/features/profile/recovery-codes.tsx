/** The recovery codes, which are shown once. */
import { useRef } from 'react';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import { useTexts } from '../../texts.ts';

export function RecoveryCodes({ codes, onStored }: { codes: readonly string[]; onStored: () => void }) {
  const t = useTexts('second-factors');
  const list = useRef<HTMLUListElement>(null);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
    } catch {
      // Without leave, or on plain http, they are at least marked for the player's own hand.
      if (list.current !== null) getSelection()?.selectAllChildren(list.current);
      return;
    }
    toast({ title: t('factors.copied'), variant: 'success' });
  }

  return (
    <div className="grid gap-4">
      <p role="status" className="text-quiet">
        {t('factors.codesText')}
      </p>
      <ul
        ref={list}
        aria-label={t('factors.codesTitle')}
        className="figures grid gap-y-1 rounded-control bg-raised px-4 py-3 font-bold"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => void copy()}>
          {t('factors.copyCodes')}
        </Button>
        <Button onClick={onStored}>{t('factors.stored')}</Button>
      </div>
    </div>
  );
}
