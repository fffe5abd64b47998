/** Pins the round to the player's profile, in place of the one before, or takes it off. */
import { useQuery } from '@tanstack/react-query';
import { readableError } from '@fairground/site-kit/api/api-error.ts';
import { Link } from '@fairground/site-kit/router/router.tsx';
import { useUser } from '@fairground/site-kit/session/session.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { linkClass } from '@fairground/site-kit/ui/form-parts.tsx';
import { profileQuery, usePin } from '../../game-parts/pinned-round.ts';
import type { RoundName } from './round-query.ts';
import { useTexts } from '../../texts.ts';

export function PinButton({ name: { game, id } }: { name: RoundName }) {
  'use memo';
  const t = useTexts('rounds');
  const username = useUser()?.username ?? '';
  const { data: profile } = useQuery(profileQuery(username));
  const { mutate, isPending, error } = usePin(username);
  const isPinned = profile?.pinned?.game === game && profile.pinned.id === id;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        variant="secondary"
        disabled={profile === undefined}
        busy={isPending}
        onClick={() => mutate(isPinned ? null : { game, id })}
      >
        {t(isPinned ? 'rounds.unpin' : 'rounds.pin')}
      </Button>
      <p role="status" className="text-quiet">
        {isPinned && (
          <Link to={`/user/${username}`} className={linkClass}>
            {t('rounds.pinned')}
          </Link>
        )}
      </p>
      <p role="alert" className="text-loss">
        {error && readableError(error, t('error.unexpected'))}
      </p>
    </div>
  );
}
