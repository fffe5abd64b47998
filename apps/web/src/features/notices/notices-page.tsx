/** /profile/notices: what a player is notified of, by kind and channel, and whether this browser shows messages. */
import type { NoticeChannel, NoticeSettings } from '@fairground/contract/notices';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readableError } from '@fairground/site-kit/api/api-error.ts';
import { useStoredSwitch } from '@fairground/site-kit/api/use-stored-switch.ts';
import { useLanguage } from '@fairground/site-kit/i18n/language.ts';
import { TableRegion } from '@fairground/site-kit/ui/table-region.tsx';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { LoadFailed } from '@fairground/site-kit/ui/load-failed.tsx';
import { Panel, TitlePanel } from '@fairground/site-kit/ui/panel.tsx';
import { Skeleton } from '@fairground/site-kit/ui/skeleton.tsx';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import { pushSupport, turnOffPush, turnOnPush, type PushSupport } from '@fairground/site-kit/notices/push.ts';
import { settingsQuery, writeSetting } from '@fairground/site-kit/notices/queries.ts';
import { useTexts } from '../../texts.ts';

export function NoticesPage() {
  const t = useTexts('notices');
  const { data, error, refetch } = useQuery(settingsQuery);
  return (
    <>
      <TitlePanel title={t('notices.title')} lead={t('notices.lead')}>
        {data !== undefined ? (
          <Choices settings={data} />
        ) : error === null ? (
          <Skeleton className="h-120 w-full" />
        ) : (
          <LoadFailed text={readableError(error, t('notices.settingsFailed'))} retry={refetch} />
        )}
      </TitlePanel>
      {data === undefined ? null : <Browser push={data.push} />}
    </>
  );
}

type Kind = NoticeSettings['kinds'][number];
const channels = ['inbox', 'push', 'mail'] as const;
const channelTexts = { inbox: 'notices.inbox', push: 'notices.push', mail: 'notices.mail' } as const;

function Choices({ settings }: { settings: NoticeSettings }) {
  const t = useTexts('notices');
  return (
    <>
      <TableRegion label={t('notices.choices')}>
        <table className="w-full border-collapse text-left">
          <thead>
            <tr className="text-14 leading-5 text-quiet">
              <th scope="col" className="py-2 font-medium">
                {t('notices.kind')}
              </th>
              {channels.map((channel) => (
                <th key={channel} scope="col" className="w-12 text-center font-medium sm:w-24 sm:px-1">
                  {t(channelTexts[channel])}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {settings.kinds.map((kind) => (
              <KindRow key={kind.kind} kind={kind} hasAddress={settings.hasAddress} />
            ))}
          </tbody>
        </table>
      </TableRegion>
      {settings.hasAddress ? null : <p className="mt-4 text-coin">{t('notices.needsAddress')}</p>}
    </>
  );
}

function KindRow({ kind, hasAddress }: { kind: Kind; hasAddress: boolean }) {
  const t = useTexts('notices');
  const language = useLanguage();
  const { title, summary } = kind.texts[language];
  return (
    <tr className="border-t-[1.5px] border-rule">
      <th scope="row" className="py-3 pr-2 font-medium">
        <span className="block font-bold wrap-anywhere">{title}</span>
        <span className="block text-14 leading-5 text-quiet">{summary}</span>
      </th>
      {channels.map((channel) => (
        <td key={channel} className="text-center sm:px-1">
          {kind.fixed.includes(channel) ? (
            <span className="text-14 text-quiet">{t('notices.always')}</span>
          ) : (
            <ChannelBox kind={kind} channel={channel} hasAddress={hasAddress} />
          )}
        </td>
      ))}
    </tr>
  );
}

interface ChannelBoxProps {
  kind: Kind;
  channel: NoticeChannel;
  hasAddress: boolean;
}

function ChannelBox({ kind, channel, hasAddress }: ChannelBoxProps) {
  'use memo';
  const t = useTexts('notices');
  const language = useLanguage();
  const { isOn, choose } = useStoredSwitch({
    stored: kind[channel],
    save: (on) => writeSetting({ kind: kind.kind, channel, on, language }),
    onError: (error) =>
      toast({
        title: t('notices.saveFailed'),
        description: readableError(error, t('error.unexpected')),
        variant: 'destructive',
      }),
    area: 'notices',
  });
  return (
    <label className="inline-grid size-11 cursor-pointer place-items-center">
      <span className="sr-only">
        {kind.texts[language].title}: {t(channelTexts[channel])}
      </span>
      <input
        type="checkbox"
        className="size-6"
        checked={isOn}
        disabled={channel === 'mail' && !hasAddress && !kind.mail}
        onChange={({ target }) => choose(target.checked)}
      />
    </label>
  );
}

function Browser({ push }: { push: NoticeSettings['push'] }) {
  const t = useTexts('notices');
  const [support, setSupport] = useState<PushSupport>(pushSupport);
  const { refetch } = useQuery(settingsQuery);
  const change = useMutation({
    mutationFn: async () => {
      if (push.current) await turnOffPush();
      else setSupport(await turnOnPush(push.publicKey));
    },
    onError: () =>
      toast({
        title: t('notices.pushFailed'),
        description: t('notices.pushFailedText'),
        variant: 'destructive',
      }),
    onSettled: () => refetch(),
  });
  return (
    <Panel title={t('notices.browser')}>
      {push.current || support === 'possible' ? (
        <>
          <p role="status" className="mb-4">
            {t(push.current ? 'notices.browserOn' : 'notices.browserOff')}
          </p>
          <Button variant="secondary" busy={change.isPending} onClick={() => change.mutate()}>
            {t(push.current ? 'notices.turnOff' : 'notices.turnOn')}
          </Button>
        </>
      ) : (
        <p role="status">{t(support === 'denied' ? 'notices.denied' : 'notices.unsupported')}</p>
      )}
      {push.browsers === 0 ? null : (
        <p className="mt-3 text-14 leading-5 text-quiet">{t('notices.browsers', { n: push.browsers })}</p>
      )}
    </Panel>
  );
}
