/** A stake on a slider, with its ends below it where there is room. */
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useT } from '@fairground/site-kit/i18n/i18n.ts';
import { Slider } from '@fairground/site-kit/ui/slider.tsx';

interface StakeFieldProps {
  label: string;
  amount: number;
  min: number;
  /** May lie below `min` where the balance allows no stake. */
  max: number;
  step: number;
  disabled: boolean;
  onChange: (amount: number) => void;
}

export function StakeField({ label, amount, min, max, step, disabled, onChange }: StakeFieldProps) {
  const t = useT();
  const { formatCoins } = useFormat();
  return (
    <>
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
      <div className="-mt-2 hidden justify-between text-14 leading-5 text-quiet lg:flex" aria-hidden="true">
        <span>{formatCoins(min)}</span>
        <span>{formatCoins(Math.max(max, min))}</span>
      </div>
    </>
  );
}
