/** The player's access tokens, creating one, and ending them. */
import { maxTokens, type TokenInfo } from '@fairground/contract/tokens';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from '@fairground/site-kit/router/router.tsx';
import { useUser } from '@fairground/site-kit/session/session.ts';
import { lazyDialog } from '@fairground/site-kit/faults/lazy-dialog.tsx';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { BotMark } from '@fairground/site-kit/ui/bot-mark.tsx';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { LoadFailed } from '@fairground/site-kit/ui/load-failed.tsx';
import { linkClass } from '@fairground/site-kit/ui/form-parts.tsx';
import { Panel } from '@fairground/site-kit/ui/panel.tsx';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import { endToken, tokensQuery } from './queries.ts';
import { useTexts } from '../../texts.ts';

const CreateDialog = lazyDialog(async () => (await import('./create-dialog.tsx')).CreateDialog);

export function TokensPanel() {
  const t = useTexts('tokens');
  const user = useUser();
  return (
    <Panel title={t('tokens.title')}>
      <p className="max-w-[70ch] text-quiet">{t('tokens.lead')}</p>
      {user?.bot === true ? (
        <p className="mt-3 flex flex-wrap items-center gap-2">
          <BotMark />
          {t('tokens.isBot')}
        </p>
      ) : null}
      <Link to="/developers" className={`${linkClass} mb-3 inline-flex min-h-11 items-center`}>
        {t('tokens.developers')}
      </Link>
      {user?.guest === true ? <p>{t('tokens.guest')}</p> : <Tokens />}
    </Panel>
  );
}

function Tokens() {
  'use memo';
  const t = useTexts('tokens');
  const client = useQueryClient();
  const [creating, setCreating] = useState(false);
  const { data, isError, refetch } = useQuery(tokensQuery);
  const refresh = () => client.invalidateQueries({ queryKey: tokensQuery.queryKey });
  const end = useMutation({
    mutationFn: ({ id }: TokenInfo) => endToken(id),
    onSuccess: () => toast({ title: t('tokens.ended'), variant: 'success' }),
    onError: () => toast({ title: t('tokens.endFailed'), variant: 'destructive' }),
    onSettled: refresh,
  });
  return (
    <>
      {data !== undefined ? (
        <>
          {data.length === 0 ? (
            <p className="text-quiet">{t('tokens.none')}</p>
          ) : (
            <ul className="grid">
              {data.map((token) => (
                <TokenRow
                  key={token.id}
                  token={token}
                  disabled={end.isPending}
                  onEnd={() => end.mutate(token)}
                />
              ))}
            </ul>
          )}
          <div className="mt-4 flex flex-wrap items-center gap-3">
            <Button
              aria-haspopup="dialog"
              disabled={data.length >= maxTokens}
              onClick={() => setCreating(true)}
            >
              {t('tokens.create')}
            </Button>
            {data.length >= maxTokens ? <p>{t('tokens.full', { n: maxTokens })}</p> : null}
          </div>
        </>
      ) : isError ? (
        <LoadFailed text={t('tokens.failed')} retry={refetch} />
      ) : (
        <Skeleton className="h-28 w-full" />
      )}
      {creating ? (
        <CreateDialog
          onClose={() => {
            setCreating(false);
            void refresh();
          }}
        />
      ) : null}
    </>
  );
}

interface TokenRowProps {
  token: TokenInfo;
  disabled: boolean;
  onEnd: () => void;
}

function TokenRow({ token, disabled, onEnd }: TokenRowProps) {
  const t = useTexts('tokens');
  const { formatDate, formatLongDate } = useFormat();
  const { name, lastFour, scopes, createdAt, expiresAt, lastUsedOn } = token;
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-1 border-b-[1.5px] border-rule py-2">
      <span className="grid min-w-0 grow">
        <span className="font-bold wrap-anywhere">
          {name} <span className="figures font-medium text-quiet">…{lastFour}</span>
        </span>
        <span className="text-14 leading-5 text-quiet">
          {t(scopes.includes('play') ? 'tokens.canPlay' : 'tokens.canRead')} ·{' '}
          {t('tokens.dates', { created: formatDate(createdAt), expires: formatDate(expiresAt) })}
        </span>
        <span className="text-14 leading-5 text-quiet">
          {lastUsedOn === null
            ? t('tokens.unused')
            : t('tokens.used', { date: formatLongDate(`${lastUsedOn}T00:00:00Z`) })}
        </span>
      </span>
      <Button
        variant="secondary"
        size="small"
        disabled={disabled}
        aria-label={t('tokens.endNamed', { name })}
        onClick={onEnd}
      >
        {t('tokens.end')}
      </Button>
    </li>
  );
}
