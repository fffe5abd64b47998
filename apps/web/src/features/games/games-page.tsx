/** All Games: four stalls to play at, and one that is still closed. */
import { useT } from '../../shared/i18n/i18n.ts';
import { ScenePage } from '../../shared/scene/scene-page.tsx';
import { StallPicture } from '../../shared/scene/stall-pictures.tsx';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { StallCard } from '../../shared/ui/stall-card.tsx';
import { StallReturn } from '../../shared/ui/stall-return.tsx';
import { stalls } from '../../shared/ui/stalls.ts';
import { ClosedStall } from './closed-stall.tsx';
import { PostersStrip } from './posters-strip.tsx';

export function GamesPage() {
  const t = useT();
  return (
    <ScenePage>
      <div className="mx-auto max-w-[1296px] px-4 pt-16 pb-20 md:px-10">
        <h1 className="poster-title text-[36px] leading-10 md:text-[48px] md:leading-13">
          {t('games.title')}
        </h1>
        <p className="mt-3 mb-8 text-[17px] leading-6 text-text">{t('games.lead')}</p>
        <ul className="grid gap-x-5 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
          {stalls.map(({ id, to, colour, name, text }) => (
            <li key={id} className="grid">
              <StallCard colour={colour} name={t(name)} picture={<StallPicture stall={id} />}>
                <p className="font-bold">{t(text)}</p>
                <StallReturn stall={id} />
                <ButtonLink
                  to={to}
                  className="mt-3 self-start"
                  aria-label={t('games.playNamed', { game: t(name) })}
                >
                  {t('games.play')}
                </ButtonLink>
              </StallCard>
            </li>
          ))}
          <li className="grid">
            <StallCard colour="closed" name={t('games.moreName')} picture={<ClosedStall />}>
              <p className="grow text-quiet">{t('games.moreText')}</p>
              <Button disabled className="mt-3 self-start">
                {t('games.comingSoon')}
              </Button>
            </StallCard>
          </li>
        </ul>
        <PostersStrip />
      </div>
    </ScenePage>
  );
}
