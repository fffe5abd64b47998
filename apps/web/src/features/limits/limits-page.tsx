/** /limits: a limit for the day and breaks, enforced by the server on every device. */
import './page-texts.ts';
import type { Limits } from '@fairground/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { readableError } from '@fairground/site-kit/api/api-error.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useT } from '@fairground/site-kit/i18n/i18n.ts';
import { ScenePage } from '@fairground/site-kit/art/scene-page.tsx';
import { useUser } from '@fairground/site-kit/session/session.ts';
import { VisitClock } from '@fairground/site-kit/session/visit-clock.tsx';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Field } from '@fairground/site-kit/ui/field.tsx';
import { FormFailure } from '@fairground/site-kit/ui/form-parts.tsx';
import { useContractForm } from '@fairground/site-kit/forms/use-contract-form.ts';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { Perforation } from '@fairground/site-kit/ui/stub-panel.tsx';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import { BreakForm } from './break-form.tsx';
import { useChangeLimits, useLimits, type ChangeLimits } from './use-limits.ts';

const loadSchema = async () => (await import('./form-schemas.ts')).dailyStakeForm;

export function LimitsPage() {
  const t = useT();
  const user = useUser();
  const { data, error, refetch } = useLimits();
  const change = useChangeLimits();
  return (
    <ScenePage className="flex flex-col items-center px-2 pt-16 pb-24 sm:px-4">
      <section
        aria-labelledby="limits-title"
        className="bites-top w-full max-w-[640px] rounded-b-panel bg-panel px-4 pt-10 pb-8 sm:px-8"
      >
        <h1 id="limits-title" className="poster-title text-30 leading-9 sm:text-36 sm:leading-10">
          {t('limits.title')}
        </h1>
        <p className="mt-3 mb-4 text-17 leading-6 text-quiet">{t('limits.lead')}</p>
        <div className="min-h-5">{user === null ? null : <VisitClock user={user} />}</div>
        <Perforation className="my-6" />
        {error && data === undefined ? (
          <p role="alert" className="flex flex-wrap items-center gap-3">
            {readableError(error, t('limits.failed'))}
            <Button variant="secondary" size="small" onClick={() => void refetch()}>
              {t('ui.retry')}
            </Button>
          </p>
        ) : data === undefined ? (
          <Skeleton className="h-80 w-full" />
        ) : (
          <>
            <DailyLimit limits={data} change={change} />
            <Perforation className="my-6" />
            <BreakForm limits={data} change={change} />
          </>
        )}
      </section>
    </ScenePage>
  );
}

function DailyLimit({ limits, change }: { limits: Limits; change: ChangeLimits }) {
  'use memo';
  const t = useT();
  const { formatCoins, formatMoment } = useFormat();
  const { onSubmit, field, failure, busy } = useContractForm({
    schema: loadSchema,
    sentenceOf: () => 'limits.whole',
    values: { dailyStake: limits.dailyStake },
    send: async (body) => reportSaved(await change(body)),
  });
  const removing = useMutation({
    mutationFn: () => change({ dailyStake: null }),
    onSuccess: (after) => reportSaved(after),
  });
  const pendingText = (pending: NonNullable<Limits['pending']>): string =>
    pending.dailyStake === null
      ? t('limits.pendingNone', { at: formatMoment(pending.effectiveAt) })
      : t('limits.pending', {
          n: formatCoins(pending.dailyStake),
          at: formatMoment(pending.effectiveAt),
        });

  function reportSaved({ pending }: Limits): void {
    toast({
      title: t('limits.saved'),
      variant: 'success',
      ...(pending ? { description: pendingText(pending) } : {}),
    });
  }

  return (
    <form onSubmit={onSubmit} noValidate className="grid gap-3">
      <h2 className="font-display text-22 leading-7">{t('limits.daily')}</h2>
      <p>
        {limits.dailyStake === null
          ? t('limits.none')
          : t('limits.now', { n: formatCoins(limits.dailyStake) })}
      </p>
      {limits.pending ? <p className="text-coin">{pendingText(limits.pending)}</p> : null}
      <Field
        label={t('limits.coins')}
        inputMode="numeric"
        autoComplete="off"
        hint={t('limits.hint')}
        {...field('dailyStake', integerCoins)}
      />
      <FormFailure
        text={failure ?? (removing.error && readableError(removing.error, t('error.unexpected')))}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {t('limits.save')}
        </Button>
        {limits.dailyStake === null ? null : (
          <Button variant="secondary" disabled={busy || removing.isPending} onClick={() => removing.mutate()}>
            {t('limits.remove')}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Digits alone: `1e3` and `0x10` would be numbers too. */
const integerCoins = {
  read: (entered: string) => (/^\d{1,10}$/.test(entered.trim()) ? Number(entered) : Number.NaN),
};
