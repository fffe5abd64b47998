/** Whose bets a table shows: everyone's, or those of a club. A select where the player has several clubs. */
import { useEffect } from 'react';
import { useStore } from '@fairground/site-kit/store/store.ts';
import { Choice } from '@fairground/site-kit/ui/choice-group.tsx';
import { clubChoice } from '../club-choice.ts';
import { useTexts } from '../texts.ts';
import { useClubs, useClubTopic } from './follow.ts';

export function Switch() {
  'use memo';
  const t = useTexts('clubs');
  const { data: clubs } = useClubs();
  const chosen = useStore(clubChoice);
  const club = clubs?.find(({ id }) => id === chosen);
  const isLost = clubs !== undefined && chosen !== null && club === undefined;
  useClubTopic(club?.id ?? null);
  // Left, or removed from.
  useEffect(() => {
    if (isLost) clubChoice.set(null);
  }, [isLost]);
  const [only] = clubs ?? [];
  if (clubs === undefined || only === undefined) return null;
  if (clubs.length === 1)
    return (
      <div role="group" aria-label={t('club.whose')} className="flex gap-2">
        {[null, only.id].map((id) => (
          <Choice
            key={id}
            isChosen={chosen === id}
            className="text-14"
            onClick={({ currentTarget }) => choose(id, currentTarget)}
          >
            {t(id === null ? 'club.everyone' : 'club.mine')}
          </Choice>
        ))}
      </div>
    );
  return (
    <select
      aria-label={t('club.whose')}
      className="min-h-11 max-w-full rounded-control border-2 border-edge bg-ground px-3 text-14 font-bold"
      value={club?.id ?? ''}
      onChange={({ currentTarget }) => choose(currentTarget.value || null, currentTarget)}
    >
      <option value="">{t('club.everyone')}</option>
      {clubs.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** The section stays at least as high as it was, so that nothing below it jumps. */
function choose(id: string | null, pressed: HTMLElement): void {
  const section = pressed.closest('section');
  if (section !== null) section.style.minHeight = `${section.offsetHeight}px`;
  clubChoice.set(id);
}
