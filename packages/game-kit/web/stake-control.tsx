/** The stake of all games: a typed field with half, double and the highest stake; a slider and quick stakes where a game has them. */
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { CoinIcon } from '@fairground/site-kit/art/icons.tsx';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useT } from '@fairground/site-kit/i18n/i18n.ts';
import { ChoiceGroup } from '@fairground/site-kit/ui/choice-group.tsx';
import { Slider } from '@fairground/site-kit/ui/slider.tsx';
import { stakeWithin, type StakeLimits } from './stake.ts';
import styles from './stake-control.module.css';

interface StakeControlProps extends StakeLimits {
  /** Names the field and the slider. */
  label: string;
  amount: number;
  disabled: boolean;
  onChange: (amount: number) => void;
  /** Above the field; on a phone next to the slider, if there is one. */
  title?: ReactNode;
  hasSlider?: boolean;
  /** Stakes to choose with one press, and the name of their group. */
  quick?: { label: string; amounts: readonly number[] };
}

export function StakeControl({ title, hasSlider = false, quick, ...stake }: StakeControlProps) {
  const { label, amount, min, max, step, disabled, onChange } = stake;
  const t = useT();
  const { formatCoins } = useFormat();
  return (
    <div className={styles.control}>
      {title}
      {hasSlider && (
        <div className={styles.slider}>
          <Slider
            label={label}
            value={amount}
            min={min}
            max={max}
            step={step}
            disabled={disabled}
            valueText={t('coins.amount', { coins: amount })}
            onChange={onChange}
          />
        </div>
      )}
      <StakeField {...stake} />
      {quick && (
        <ChoiceGroup
          label={quick.label}
          size="tile"
          values={quick.amounts}
          chosen={amount}
          textOf={formatCoins}
          isDisabled={(coins) => disabled || coins > max}
          onChoose={onChange}
          className={styles.quick ?? ''}
        />
      )}
    </div>
  );
}

/** What is typed becomes the stake with Enter or when the field is left, rounded down to a step. */
function StakeField({ label, amount, disabled, onChange, ...limits }: Omit<StakeControlProps, 'title'>) {
  const t = useT();
  const { formatCoins } = useFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const choose = (coins: number): void => onChange(stakeWithin(coins, limits));
  const take = (): void => {
    if (typed !== null && typed !== '') choose(Number(typed));
    setTyped(null);
  };

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return;
    // It would send the form with the stake of before.
    event.preventDefault();
    take();
  }

  const steps = [
    ['half', '½', amount / 2],
    ['double', '2×', amount * 2],
    ['max', '', limits.max],
  ] as const;
  return (
    <div className={styles.field}>
      <label>
        <span>
          {label} <CoinIcon size={20} className="shrink-0" />
        </span>
        <input
          inputMode="numeric"
          autoComplete="off"
          disabled={disabled}
          value={typed ?? formatCoins(amount)}
          onChange={({ target }) => setTyped(target.value.replaceAll(/\D/g, ''))}
          onBlur={take}
          onKeyDown={onKeyDown}
        />
      </label>
      {steps.map(([name, sign, coins]) => (
        <button
          key={name}
          type="button"
          disabled={disabled || stakeWithin(coins, limits) === amount}
          onClick={() => choose(coins)}
        >
          <span aria-hidden>{sign}</span>
          <span className={sign && 'sr-only'}>{t(`stake.${name}`)}</span>
        </button>
      ))}
    </div>
  );
}
