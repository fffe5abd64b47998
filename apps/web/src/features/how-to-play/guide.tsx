/// <reference types="vite/client" />
/** One game's guide: its card with the way in, the steps, the figures, and what is good to know. */
import type { GameGuidePart } from '@fairground/game-kit/web';
import { Link } from '@fairground/site-kit/router/router.tsx';
import { GamePicture } from '../../game-parts/game-picture.tsx';
import { byFolder, configOf, type GameWith } from '../../game-parts/list.ts';
import { useFacts } from '../../game-parts/use-facts.ts';
import { SealIcon } from '@fairground/site-kit/art/icons.tsx';
import { ButtonLink } from '@fairground/site-kit/ui/button.tsx';
import { GameCard } from '@fairground/site-kit/ui/game-card.tsx';
import { useHydrated } from '@fairground/site-kit/ui/use-hydrated.ts';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { useTexts } from '../../texts.ts';

const guides = byFolder(
  import.meta.glob<{ default: GameGuidePart }>('../../../../../games/*/web/guide.ts', { eager: true }),
);

export function Guide({ game }: { game: GameWith<'guide'> }) {
  'use memo';
  const t = useTexts('guide', 'facts');
  const { config, facts, failed } = useFacts();
  const isLive = useHydrated();
  const guide = guides.get(game.folder);
  const { card, page } = game;
  if (!guide || !card || !page) return null;
  const name = t(card.gameName);
  const { Table } = guide;
  return (
    // Once there are tabs they heed the address; the router would scroll the tabs away to show a guide of that name.
    <div
      id={isLive ? undefined : game.guide.anchor}
      className="grid scroll-mt-24 items-start gap-8 lg:grid-cols-[400px_1fr]"
    >
      <GameCard color={card.color} name={name} picture={<GamePicture folder={game.folder} />}>
        <p className="text-17 leading-6">{t(guide.lead, facts)}</p>
        <ButtonLink to={page.path} className="mt-4 justify-self-start self-start">
          {t('guide.play', { game: name })}
        </ButtonLink>
      </GameCard>
      <div className="grid gap-8">
        <section>
          <h3 className="mb-3 text-20 leading-6.5 font-bold">{t('guide.steps')}</h3>
          <ol className="grid max-w-[62ch] gap-3">
            {guide.steps.map((step, at) => (
              <li key={step} className="grid grid-cols-[36px_1fr] gap-2">
                <span aria-hidden className="font-display text-24 leading-6 text-coin">
                  {at + 1}
                </span>
                {t(step, facts)}
              </li>
            ))}
          </ol>
        </section>
        {failed ? (
          <p role="alert">{t('guide.failed')}</p>
        ) : (
          Table && <Table config={config && configOf(config, game)} />
        )}
      </div>
      <section className="lg:col-span-2">
        <h3 className="mb-3 text-20 leading-6.5 font-bold">{t('guide.notes')}</h3>
        <ul className="grid list-disc gap-x-10 gap-y-2 pl-5 marker:text-coin lg:grid-cols-2">
          {guide.notes.map((note) => (
            <li key={note}>{t(note, facts)}</li>
          ))}
        </ul>
        <Link
          to="/fairness"
          className={cn(
            'mt-3 inline-flex min-h-11 items-center gap-2 font-bold text-seal underline-offset-4',
            'hover:underline',
          )}
        >
          <SealIcon size={20} />
          {t('guide.check')}
        </Link>
      </section>
    </div>
  );
}
