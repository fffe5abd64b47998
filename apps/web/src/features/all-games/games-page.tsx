/** All Games: a card for each game, and one for those to come. */
import { GameReturn } from '../../game-parts/game-return.tsx';
import { StallLine, StallPicture } from '../../game-parts/game-stall.tsx';
import { LargeWins } from '../../game-parts/large-wins.tsx';
import { gamesWith } from '../../game-parts/list.ts';
import { ScenePage } from '@fairground/site-kit/art/scene-page.tsx';
import { PlayerStalls } from '@fairground/site-kit/stalls/player-stalls.ts';
import { Button, ButtonLink } from '@fairground/site-kit/ui/button.tsx';
import { GameCard } from '@fairground/site-kit/ui/game-card.tsx';
import { AdsStrip } from './ads-strip.tsx';
import { ClosedCard } from './closed-card.tsx';
import { useTexts } from '../../texts.ts';

const games = gamesWith('card');

export function GamesPage() {
  const t = useTexts('games');
  return (
    <ScenePage>
      <PlayerStalls />
      <div className="page-frame pt-16 pb-20">
        <h1 className="poster-title text-36 leading-10 md:text-48 md:leading-13">{t('games.title')}</h1>
        <p className="mt-3 mb-8 text-17 leading-6 text-text">{t('games.lead')}</p>
        <ul className="grid gap-x-5 gap-y-8 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
          {games.map((game) => (
            <li key={game.id} className="grid">
              <GameCard
                color={game.card.color}
                name={t(game.card.name)}
                picture={<StallPicture game={game} />}
              >
                <p className="font-bold">{t(game.card.text)}</p>
                <StallLine game={game} />
                <GameReturn game={game} />
                <div className="mt-auto pt-3">
                  <ButtonLink
                    to={game.page?.path ?? '/games'}
                    aria-label={t('games.playNamed', { game: t(game.card.name) })}
                  >
                    {t('games.play')}
                  </ButtonLink>
                </div>
              </GameCard>
            </li>
          ))}
          <li className="grid">
            <GameCard color="closed" name={t('games.moreName')} picture={<ClosedCard />}>
              <p className="grow text-quiet">{t('games.moreText')}</p>
              <Button disabled className="self-start">
                {t('games.comingSoon')}
              </Button>
            </GameCard>
          </li>
        </ul>
        <LargeWins />
        <AdsStrip />
      </div>
    </ScenePage>
  );
}
