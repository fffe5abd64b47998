/** /about-us: what the fair is for, its games with what they pay, and where coins come from. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { DifficultyTable, PayoutTable, TierTable } from '../../shared/facts/fact-tables.tsx';
import { useFacts } from '../../shared/facts/use-facts.ts';
import { pageTexts } from '../../shared/i18n/page-texts.ts';
import { StallPicture } from '../../shared/scene/stall-pictures.tsx';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { Sheet, SheetHeading } from '../../shared/ui/sheet.tsx';
import { StallCard } from '../../shared/ui/stall-card.tsx';
import { stalls } from '../../shared/ui/stalls.ts';
import { Perforation } from '../../shared/ui/stub-panel.tsx';

const useTexts = pageTexts({
  en: () => import('../../shared/i18n/en/about.json'),
  es: () => import('../../shared/i18n/es/about.json'),
});

/** Where each game's guide stands on /how-to-play. */
const anchors = {
  lottery: 'lottery',
  doubleTrouble: 'double-trouble',
  aviator: 'aviator',
  minefield: 'minefield',
} as const;

export function AboutPage() {
  const t = useTexts();
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
        <ul className="grid gap-x-5 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
          {stalls.map(({ id, colour, sign, text }) => (
            <li key={id} className="grid">
              <StallCard colour={colour} name={t(sign)} heading="h3" picture={<StallPicture stall={id} />}>
                <p>{t(text)}</p>
                <Link
                  to={`/how-to-play#${anchors[id]}`}
                  className="mt-auto inline-flex min-h-11 items-center font-bold text-info underline-offset-4 hover:underline"
                >
                  {t('about.guide', { game: t(sign) })}
                </Link>
              </StallCard>
            </li>
          ))}
        </ul>
      </Part>
      <Part title={t('about.lottery')} beside={<TierTable config={config} />}>
        <Paragraph>{t('about.lotteryText', facts)}</Paragraph>
      </Part>
      <Part title={t('about.doubleTrouble')} beside={<PayoutTable config={config} />}>
        <Paragraph>{t('about.doubleTroubleText', facts)}</Paragraph>
      </Part>
      <Part title={t('about.aviator')}>
        <Paragraph>{t('about.aviatorText', facts)}</Paragraph>
      </Part>
      <Part title={t('about.minefield')} beside={<DifficultyTable config={config} />}>
        <Paragraph>{t('about.minefieldText', facts)}</Paragraph>
      </Part>
      <Part title={t('about.rewards')}>
        <Paragraph>{t('about.rewardsLead')}</Paragraph>
        <dl className="grid gap-4 sm:grid-cols-2">
          {rewards.map(({ name, text }) => (
            <div key={name} className="rounded-control bg-raised px-4 py-3">
              <dt className="font-bold text-coin">{t(name)}</dt>
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

const rewards = [
  { name: 'about.rewardSignup', text: 'about.rewardSignupText' },
  { name: 'about.rewardWheel', text: 'about.rewardWheelText' },
  { name: 'about.rewardAds', text: 'about.rewardAdsText' },
  { name: 'about.rewardReferral', text: 'about.rewardReferralText' },
] as const;

interface PartProps {
  title: string;
  /** Stands to the right where there is room. */
  beside?: ReactNode;
  children: ReactNode;
}

const Part = ({ title, beside, children }: PartProps) => (
  <>
    <Perforation className="my-8" />
    <section className={beside ? 'grid items-start gap-6 md:grid-cols-2' : 'grid gap-4'}>
      <div className="grid gap-4">
        <SheetHeading>{title}</SheetHeading>
        {beside ? children : null}
      </div>
      {beside ?? children}
    </section>
  </>
);

const Paragraph = ({ children }: { children: ReactNode }) => <p className="max-w-[64ch]">{children}</p>;
