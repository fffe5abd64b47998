/** Ring Toss: the stall, the chance and the side, and the tosses before. */
import { InstantGamePage } from '@fairground/game-kit/web/instant';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import game from '../game.ts';
import styles from './ring-toss.module.css';
import { Stage } from './scene/stage.tsx';
import { limitOf, winningRange } from './toss.ts';
import { useTexts } from './texts.ts';

export function RingTossPage() {
  'use memo';
  const t = useTexts('page');
  const { formatFactor } = useFormat();
  return (
    <InstantGamePage
      game={game}
      t={t}
      className={styles.page}
      Stage={Stage}
      choiceTexts={{
        side: (choice) => t(`ringToss.${choice.side}`, { n: formatFactor(limitOf(choice)) }),
        chance: ({ chance }) => t('ringToss.percent', { n: chance }),
      }}
      entryTexts={(bet) => [
        t(`ringToss.${bet.side}`, { n: formatFactor(limitOf(bet)) }),
        t('ringToss.landed', { roll: formatFactor(bet.roll) }),
      ]}
      figures={(bet) => {
        const [from = '', to = ''] = winningRange(bet).map(formatFactor);
        return { from, to, roll: formatFactor(bet.roll) };
      }}
    />
  );
}
