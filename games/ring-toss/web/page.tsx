/** Ring Toss: the stall, the chance and the side, and the tosses before. */
import { InstantGamePage, ValueSlider } from '@fairground/game-kit/web/instant';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { ChoiceGroup } from '@fairground/site-kit/ui/choice-group.tsx';
import game from '../game.ts';
import styles from './ring-toss.module.css';
import { Stage } from './scene/stage.tsx';
import { useT } from './texts.ts';
import { limitOf, winningRange } from './toss.ts';

const { chance, side: sides } = game.choice;

export function RingTossPage() {
  'use memo';
  const t = useT();
  const { formatCoins, formatFactor } = useFormat();
  return (
    <InstantGamePage
      game={game}
      t={t}
      className={styles.page}
      proofClass={styles.fairness}
      Stage={Stage}
      entryTexts={(bet) => [
        t(`ringToss.${bet.side}`, { n: formatFactor(limitOf(bet)) }),
        t('ringToss.landed', { roll: formatFactor(bet.roll) }),
      ]}
      announce={(bet) => {
        const [from = '', to = ''] = winningRange(bet).map(formatFactor);
        const roll = formatFactor(bet.roll);
        return bet.outcome === 'won'
          ? t('ringToss.announceWon', { roll, n: formatCoins(bet.coinsWon) })
          : t('ringToss.announceLost', { roll, from, to, n: formatCoins(bet.amount) });
      }}
    >
      {({ choice, closed, set }) =>
        choice !== null && (
          <>
            <ChoiceGroup
              label={t('ringToss.side')}
              size="tile"
              values={sides.options}
              chosen={choice.side}
              textOf={(side) => t(`ringToss.${side}`, { n: formatFactor(limitOf({ ...choice, side })) })}
              onChoose={(side) => set('side', side)}
              className="figures grid grid-cols-2 gap-2"
            />
            <ValueSlider
              label={t('ringToss.chance')}
              value={choice.chance}
              min={chance.min}
              max={chance.max}
              valueText={t('ringToss.percent', { n: choice.chance })}
              disabled={closed.closed}
              onChange={(value) => set('chance', value)}
            />
          </>
        )
      }
    </InstantGamePage>
  );
}
