/** Taking a break, and making one longer. There is no way to make one shorter. */
import type { Limits } from '@fairground/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { serverNowMs, useServerNow } from '@fairground/site-kit/live/server-now.ts';
import { recheckSession } from '@fairground/site-kit/session/session.ts';
import { isApiError } from '@fairground/site-kit/api/api-error.ts';
import { type MessageKey } from '@fairground/site-kit/i18n/i18n.ts';
import { lazyDialog } from '@fairground/site-kit/faults/lazy-dialog.tsx';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Panel } from '@fairground/site-kit/ui/panel.tsx';
import { Choice } from '@fairground/site-kit/ui/choice-group.tsx';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import type { ChangeLimits } from './use-limits.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useTexts } from '../../texts.ts';

const BreakDialog = lazyDialog(async () => (await import('./break-dialog.tsx')).default);

const minute = 60_000;
const day = 86_400_000;
const lengths: readonly { label: MessageKey; ms: number }[] = [
  { label: 'limits.day', ms: day },
  { label: 'limits.week', ms: 7 * day },
  { label: 'limits.month', ms: 30 * day },
  { label: 'limits.halfYear', ms: 182 * day },
];

export function BreakForm({ limits, change }: { limits: Limits; change: ChangeLimits }) {
  'use memo';
  const t = useTexts('limits');
  const { formatMoment } = useFormat();
  const hintId = useId();
  const [length, setLength] = useState<number | null>(null);
  /** The end of the break that the dialog asks about. */
  const [asked, setAsked] = useState<string | null>(null);
  const showTaken = ({ breakUntil }: Limits): void => {
    setLength(null);
    setAsked(null);
    // The pages of games show it too.
    void recheckSession();
    if (breakUntil !== null)
      toast({
        title: t('limits.breakSaved'),
        description: t('limits.onBreak', { at: formatMoment(breakUntil) }),
      });
  };
  const taking = useMutation({
    mutationFn: (breakUntil: string) => change({ breakUntil }),
    onSuccess: showTaken,
  });
  // A long one wants the password; the server knows which is long.
  const needsProof = isApiError(taking.error) && taking.error.code === 'reauthentication_required';
  // What would end before the break that runs is not on offer.
  const nowMs = useServerNow((ms) => Math.floor(ms / minute) * minute, null);
  const leftMs = limits.breakUntil === null ? 0 : Date.parse(limits.breakUntil) - nowMs;
  const label = t(limits.breakUntil === null ? 'limits.take' : 'limits.longer');
  return (
    <Panel title={t('limits.break')}>
      <div className="grid gap-3">
        {limits.breakUntil === null ? (
          <p>{t('limits.noBreak')}</p>
        ) : (
          <p className="rounded-control border-2 border-coin px-3 py-2 font-bold text-coin">
            {`${t('limits.onBreak', { at: formatMoment(limits.breakUntil) })} ${t('limits.breakNotice')}`}
          </p>
        )}
        <div
          role="group"
          aria-label={t('limits.length')}
          aria-describedby={hintId}
          className="flex flex-wrap gap-2"
        >
          {lengths.map(({ label, ms }) => (
            <Choice
              key={label}
              size="large"
              isChosen={length === ms}
              disabled={ms <= leftMs}
              onClick={() => setLength(ms)}
            >
              {t(label)}
            </Choice>
          ))}
        </div>
        <p id={hintId} className="text-14 leading-5 text-quiet">
          {limits.breakUntil !== null && <span>{`${t('limits.onlyLonger')} `}</span>}
          <span>{t('limits.breakHint')}</span>
        </p>
        <div>
          <Button
            disabled={length === null}
            onClick={() => {
              if (length === null) return;
              taking.reset();
              setAsked(new Date(serverNowMs() + length).toISOString());
            }}
          >
            {label}
          </Button>
        </div>
        {asked === null ? null : (
          <BreakDialog
            label={label}
            until={asked}
            needsProof={needsProof}
            busy={taking.isPending}
            failure={taking.error}
            onConfirm={() => taking.mutate(asked)}
            send={async (proof) => showTaken(await change({ breakUntil: asked, ...proof }))}
            onClose={() => setAsked(null)}
          />
        )}
      </div>
    </Panel>
  );
}
