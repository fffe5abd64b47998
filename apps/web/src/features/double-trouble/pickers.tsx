/** Four kinds of bet with their payout, odds and return, and the numbers. Radio buttons: one stop each for the keyboard. */
import type { GamesConfig } from '@fairground/contract/config';
import { doubleTroubleRules, wins } from '@fairground/game-double-trouble/rules';
import type { DrawType } from '@fairground/game-double-trouble/rules';
import { formatReturn } from '../../shared/format/format.ts';
import { useT } from '../../shared/i18n/i18n.ts';
import { SideIcon, sideOf, sideText } from './side.tsx';

type TypePickerProps = {
  config: GamesConfig['doubleTrouble'] | undefined;
  chosen: DrawType;
  onChoose: (drawType: DrawType) => void;
};

export function TypePicker({ config, chosen, onChoose }: TypePickerProps) {
  const t = useT();
  return (
    <fieldset className="dt-types">
      <legend className="sr-only">{t('doubleTrouble.kind')}</legend>
      {doubleTroubleRules.drawTypes.map((drawType) => {
        const bet = config?.bets.find((each) => each.drawType === drawType);
        return (
          <label key={drawType} className="dt-type">
            <input
              type="radio"
              name="dt-type"
              className="dt-radio"
              checked={chosen === drawType}
              onChange={() => onChoose(drawType)}
            />
            <span className="dt-type-name">
              {drawType !== 'Number' && <SideIcon side={drawType} />}
              {drawType === 'Number' ? t('doubleTrouble.number') : t(sideText[drawType])}
            </span>
            <span className="dt-type-pays figures">{bet ? `${bet.multiplier.toFixed(1)}x` : '–'}</span>
            <span className="dt-type-odds figures">
              {bet && config ? t('doubleTrouble.odds', { n: bet.winningNumbers, max: config.max }) : '\u00a0'}
            </span>
            <span className="dt-type-odds figures">
              {bet ? t('doubleTrouble.back', { n: formatReturn(bet.rtpBp) }) : '\u00a0'}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

type NumberPickerProps = {
  max: number;
  drawType: DrawType;
  number: number | null;
  onPick: (number: number) => void;
};

/** Numbers that would win with the kind chosen are ringed in its ink. */
export function NumberPicker({ max, drawType, number, onPick }: NumberPickerProps) {
  const t = useT();
  const range = max === 50 ? 50 : 30;
  return (
    <fieldset className="dt-numbers" data-many={max > 30 ? '' : undefined}>
      <legend className="sr-only">{t('doubleTrouble.numbers')}</legend>
      {Array.from({ length: max }, (_, index) => index + 1).map((each) => (
        <label
          key={each}
          className="dt-number figures"
          data-side={
            drawType !== 'Number' && wins({ drawType, number: null }, each, range)
              ? sideOf(each, max)
              : undefined
          }
        >
          <input
            type="radio"
            name="dt-number"
            className="dt-radio"
            checked={drawType === 'Number' && number === each}
            onChange={() => onPick(each)}
          />
          {each}
        </label>
      ))}
    </fieldset>
  );
}
