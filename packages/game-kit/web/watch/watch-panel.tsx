/**
 * In place of the controls, where a game is only watched: playing as a guest, signing in, or
 * the game itself for players.
 */
import { GuestOffer } from '@fairground/site-kit/guest/guest-offer.tsx';
import { useNavigate } from '@fairground/site-kit/router/router.tsx';
import { useUser } from '@fairground/site-kit/session/session.ts';
import { ButtonLink } from '@fairground/site-kit/ui/button.tsx';
import { useTexts } from '../texts.ts';

/** `path` is that of the game's page, `name` the game's. */
export function WatchPanel({ path, name }: { path: string; name: string }) {
  const t = useTexts('watch');
  const user = useUser();
  const navigate = useNavigate();
  return (
    <section aria-labelledby="watch-title" className="grid gap-2 lg:gap-4 lg:pb-4">
      <div>
        {/* The page's heading says it to screen readers. */}
        <p aria-hidden className="text-14 leading-5 text-quiet">
          {name}
        </p>
        <h2 id="watch-title" className="text-17 leading-6 font-bold lg:text-22 lg:leading-7">
          {t('watch.title')}
        </h2>
        <p className="text-quiet max-lg:hidden">{t('watch.text')}</p>
      </div>
      {user ? (
        <ButtonLink to={path} size="large" className="sm:justify-self-start lg:justify-self-stretch">
          {t('watch.open')}
        </ButtonLink>
      ) : (
        <div className="flex flex-wrap gap-3">
          <GuestOffer
            variant="primary"
            className="grow sm:grow-0 lg:grow"
            onSignedIn={() => navigate(path)}
          />
          <ButtonLink
            // In the address, so that it also leads back before the page is live.
            to={`/login?from=${path}`}
            variant="secondary"
            size="large"
            className="visitor-only"
          >
            {t('nav.login')}
          </ButtonLink>
        </div>
      )}
    </section>
  );
}
