/** Taking a break, and making one longer. There is no way to make one shorter. */
import type { Limits } from '@fairground/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { serverNowMs, useServerNow } from '../../entities/live/server-now.ts';
import { isApiError, readableError } from '../../shared/api/api-error.ts';
import { useT, type MessageKey } from '../../shared/i18n/i18n.ts';
import { LazyBoundary, lazyPart } from '../../shared/faults/lazy-part.tsx';
import { loadCatalogues } from '../../shared/i18n/catalogues.ts';
import { activeLanguage } from '../../shared/i18n/language.ts';
import type { Proof } from '../../shared/forms/use-proof-form.ts';
import { Button } from '../../shared/ui/button.tsx';
import { cn } from '../../shared/ui/cn.ts';
import { FormFailure } from '../../shared/ui/form-parts.tsx';
import { toast } from '../../shared/ui/toast.ts';
import type { ChangeLimits } from './use-limits.ts';
import { useFormat } from '../../shared/format/format.ts';

const BreakDialog = lazyPart(async () => {
  const loaded = await import('./break-dialog.tsx');
  await loadCatalogues(activeLanguage());
  return loaded.default;
});

const minute = 60_000;
const day = 86_400_000;
const lengths: readonly { label: MessageKey; ms: number }[] = [
  { label: 'limits.day', ms: day },
  { label: 'limits.week', ms: 7 * day },
  { label: 'limits.month', ms: 30 * day },
  { label: 'limits.halfYear', ms: 182 * day },
];

export function BreakForm({ limits, change }: { limits: Limits; change: ChangeLimits }) {
  const t = useT();
  const { formatMoment } = useFormat();
  const [length, setLength] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [confirming, setConfirming] = useState(false);
  const take = (ms: number, proof?: Proof): Promise<Limits> =>
    change({ breakUntil: new Date(serverNowMs() + ms).toISOString(), ...proof });
  const showTaken = ({ breakUntil }: Limits): void => {
    setLength(null);
    setConfirming(false);
    if (breakUntil !== null)
      toast({
        title: t('limits.breakSaved'),
        description: t('limits.onBreak', { at: formatMoment(breakUntil) }),
      });
  };
  const taking = useMutation({
    mutationFn: (ms: number) => take(ms),
    onSuccess: showTaken,
    onError: (error) => {
      // A long one wants the password; the server knows which is long.
      if (isApiError(error) && error.code === 'reauthentication_required') setConfirming(true);
      else setFailure(readableError(error, t('error.unexpected')));
    },
  });
  // What would end before the break that runs is not on offer.
  const nowMs = useServerNow((ms) => Math.floor(ms / minute) * minute, null);
  const leftMs = limits.breakUntil === null ? 0 : Date.parse(limits.breakUntil) - nowMs;
  return (
    <div className="grid gap-3">
      <h2 className="font-display text-22 leading-7">{t('limits.break')}</h2>
      <p className={limits.breakUntil === null ? undefined : 'font-bold text-coin'}>
        {limits.breakUntil === null
          ? t('limits.noBreak')
          : t('limits.onBreak', { at: formatMoment(limits.breakUntil) })}
      </p>
      <div role="group" aria-label={t('limits.length')} className="flex flex-wrap gap-2">
        {lengths.map(({ label, ms }) => (
          <button
            key={label}
            type="button"
            aria-pressed={length === ms}
            disabled={ms <= leftMs}
            onClick={() => setLength(ms)}
            className={cn(
              'min-h-12 rounded-control border-2 px-4 font-bold disabled:cursor-not-allowed disabled:border-rule disabled:text-disabled',
              length === ms ? 'border-coin text-coin' : 'border-edge text-text',
            )}
          >
            {t(label)}
          </button>
        ))}
      </div>
      <p className="text-14 leading-5 text-quiet">{t('limits.breakHint')}</p>
      <FormFailure text={failure} />
      <div>
        <Button
          disabled={length === null}
          busy={taking.isPending}
          onClick={() => {
            setFailure(null);
            if (length !== null) taking.mutate(length);
          }}
        >
          {t(limits.breakUntil === null ? 'limits.take' : 'limits.longer')}
        </Button>
      </div>
      {confirming ? (
        <LazyBoundary>
          <BreakDialog
            label={t(limits.breakUntil === null ? 'limits.take' : 'limits.longer')}
            send={async (proof) => {
              if (length !== null) showTaken(await take(length, proof));
            }}
            onClose={() => setConfirming(false)}
          />
        </LazyBoundary>
      ) : null}
    </div>
  );
}
