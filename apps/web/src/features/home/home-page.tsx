/** The entrance: what the site is, its stalls, and how a result can be checked. */
import ArrowRight from '@fairground/site-kit/icons/arrow-right';
import type { ComponentType } from 'react';
import { Link, useNavigate } from '@fairground/site-kit/router/router.tsx';
import { GameReturn } from '../../game-parts/game-return.tsx';
import { StallLine, StallPicture } from '../../game-parts/game-stall.tsx';
import { LargeWins } from '../../game-parts/large-wins.tsx';
import { gamesWith, watchPath } from '../../game-parts/list.ts';
import { type MessageKey } from '@fairground/site-kit/i18n/i18n.ts';
import { FairScene, StringLights } from '@fairground/site-kit/art/fair-scene.tsx';
import { SealIcon } from '@fairground/site-kit/art/icons.tsx';
import { LazyBoundary, lazyPart } from '@fairground/site-kit/faults/lazy-part.tsx';
import { VisitorStalls } from '@fairground/site-kit/stalls/visitor-stalls.ts';
import { GuestOffer } from '@fairground/site-kit/guest/guest-offer.tsx';
import { useUser } from '@fairground/site-kit/session/session.ts';
import { ButtonLink } from '@fairground/site-kit/ui/button.tsx';
import { GameCard } from '@fairground/site-kit/ui/game-card.tsx';
import { useHydrated } from '@fairground/site-kit/ui/use-hydrated.ts';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { useTexts } from '../../texts.ts';

export function HomePage() {
  return (
    <>
      <Hero />
      <Games />
      <HowToCheck />
      <LazyBoundary>
        <LiveStalls />
      </LazyBoundary>
    </>
  );
}

const PlayerStalls = lazyPart(
  async () => (await import('@fairground/site-kit/stalls/player-stalls.ts')).PlayerStalls,
);

function LiveStalls() {
  'use memo';
  const user = useUser();
  if (!useHydrated()) return null;
  return user ? <PlayerStalls /> : <VisitorStalls />;
}

/** The first game that can be shown while it is played. */
const shown = gamesWith('watch').find(({ watch }) => watch.loadPreview);
const Preview = shown?.watch.loadPreview && lazyPart(shown.watch.loadPreview);

function Hero() {
  const t = useTexts('home');
  const user = useUser();
  const navigate = useNavigate();
  return (
    <section className="relative isolate overflow-hidden bg-(--scene-ring-0)">
      <div
        className={cn(
          'page-frame grid content-start gap-6 pt-10 pb-6',
          'lg:min-h-[clamp(700px,38vw,1100px)] lg:pt-20 lg:pb-46',
        )}
      >
        <h1 className="poster-title text-44 text-balance leading-[0.98] sm:text-64 lg:max-w-[7em] lg:text-86">
          {t('home.title')}
        </h1>
        <p className="max-w-[34em] text-17 leading-6 lg:max-w-[24em] lg:text-20 lg:leading-7.5">
          {t('home.lead')}
        </p>
        <div className="flex flex-wrap gap-3">
          {user ? (
            <ButtonLink to="/games" size="large">
              {t('home.play')}
            </ButtonLink>
          ) : (
            <GuestOffer variant="primary" onSignedIn={() => navigate('/games')} />
          )}
          {shown && (
            <ButtonLink to={watchPath(shown)} variant="secondary" size="large">
              {t('home.watch')}
            </ButtonLink>
          )}
        </div>
        <a
          href="#check"
          className={cn(
            'inline-flex min-h-11 items-center gap-2 justify-self-start font-bold underline-offset-4',
            'hover:underline',
          )}
        >
          <SealIcon size={20} />
          {t('home.how')}
        </a>
      </div>
      <div aria-hidden className="relative -z-10 h-90 md:h-110 lg:absolute lg:inset-0 lg:h-auto">
        <FairScene className="h-full" />
        <div className="absolute inset-x-0 top-0 flex justify-center overflow-hidden">
          <StringLights />
        </div>
        {Preview && !user && <Sky Preview={Preview} />}
      </div>
    </section>
  );
}

/** Over the scene, which is all there is without script, without a connection, and for those who want less motion. */
function Sky({ Preview }: { Preview: ComponentType }) {
  'use memo';
  const moves = useHydrated() && !matchMedia('(prefers-reduced-motion: reduce)').matches;
  return (
    <div className="absolute inset-x-4 top-12 bottom-16 lg:inset-auto lg:top-16 lg:right-10 lg:h-100 lg:w-1/2">
      {moves && (
        <LazyBoundary>
          <Preview />
        </LazyBoundary>
      )}
    </div>
  );
}

const games = gamesWith('card');

function Games() {
  const t = useTexts('home');
  const user = useUser();
  return (
    <section aria-label={t('home.stalls')} className="bg-(--scene-meadow-near) pb-14">
      <ul className="page-frame relative -mt-16 grid gap-x-4 gap-y-8 sm:grid-cols-2 lg:-mt-40 lg:grid-cols-3">
        {games.map((game) => (
          <li key={game.id} className="grid">
            <GameCard
              color={game.card.color}
              name={t(game.card.gameName)}
              picture={<StallPicture game={game} />}
            >
              <Link
                to={user === null && game.watch ? watchPath(game) : (game.page?.path ?? '/games')}
                className="flex items-center gap-2 font-bold after:absolute after:inset-0 after:z-20"
              >
                <span className="grow">{t(game.card.text)}</span>
                <ArrowRight
                  aria-hidden
                  className="size-5 shrink-0 transition-transform group-hover:translate-x-1"
                />
              </Link>
              <StallLine game={game} />
              <GameReturn game={game} />
            </GameCard>
          </li>
        ))}
      </ul>
      <div className="page-frame">
        <LargeWins />
      </div>
    </section>
  );
}

const steps: readonly { title: MessageKey; text: MessageKey }[] = [
  { title: 'home.sealTitle', text: 'home.sealText' },
  { title: 'home.playTitle', text: 'home.playText' },
  { title: 'home.openTitle', text: 'home.openText' },
];

function HowToCheck() {
  const t = useTexts('home');
  return (
    <section id="check" aria-labelledby="check-title" className="page-frame scroll-mt-20 py-14 md:py-18">
      <div className="grid gap-8">
        <div className="grid gap-3">
          <h2
            id="check-title"
            className="poster-title flex items-center gap-4 text-28 leading-9 md:text-40 md:leading-12"
          >
            {t('home.checkTitle')}
          </h2>
          <p className="max-w-[52ch] text-17 leading-6 text-quiet">{t('home.checkLead')}</p>
        </div>
        <ol className="grid gap-4 md:grid-cols-3">
          {steps.map(({ title, text }, at) => (
            <li
              key={title}
              className="bites-top grid content-start gap-2 rounded-b-panel bg-panel px-6 pt-8 pb-6"
            >
              <span aria-hidden className="font-display text-36 leading-10 text-seal">
                {at + 1}
              </span>
              <h3 className="text-20 leading-6.5 font-bold">{t(title)}</h3>
              <p className="text-quiet">{t(text)}</p>
            </li>
          ))}
        </ol>
        <p className="text-14 leading-5 text-quiet">{t('home.adults')}</p>
      </div>
    </section>
  );
}
