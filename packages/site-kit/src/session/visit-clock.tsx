/**
 * How long this visit has lasted and by how much the balance has changed since its beginning, losses as large as
 * gains.
 */
import type { User } from '@fairground/contract/user';
import Clock from '@fairground/site-kit/icons/clock';
import { useFormat } from '../format/format.ts';
import { useT } from '../i18n/i18n.ts';
import { useVisit } from './visit.ts';

export function VisitClock({ user }: { user: User }) {
  const t = useT();
  const { formatChange } = useFormat();
  const { minutes, change } = useVisit(user);
  return (
    <p className="figures flex items-center gap-2 text-14 leading-5 text-quiet">
      <Clock aria-hidden className="size-4 shrink-0" />
      <span>
        <span>{`${t('visit.lasted', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })} · `}</span>
        <b className="text-text">{t('visit.change', { change: formatChange(change) })}</b>
      </span>
    </p>
  );
}
