/**
 * Four kinds of bet with their payout, odds and return, and the numbers. Radio buttons, one stop each for the
 * keyboard, or checkboxes where several fields can be chosen.
 */
import type { DoubleTroubleConfig } from '../../contract.ts';
import { doubleTroubleRules, wins } from '../../rules.ts';
import type { DrawType } from '../../rules.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import type { Fields } from '../fields.ts';
import { SideIcon, sideOf, sideText } from './side.tsx';
import styles from '../double-trouble.module.css';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { useTexts } from '../texts.ts';

/** It covers its label, so that all of it is the target and shows the focus. */
const overLabel =
  'absolute inset-0 m-0 cursor-pointer appearance-none rounded-[inherit]! border-0! bg-transparent!';
const typeOdds =
  'figures text-12 leading-3.75 font-medium text-quiet lg:text-13 lg:leading-5 lg:whitespace-nowrap';

interface TypePickerProps {
  config: DoubleTroubleConfig | undefined;
  chosen: readonly DrawType[];
  /** Whether several can be chosen. */
  isSeveral: boolean;
  onChoose: (drawType: DrawType) => void;
}

export function TypePicker({ config, chosen, isSeveral, onChoose }: TypePickerProps) {
  const t = useTexts('page');
  const { formatFactor, formatReturn } = useFormat();
  return (
    <fieldset className="grid grid-cols-4 gap-1.5 max-[16rem]:grid-cols-2 lg:grid-cols-2 lg:gap-2">
      <legend className="sr-only">{t('doubleTrouble.kind')}</legend>
      {doubleTroubleRules.drawTypes.map((drawType) => {
        const bet = config?.bets.find((each) => each.drawType === drawType);
        return (
          <label
            key={drawType}
            className={cn(
              'relative grid justify-items-center rounded-control border-[1.5px] border-edge bg-panel',
              'px-0.5 py-[5px] font-bold has-checked:border-coin has-checked:bg-raised',
              'has-checked:shadow-[inset_0_0_0_1px_var(--coin)]',
              'lg:flex lg:min-h-16 lg:flex-wrap lg:justify-between lg:gap-x-2 lg:gap-y-0.5',
              'lg:px-[11px] lg:py-[9px]',
            )}
          >
            <input
              type={isSeveral ? 'checkbox' : 'radio'}
              name="dt-type"
              className={overLabel}
              checked={chosen.includes(drawType)}
              onChange={() => onChoose(drawType)}
            />
            <span className="flex items-center gap-1 text-14 leading-4.5 lg:flex-[1_0_50%] lg:text-16 lg:leading-5.5">
              {drawType !== 'Number' && <SideIcon side={drawType} />}
              <span>{drawType === 'Number' ? t('doubleTrouble.number') : t(sideText[drawType])}</span>
            </span>
            {/* The lines keep their place until their figures are known. */}
            <span className={cn('figures text-16 leading-4.5 text-coin lg:leading-5.5', !bet && 'invisible')}>
              {`${formatFactor(bet?.multiplier ?? 1)}x`}
            </span>
            <span className={cn(typeOdds, !bet && 'invisible')}>
              {t('doubleTrouble.odds', { n: bet?.winningNumbers ?? 1, max: config?.max ?? 30 })}
            </span>
            <span className={cn(typeOdds, !bet && 'invisible')}>
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
  fields: Fields;
  isSeveral: boolean;
  onPick: (number: number) => void;
}

/** Numbers that would win with a kind chosen are ringed in the ink of their own. */
export function NumberPicker({ max, fields, isSeveral, onPick }: NumberPickerProps) {
  const t = useTexts('page');
  const { kinds, numbers } = fields;
  const isOpen = kinds.includes('Number');
  const range = max === 50 ? 50 : 30;
  return (
    <fieldset
      className={styles.numbers}
      data-many={max > 30 ? '' : undefined}
      data-open={isOpen ? '' : undefined}
    >
      <legend className="sr-only">{t('doubleTrouble.numbers')}</legend>
      {Array.from({ length: max }, (_, index) => index + 1).map((each) => (
        <label
          key={each}
          className={cn(styles.number, 'figures')}
          data-side={
            kinds.some((drawType) => wins({ drawType, number: null }, each, range))
              ? sideOf(each, max)
              : undefined
          }
        >
          <input
            type={isSeveral ? 'checkbox' : 'radio'}
            name="dt-number"
            className={overLabel}
            checked={isOpen && numbers.includes(each)}
            onChange={() => onPick(each)}
          />
          {each}
        </label>
      ))}
    </fieldset>
  );
}
