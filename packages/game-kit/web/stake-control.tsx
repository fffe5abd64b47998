/**
 * The stake of all games: a typed field with half, double and the highest stake; a slider and quick
 * stakes where a game has them.
 */
import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { CoinIcon } from '@fairground/site-kit/art/icons.tsx';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useT } from '@fairground/site-kit/i18n/i18n.ts';
import { ChoiceGroup } from '@fairground/site-kit/ui/choice-group.tsx';
import { Slider } from '@fairground/site-kit/ui/slider.tsx';
import { stakeWithin, type ChosenStake, type StakeLimits } from './stake.ts';
import { useStakeRule } from './stake-rule.ts';
import styles from './stake-control.module.css';

interface StakeControlProps extends StakeLimits {
  /** Names the field and the slider. */
  label: string;
  /** Coins, or what is typed. */
  chosen: ChosenStake;
  /** The chosen stake; null where it cannot be placed as it is. */
  amount: number | null;
  disabled: boolean;
  /** Takes what is typed as it is: nothing is rounded or completed. */
  onChange: (chosen: ChosenStake) => void;
  /** Above the field; on a phone next to the slider, if there is one. */
  title?: ReactNode;
  hasSlider?: boolean;
  /** Stakes to choose with one press, and the name of their group. */
  quick?: { label: string; amounts: readonly number[] };
}

export function StakeControl({ title, hasSlider = false, quick, ...stake }: StakeControlProps) {
  const { label, amount, chosen, min, max, step, disabled, onChange } = stake;
  const t = useT();
  const { formatCoins } = useFormat();
  return (
    <div className={styles.control}>
      {title}
      {hasSlider && (
        <div className={styles.slider}>
          <Slider
            label={label}
            value={amount ?? min}
            min={min}
            max={max}
            step={step}
            disabled={disabled}
            valueText={amount === null ? String(chosen) : t('coins.amount', { coins: amount })}
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

/** What is typed stands. Where it is no stake, the field says which ones there are, and the game's button is off. */
function StakeField({
  label,
  chosen,
  amount,
  disabled,
  onChange,
  ...limits
}: Omit<StakeControlProps, 'title'>) {
  const t = useT();
  const { formatCoins } = useFormat();
  const ruleId = useId();
  const rule = useStakeRule(limits);
  const isWrong = amount === null && !disabled;
  /** From here on it is written as coins are. */
  const finish = (): void => {
    if (amount !== null) onChange(amount);
  };

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return;
    // It would send the form, and place the stake.
    event.preventDefault();
    finish();
  }

  const half = amount === null ? null : stakeWithin(amount / 2, limits);
  const steps = [
    ['half', '½', half],
    // Less than twice as much is not what it says.
    ['double', '2×', amount !== null && amount * 2 <= limits.max ? amount * 2 : null],
    ['max', '', stakeWithin(limits.max, limits)],
  ] as const;
  return (
    <div className={styles.whole}>
      <div className={styles.field} data-wrong={isWrong || undefined}>
        <label>
          <span>
            <span>{label}</span> <CoinIcon size={20} className="shrink-0" />
          </span>
          <input
            inputMode="numeric"
            autoComplete="off"
            disabled={disabled}
            value={typeof chosen === 'string' ? chosen : formatCoins(chosen)}
            aria-invalid={isWrong || undefined}
            aria-describedby={isWrong ? ruleId : undefined}
            onChange={({ target }) => onChange(target.value)}
            onBlur={finish}
            onKeyDown={onKeyDown}
          />
        </label>
        {steps.map(([name, sign, coins]) => (
          <button
            key={name}
            type="button"
            disabled={disabled || coins === null || coins === amount}
            onClick={() => coins !== null && onChange(coins)}
          >
            <span aria-hidden>{sign}</span>
            <span className={sign && 'sr-only'}>{t(`stake.${name}`)}</span>
          </button>
        ))}
      </div>
      {isWrong && (
        <p id={ruleId} className={styles.rule}>
          {rule}
        </p>
      )}
    </div>
  );
}
