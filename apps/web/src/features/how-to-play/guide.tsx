/** One game's guide: its stall with the way in, the steps, the figures, and what is good to know. */
import { Link } from 'react-router';
import { DifficultyTable, PayoutTable, TierTable } from '../../shared/facts/fact-tables.tsx';
import { useFacts, type FactsOfSite } from '../../shared/facts/use-facts.ts';
import { SealIcon } from '../../shared/scene/icons.tsx';
import { StallPicture, type Stall } from '../../shared/scene/stall-pictures.tsx';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { StallCard } from '../../shared/ui/stall-card.tsx';
import { stalls } from '../../shared/ui/stalls.ts';
import type { GuideOfGame } from './guides.ts';
import { useHydrated } from '../../shared/ui/use-hydrated.ts';
import { useTexts } from './texts.ts';

export function Guide({ guide }: { guide: GuideOfGame }) {
  const t = useTexts();
  const { config, facts, failed } = useFacts();
  const isLive = useHydrated();
  const stall = stalls.find(({ id }) => id === guide.id);
  if (!stall) return null;
  const name = t(stall.sign);
  return (
    // Once there are tabs they heed the address; the router would scroll the tabs away to show a guide of that name.
    <article
      id={isLive ? undefined : guide.anchor}
      className="grid scroll-mt-24 items-start gap-8 lg:grid-cols-[360px_1fr]"
    >
      <StallCard colour={stall.colour} name={name} picture={<StallPicture stall={guide.id} />}>
        <p className="text-[17px] leading-6">{t(guide.lead, facts)}</p>
        <ButtonLink to={stall.to} className="mt-4 justify-self-start self-start">
          {t('guide.play', { game: name })}
        </ButtonLink>
      </StallCard>
      <div className="grid gap-8">
        <section>
          <h3 className="mb-3 text-[20px] leading-[26px] font-bold">{t('guide.steps')}</h3>
          <ol className="grid max-w-[62ch] gap-3">
            {guide.steps.map((step, at) => (
              <li key={step} className="grid grid-cols-[36px_1fr] gap-2">
                <span aria-hidden className="font-display text-[24px] leading-6 text-coin">
                  {at + 1}
                </span>
                {t(step, facts)}
              </li>
            ))}
          </ol>
        </section>
        {failed ? <p role="alert">{t('guide.failed')}</p> : <Figures stall={guide.id} config={config} />}
        <section>
          <h3 className="mb-3 text-[20px] leading-[26px] font-bold">{t('guide.notes')}</h3>
          <ul className="grid max-w-[62ch] list-disc gap-2 pl-5 marker:text-coin">
            {guide.notes.map((note) => (
              <li key={note}>{t(note, facts)}</li>
            ))}
          </ul>
          <Link
            to="/fairness"
            className="mt-3 inline-flex min-h-11 items-center gap-2 font-bold text-seal underline-offset-4 hover:underline"
          >
            <SealIcon size={20} />
            {t('guide.check')}
          </Link>
        </section>
      </div>
    </article>
  );
}

/** Aviator's few figures stand in its text. */
function Figures({ stall, config }: { stall: Stall; config: FactsOfSite['config'] }) {
  switch (stall) {
    case 'lottery':
      return <TierTable config={config} />;
    case 'doubleTrouble':
      return <PayoutTable config={config} />;
    case 'minefield':
      return <DifficultyTable config={config} />;
    case 'aviator':
      return null;
  }
}
