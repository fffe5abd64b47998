/** Says to whoever signs in after a restore, which ended all sessions, how far the site went back. */
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useHydrated } from '@fairground/site-kit/ui/use-hydrated.ts';
import { useTexts } from '../../texts.ts';

export function Restored() {
  'use memo';
  const t = useTexts('auth');
  const { formatMoment } = useFormat();
  // The server writes it into the HTML that it sends, for some days; empty where the time is not known.
  const to = useHydrated() ? document.documentElement.dataset['restoredTo'] : undefined;
  if (to === undefined) return null;
  return (
    <p className="mb-6">
      {to === '' ? t('auth.restoredEarlier') : t('auth.restored', { time: formatMoment(to) })}
    </p>
  );
}
