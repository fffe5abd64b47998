/** The stake: a field between two steps, and four quick amounts. */
import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../shared/i18n/i18n.ts';
import { CoinIcon } from '../../shared/scene/icons.tsx';

type AmountFieldProps = {
  amount: number;
  least: number;
  most: number;
  step: number;
  quick: readonly number[];
  disabled: boolean;
  onChange: (amount: number) => void;
};

export function AmountField({ amount, least, most, step, quick, disabled, onChange }: AmountFieldProps) {
  const t = useT();
  /** What is being typed; taken over, rounded to a step, when the field is left. */
  const [typed, setTyped] = useState<string | null>(null);
  const take = (): void => {
    if (typed !== null && typed !== '') {
      onChange(Math.max(least, Math.min(most, Math.round(Number(typed) / step) * step)));
    }
    setTyped(null);
  };
  return (
    <div className="dt-amounts">
      <div className="dt-amount">
        <button
          type="button"
          className="dt-step"
          aria-label={t('doubleTrouble.less', { n: step })}
          disabled={disabled || amount <= least}
          onClick={() => onChange(amount - step)}
        >
          <Minus aria-hidden="true" className="size-5 stroke-3" />
        </button>
        <label className="dt-amount-field">
          <span className="dt-amount-label">{t('doubleTrouble.bet')}</span>
          <CoinIcon size={20} className="shrink-0" />
          <input
            className="figures"
            inputMode="numeric"
            autoComplete="off"
            disabled={disabled}
            value={typed ?? String(amount)}
            onChange={({ target }) => setTyped(target.value.replaceAll(/\D/g, '').slice(0, 5))}
            onBlur={take}
            onKeyDown={({ key }) => {
              if (key === 'Enter') take();
            }}
          />
        </label>
        <button
          type="button"
          className="dt-step"
          aria-label={t('doubleTrouble.plus', { n: step })}
          disabled={disabled || amount >= most}
          onClick={() => onChange(amount + step)}
        >
          <Plus aria-hidden="true" className="size-5 stroke-3" />
        </button>
      </div>
      <div className="dt-quick" role="group" aria-label={t('doubleTrouble.quick')}>
        {quick.map((coins) => (
          <button
            key={coins}
            type="button"
            className="dt-quick-amount figures"
            aria-pressed={amount === coins}
            disabled={disabled || coins > most}
            onClick={() => onChange(coins)}
          >
            {coins}
          </button>
        ))}
      </div>
    </div>
  );
}
