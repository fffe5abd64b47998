/** The player's own stakes in the round, from the rows that were committed. Nothing where they had none. */
import { useQuery } from '@tanstack/react-query';
import { LazyBoundary, lazyPart } from '@fairground/site-kit/faults/lazy-part.tsx';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useLanguage } from '@fairground/site-kit/i18n/language.ts';
import { Badge, Net } from '@fairground/site-kit/ui/badge.tsx';
import { PinButton } from './pin-button.tsx';
import { ownStakesQuery, type RoundName } from './round-query.ts';
import { useTexts } from '../../texts.ts';

const KeptReceipt = lazyPart(async () => (await import('./kept-receipt.tsx')).default);

const outcomes = { win: 'rounds.win', loss: 'rounds.loss', void: 'rounds.void' } as const;

export default function OwnStakes({ name }: { name: RoundName }) {
  const t = useTexts('rounds');
  const { formatCoins } = useFormat();
  const language = useLanguage();
  const { data } = useQuery(ownStakesQuery(name));
  if (data === undefined || data.total === 0) return null;
  const { entries, total, settled } = data;
  const unlisted = total - entries.length;
  return (
    <section aria-labelledby="round-own-stakes" className="grid gap-4 rounded-panel bg-panel p-5 md:p-6">
      <h2 id="round-own-stakes" className="text-20 leading-7 font-bold">
        {t('rounds.ownStakes')}
      </h2>
      <ul className="grid gap-4">
        {entries.map(({ id, stake, payout, outcome, lines }) => (
          <li key={id} className="grid gap-1">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-bold">
              <Badge tone={outcome === 'win' && payout <= stake ? 'even' : outcome}>
                {t(outcomes[outcome])}
              </Badge>
              <span className="figures">
                {stake === 0 ? (
                  t('rounds.credited', { payout: formatCoins(payout) })
                ) : (
                  <>
                    <span>
                      {t('rounds.stakeAndPayout', { stake: formatCoins(stake), payout: formatCoins(payout) })}
                    </span>
                    <Net coins={payout - stake} />
                  </>
                )}
              </span>
            </p>
            {stake > 0 && (
              <LazyBoundary>
                <KeptReceipt stake={{ kind: name.game, round: name.id, id, coins: stake }} />
              </LazyBoundary>
            )}
            {lines[language].map((line) => (
              <p key={line} className="figures text-14 leading-5 text-quiet">
                {line}
              </p>
            ))}
          </li>
        ))}
      </ul>
      {settled && unlisted === 0 && <PinButton name={name} />}
      {!settled && <p className="text-quiet">{t('rounds.settling')}</p>}
      {settled && unlisted > 0 && (
        <p className="text-quiet">{t('rounds.unlisted', { n: entries.length, total })}</p>
      )}
    </section>
  );
}
