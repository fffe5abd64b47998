/** The player's passkeys, adding one, and removing one. */
import { passkeySchema, type PasskeyInfo } from '@fairground/contract/passkeys';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { request } from '@fairground/site-kit/api/request.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { ConfirmPasswordDialog } from '@fairground/site-kit/forms/confirm-password-dialog.tsx';
import { forgetPasskey } from '@fairground/site-kit/ui/forget-passkey.ts';
import { passkeysQuery } from '@fairground/site-kit/forms/passkeys-query.ts';
import type { Proof } from '@fairground/site-kit/forms/use-proof-form.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Panel } from '@fairground/site-kit/ui/panel.tsx';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import { useTexts } from '../../texts.ts';

/** Throws what the server or the browser refuses. */
async function addPasskey(proof: Proof, name: string): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = await request('/user/passkeys/options', {
    method: 'POST',
    body: proof,
    answer: z.looseObject({}),
  });
  const response = await startRegistration({ optionsJSON: optionsJSON as never });
  await request('/user/passkeys', { method: 'POST', body: { name, response }, answer: passkeySchema });
}

async function removePasskey(proof: Proof, { id, credentialId }: PasskeyInfo): Promise<void> {
  await request(`/user/passkeys/${id}`, { method: 'DELETE', body: proof });
  await forgetPasskey(credentialId);
}

export function Passkeys() {
  'use memo';
  const t = useTexts('second-factors');
  const { formatDate } = useFormat();
  const client = useQueryClient();
  const [asked, setAsked] = useState<'add' | PasskeyInfo | null>(null);
  const { data } = useQuery(passkeysQuery);
  const close = (): void => {
    setAsked(null);
    void client.invalidateQueries({ queryKey: passkeysQuery.queryKey });
  };
  return (
    <Panel title={t('passkeys.title')}>
      <p className="mb-4 max-w-[70ch] text-quiet">{t('passkeys.text')}</p>
      {data === undefined ? (
        <Skeleton className="h-12 w-full" />
      ) : (
        <ul className="mb-4 grid empty:hidden">
          {data.map((passkey) => (
            <li
              key={passkey.id}
              className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-1 border-b-[1.5px] border-rule py-2"
            >
              <span className="grid grow">
                <span className="font-bold">{passkey.name}</span>
                <span className="text-14 leading-5 text-quiet">
                  {passkey.lastUsedAt === null
                    ? t('passkeys.added', { date: formatDate(passkey.createdAt) })
                    : t('passkeys.used', { date: formatDate(passkey.lastUsedAt) })}
                </span>
              </span>
              <Button
                variant="secondary"
                size="small"
                aria-haspopup="dialog"
                onClick={() => setAsked(passkey)}
              >
                {t('passkeys.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setAsked('add')}>
        {t('passkeys.add')}
      </Button>
      {asked === null ? null : (
        <ConfirmPasswordDialog
          open
          onOpenChange={(open) => {
            if (!open) close();
          }}
          title={t(asked === 'add' ? 'passkeys.add' : 'passkeys.remove')}
          description={asked === 'add' ? t('passkeys.addText') : asked.name}
          label={t(asked === 'add' ? 'passkeys.add' : 'passkeys.remove')}
          busyLabel={t('factors.wait')}
          variant={asked === 'add' ? 'primary' : 'danger'}
          send={(proof) =>
            asked === 'add'
              ? addPasskey(proof, t('passkeys.name', { date: formatDate(new Date().toISOString()) }))
              : removePasskey(proof, asked)
          }
          onDone={() => {
            toast({
              title: t(asked === 'add' ? 'passkeys.isAdded' : 'passkeys.isRemoved'),
              variant: 'success',
            });
            close();
          }}
        />
      )}
    </Panel>
  );
}
