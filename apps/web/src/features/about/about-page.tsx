/// <reference types="vite/client" />
/** /about-us: what the fair is for, its games with what they pay, and where coins come from. */
import type { GameAboutPart } from '@fairground/game-kit/web';
import type { ReactNode } from 'react';
import { Link } from '@fairground/site-kit/router/router.tsx';
import { GamePicture } from '../../game-parts/game-picture.tsx';
import { byFolder, configOf, games, gamesWith } from '../../game-parts/list.ts';
import { useFacts } from '../../game-parts/use-facts.ts';
import type { GameMessageKey, MessageKey } from '@fairground/site-kit/i18n/i18n.ts';
import type { KeyOf } from '@fairground/site-kit/i18n/texts-of.ts';
import { ButtonLink } from '@fairground/site-kit/ui/button.tsx';
import { GameCard } from '@fairground/site-kit/ui/game-card.tsx';
import { Sheet, SheetHeading } from '@fairground/site-kit/ui/sheet.tsx';
import { Perforation } from '@fairground/site-kit/ui/stub-panel.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { useTexts, type Texts } from '../../texts.ts';

const parts = byFolder(
  import.meta.glob<{ default: GameAboutPart }>('../../../../../games/*/web/about.ts', { eager: true }),
);

/** The games that have a section, or a reward, in their place on the page. */
const gamesAs = (as: GameAboutPart['as']) =>
  games
    .flatMap((game) => {
      const part = parts.get(game.folder);
      return part?.as === as ? [{ game, part }] : [];
    })
    .toSorted((one, other) => one.part.place - other.part.place);

export function AboutPage() {
  'use memo';
  const t = useTexts('about', 'facts');
  const { config, facts } = useFacts();
  return (
    <Sheet title={t('about.title')} lead={t('about.lead')} wide>
      <Part title={t('about.mission')}>
        <Paragraph>{t('about.mission1')}</Paragraph>
        <Paragraph>{t('about.mission2')}</Paragraph>
        <Paragraph>{t('about.mission3')}</Paragraph>
        <ButtonLink to="/fairness" variant="secondary" className="justify-self-start">
          {t('about.fairness')}
        </ButtonLink>
      </Part>
      <Part title={t('about.games')}>
        <ul className="grid gap-x-5 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
          {gamesWith('card').map(({ id, folder, card, guide }) => (
            <li key={id} className="grid">
              <GameCard
                color={card.color}
                name={t(card.gameName)}
                heading="h3"
                picture={<GamePicture folder={folder} />}
              >
                <p>{t(card.text)}</p>
                <Link
                  to={`/how-to-play#${guide?.anchor ?? ''}`}
                  className={cn(
                    'mt-auto inline-flex min-h-11 items-center font-bold text-info underline-offset-4',
                    'hover:underline',
                  )}
                >
                  {t('about.guide', { game: t(card.gameName) })}
                </Link>
              </GameCard>
            </li>
          ))}
        </ul>
      </Part>
      <Perforation className="my-8" />
      <div className="grid grid-cols-1 gap-x-8 gap-y-10 md:grid-cols-2">
        {gamesAs('section').map(({ game, part: { title, text, Table } }) => (
          <section key={game.id} className="grid grid-cols-1 content-start gap-4 wrap-anywhere">
            <SheetHeading>{t(title)}</SheetHeading>
            <Paragraph>{t(text, facts)}</Paragraph>
            {Table && <Table config={config && configOf(config, game)} />}
          </section>
        ))}
      </div>
      <Part title={t('about.rewards')}>
        <Paragraph>{t('about.rewardsLead')}</Paragraph>
        <dl className="grid gap-4 sm:grid-cols-2">
          {rewards.map(({ title, text }) => (
            <div key={title} className="rounded-control bg-raised px-4 py-3">
              <dt className="font-bold text-coin">{t(title)}</dt>
              <dd>{t(text, facts)}</dd>
            </div>
          ))}
        </dl>
        <Paragraph>{t('about.coupons')}</Paragraph>
        <ButtonLink to="/contact-us" variant="secondary" className="justify-self-start">
          {t('about.contact')}
        </ButtonLink>
      </Part>
    </Sheet>
  );
}

interface Reward {
  title: MessageKey | KeyOf<Texts['about']> | GameMessageKey;
  text: MessageKey | KeyOf<Texts['about']> | GameMessageKey;
}

const rewards: readonly Reward[] = [
  { title: 'about.rewardSignup', text: 'about.rewardSignupText' },
  ...gamesAs('reward').map(({ part }) => part),
  { title: 'about.rewardAds', text: 'about.rewardAdsText' },
  { title: 'about.rewardReferral', text: 'about.rewardReferralText' },
];

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <Perforation className="my-8" />
    <section className="grid grid-cols-1 gap-4 wrap-anywhere">
      <SheetHeading>{title}</SheetHeading>
      {children}
    </section>
  </>
);

const Paragraph = ({ children }: { children: ReactNode }) => <p className="max-w-[64ch]">{children}</p>;
