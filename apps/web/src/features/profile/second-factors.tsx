/** Whether signing in takes a second factor, and the dialogs that set one up, replace its codes, and remove it. */
import { secondFactorsAnswer } from '@fairground/contract/second-factors';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '@fairground/site-kit/api/request.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { LoadFailed } from '@fairground/site-kit/ui/load-failed.tsx';
import { Panel } from '@fairground/site-kit/ui/panel.tsx';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import { CodeProofDialog } from './code-proof-dialog.tsx';
import { SetUpDialog } from './set-up-dialog.tsx';
import { useTexts } from '../../texts.ts';

const queryKey = ['user', 'second-factors'];

export function SecondFactors() {
  'use memo';
  const t = useTexts('second-factors');
  const { formatDate } = useFormat();
  const client = useQueryClient();
  const [dialog, setDialog] = useState<'set-up' | 'codes' | 'remove' | null>(null);
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => request('/user/second-factors', { answer: secondFactorsAnswer, signal }),
    staleTime: 0,
  });
  const close = (): void => {
    setDialog(null);
    void client.invalidateQueries({ queryKey });
  };
  return (
    <Panel title={t('profile.factor')}>
      {data === undefined && isError ? (
        <LoadFailed text={t('factors.failed')} retry={refetch} />
      ) : data === undefined ? (
        <Skeleton className="h-24 w-full" />
      ) : data.authenticator === null ? (
        <>
          <p className="mb-4 max-w-[70ch] text-quiet">{t('factors.none')}</p>
          <Button variant="secondary" aria-haspopup="dialog" onClick={() => setDialog('set-up')}>
            {t('factors.setUp')}
          </Button>
        </>
      ) : (
        <>
          <p>{t('factors.on', { date: formatDate(data.authenticator.createdAt) })}</p>
          <p className={data.recoveryCodesLeft < 3 ? 'mb-4 text-coin' : 'mb-4 text-quiet'}>
            {t('factors.codesLeft', { count: data.recoveryCodesLeft })}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" aria-haspopup="dialog" onClick={() => setDialog('codes')}>
              {t('factors.newCodes')}
            </Button>
            <Button variant="danger" aria-haspopup="dialog" onClick={() => setDialog('remove')}>
              {t('factors.remove')}
            </Button>
          </div>
        </>
      )}
      <SetUpDialog open={dialog === 'set-up'} onClose={close} />
      <CodeProofDialog kind="codes" open={dialog === 'codes'} onClose={close} onDone={() => undefined} />
      <CodeProofDialog
        kind="remove"
        open={dialog === 'remove'}
        onClose={close}
        onDone={() => {
          toast({ title: t('factors.removed') });
          close();
        }}
      />
    </Panel>
  );
}
