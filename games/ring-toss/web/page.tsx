/** Ring Toss: the result on a sign, the side and the chance. */
import { useEffect } from 'react';
import {
  InstantGamePage,
  ResultSign,
  ValueSlider,
  type InstantStageProps,
} from '@fairground/game-kit/web/instant';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { ChoiceGroup } from '@fairground/site-kit/ui/choice-group.tsx';
import game from '../game.ts';
import { useT } from './texts.ts';

export function GamePage() {
  'use memo';
  const t = useT();
  const { formatCoins } = useFormat();
  const { min, max, initial } = game.choice.chance;
  return (
    <InstantGamePage
      game={game}
      t={t}
      Stage={Stage}
      entryTexts={({ side, chance, roll }) => [
        t('ringToss.entryChance', { side: t(`ringToss.${side}`), chance }),
        t('ringToss.entryRoll', { roll: formatCoins(roll) }),
      ]}
      announce={({ outcome, roll, amount, coinsWon }) =>
        outcome === 'won'
          ? t('ringToss.announceWon', { roll: formatCoins(roll), n: formatCoins(coinsWon) })
          : t('ringToss.announceLost', { roll: formatCoins(roll), n: formatCoins(amount) })
      }
    >
      {({ choice, isBusy, set }) => (
        <>
          <ChoiceGroup
            label={t('ringToss.side')}
            values={game.choice.side.options}
            chosen={choice?.side ?? null}
            textOf={(side) => t(`ringToss.${side}`)}
            onChoose={(side) => set('side', side)}
            isDisabled={() => isBusy}
            className="grid grid-cols-2 gap-2"
          />
          <ValueSlider
            label={t('ringToss.chance')}
            value={choice?.chance ?? initial}
            min={min}
            max={max}
            valueText={t('ringToss.percent', { n: choice?.chance ?? initial })}
            disabled={isBusy}
            onChange={(chance) => set('chance', chance)}
          />
        </>
      )}
    </InstantGamePage>
  );
}

/** A scene that does not move: it comes to its end at once. */
function Stage({ phase, bet, onEnd }: InstantStageProps<typeof game.choice, typeof game.drawn>) {
  'use memo';
  const t = useT();
  const { formatCoins } = useFormat();
  useEffect(() => {
    if (phase === 'moving') onEnd();
  }, [phase, onEnd]);
  return (
    <div className="grid min-h-60 place-items-center p-4 text-20" data-phase={phase} data-part="stage">
      <ResultSign
        className="grid justify-items-center gap-2 text-center"
        figureClass="font-display text-36"
        bet={phase === 'won' || phase === 'lost' ? bet : null}
        waiting={t(phase === 'idle' ? 'ringToss.idle' : 'ringToss.moving')}
        figure={bet === null ? '' : formatCoins(bet.roll)}
        lost={t('ringToss.lost')}
      />
    </div>
  );
}
