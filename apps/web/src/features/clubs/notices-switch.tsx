/** Notices of clubs, on or off with one press; each kind and channel has its own on the page of notices. */
import { noticeChannels, type NoticeSettings } from '@fairground/contract/notices';
import { useQuery } from '@tanstack/react-query';
import { useStoredSwitch } from '@fairground/site-kit/api/use-stored-switch.ts';
import { activeLanguage } from '@fairground/site-kit/i18n/language.ts';
import { settingsQuery, writeSetting } from '@fairground/site-kit/notices/queries.ts';
import { Checkbox } from '@fairground/site-kit/ui/field.tsx';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import { useTexts } from '../../texts.ts';

const ofClubs = ({ kinds }: NoticeSettings) =>
  kinds.filter(({ kind }) => ['clubJoined', 'clubWeek'].includes(kind));

/** On in the list of the header; off everywhere. */
async function write(settings: NoticeSettings, on: boolean): Promise<void> {
  const language = activeLanguage();
  for (const chosen of ofClubs(settings))
    for (const channel of noticeChannels)
      if (on ? channel === 'inbox' : chosen[channel])
        await writeSetting({ kind: chosen.kind, channel, on, language });
}

export function NoticesSwitch() {
  'use memo';
  const t = useTexts('clubs');
  const { data } = useQuery(settingsQuery);
  const { isOn, choose } = useStoredSwitch({
    stored: data === undefined || ofClubs(data).some(({ inbox, push, mail }) => inbox || push || mail),
    save: async (on) => data && write(data, on),
    onError: () => toast({ title: t('clubs.noticesFailed'), variant: 'destructive' }),
    area: 'notices',
  });
  return (
    <Checkbox
      label={t('clubs.notices')}
      checked={isOn}
      disabled={data === undefined}
      onChange={({ target }) => choose(target.checked)}
    />
  );
}
