/** The stake: a field between two steps. */
import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../texts.ts';
import { CoinIcon } from '@fairground/site-kit/art/icons.tsx';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import styles from '../double-trouble.module.css';

interface AmountFieldProps {
  amount: number;
  min: number;
  max: number;
  step: number;
  disabled: boolean;
  onChange: (amount: number) => void;
}

export function AmountField({ amount, min, max, step, disabled, onChange }: AmountFieldProps) {
  const t = useT();
  const { formatCoins } = useFormat();
  /** The text being typed; applied, rounded to a step, on blur. */
  const [typed, setTyped] = useState<string | null>(null);
  const take = (): void => {
    if (typed !== null && typed !== '') {
      onChange(Math.max(min, Math.min(max, Math.round(Number(typed) / step) * step)));
    }
    setTyped(null);
  };
  return (
    <div className={styles.amount}>
      <button
        type="button"
        className={styles.step}
        aria-label={t('doubleTrouble.less', { n: formatCoins(step) })}
        disabled={disabled || amount <= min}
        onClick={() => onChange(amount - step)}
      >
        <Minus aria-hidden="true" className="size-5 stroke-3" />
      </button>
      <label className={styles.amountField}>
        <span className={styles.amountLabel}>{t('doubleTrouble.bet')}</span>
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
        className={styles.step}
        aria-label={t('doubleTrouble.plus', { n: formatCoins(step) })}
        disabled={disabled || amount >= max}
        onClick={() => onChange(amount + step)}
      >
        <Plus aria-hidden="true" className="size-5 stroke-3" />
      </button>
    </div>
  );
}
