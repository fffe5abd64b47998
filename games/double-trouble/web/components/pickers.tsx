/** Four kinds of bet with their payout, odds and return, and the numbers. Radio buttons: one stop each for the keyboard. */
import type { DoubleTroubleConfig } from '../../contract.ts';
import { doubleTroubleRules, wins } from '../../rules.ts';
import type { DrawType } from '../../rules.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useT } from '../texts.ts';
import { SideIcon, sideOf, sideText } from './side.tsx';
import styles from '../double-trouble.module.css';
import { cn } from '@fairground/site-kit/ui/cn.ts';

interface TypePickerProps {
  config: DoubleTroubleConfig | undefined;
  chosen: DrawType;
  onChoose: (drawType: DrawType) => void;
}

export function TypePicker({ config, chosen, onChoose }: TypePickerProps) {
  const t = useT();
  const { formatFactor, formatReturn } = useFormat();
  return (
    <fieldset className={styles.types}>
      <legend className="sr-only">{t('doubleTrouble.kind')}</legend>
      {doubleTroubleRules.drawTypes.map((drawType) => {
        const bet = config?.bets.find((each) => each.drawType === drawType);
        return (
          <label key={drawType} className={styles.type}>
            <input
              type="radio"
              name="dt-type"
              className={styles.radio}
              checked={chosen === drawType}
              onChange={() => onChoose(drawType)}
            />
            <span className={styles.typeName}>
              {drawType !== 'Number' && <SideIcon side={drawType} />}
              {drawType === 'Number' ? t('doubleTrouble.number') : t(sideText[drawType])}
            </span>
            {/* The lines keep their place until their figures are known. */}
            <span className={cn(styles.typePays, 'figures', !bet && 'invisible')}>
              {formatFactor(bet?.multiplier ?? 1)}x
            </span>
            <span className={cn(styles.typeOdds, 'figures', !bet && 'invisible')}>
              {t('doubleTrouble.odds', { n: bet?.winningNumbers ?? 1, max: config?.max ?? 30 })}
            </span>
            <span className={cn(styles.typeOdds, 'figures', !bet && 'invisible')}>
              {t('doubleTrouble.back', { n: formatReturn(bet?.rtpBp ?? 9800) })}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

interface NumberPickerProps {
  max: number;
  drawType: DrawType;
  number: number | null;
  onPick: (number: number) => void;
}

/** Numbers that would win with the kind chosen are ringed in its ink. */
export function NumberPicker({ max, drawType, number, onPick }: NumberPickerProps) {
  const t = useT();
  const range = max === 50 ? 50 : 30;
  return (
    <fieldset
      className={styles.numbers}
      data-many={max > 30 ? '' : undefined}
      data-open={drawType === 'Number' ? '' : undefined}
    >
      <legend className="sr-only">{t('doubleTrouble.numbers')}</legend>
      {Array.from({ length: max }, (_, index) => index + 1).map((each) => (
        <label
          key={each}
          className={cn(styles.number, 'figures')}
          data-side={
            drawType !== 'Number' && wins({ drawType, number: null }, each, range)
              ? sideOf(each, max)
              : undefined
          }
        >
          <input
            type="radio"
            name="dt-number"
            className={styles.radio}
            checked={drawType === 'Number' && number === each}
            onChange={() => onPick(each)}
          />
          {each}
        </label>
      ))}
    </fieldset>
  );
}
