/** /limits: a limit for the day and breaks, enforced by the server on every device. */
import type { Limits } from '@fairground/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { readableError } from '@fairground/site-kit/api/api-error.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useUser } from '@fairground/site-kit/session/session.ts';
import { VisitClock } from '@fairground/site-kit/session/visit-clock.tsx';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { LoadFailed } from '@fairground/site-kit/ui/load-failed.tsx';
import { Field } from '@fairground/site-kit/ui/field.tsx';
import { FormFailure } from '@fairground/site-kit/ui/form-parts.tsx';
import { useContractForm } from '@fairground/site-kit/forms/use-contract-form.ts';
import { Panel, TitlePanel } from '@fairground/site-kit/ui/panel.tsx';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import { BreakForm } from './break-form.tsx';
import { useChangeLimits, useLimits, type ChangeLimits } from './use-limits.ts';
import { useTexts } from '../../texts.ts';

const loadSchema = async () => (await import('./form-schemas.ts')).dailyStakeForm;

export function LimitsPage() {
  const t = useTexts('limits');
  const user = useUser();
  const { data, error, refetch } = useLimits();
  const change = useChangeLimits();
  return (
    <>
      <TitlePanel title={t('limits.title')} lead={t('limits.lead')}>
        <div className="min-h-5">{user === null ? null : <VisitClock user={user} />}</div>
        {error && data === undefined ? (
          <LoadFailed text={readableError(error, t('limits.failed'))} retry={refetch} />
        ) : null}
      </TitlePanel>
      {data === undefined ? (
        error ? null : (
          <Skeleton className="h-80 w-full" />
        )
      ) : (
        <>
          <DailyLimit limits={data} change={change} />
          <BreakForm limits={data} change={change} />
        </>
      )}
    </>
  );
}

function DailyLimit({ limits, change }: { limits: Limits; change: ChangeLimits }) {
  'use memo';
  const t = useTexts('limits');
  const { formatCoins, formatMoment, readCoins } = useFormat();
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
    <Panel title={t('limits.daily')}>
      <form onSubmit={onSubmit} noValidate className="grid max-w-[560px] gap-3">
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
          {...field('dailyStake', { read: readCoins })}
        />
        <FormFailure
          text={failure ?? (removing.error && readableError(removing.error, t('error.unexpected')))}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy}>
            {t('limits.save')}
          </Button>
          {limits.dailyStake === null ? null : (
            <Button
              variant="secondary"
              disabled={busy || removing.isPending}
              onClick={() => removing.mutate()}
            >
              {t('limits.remove')}
            </Button>
          )}
        </div>
      </form>
    </Panel>
  );
}
