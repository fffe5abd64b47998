/** A few stakes to choose with one press. */
import { useFormat } from '@fairground/web/shared/format/format.ts';
import { cn } from '@fairground/web/shared/ui/cn.ts';

interface QuickStakesProps {
  /** Names the group. */
  label: string;
  amounts: readonly number[];
  chosen: number;
  max: number;
  disabled: boolean;
  onChoose: (amount: number) => void;
}

export function QuickStakes({ label, amounts, chosen, max, disabled, onChoose }: QuickStakesProps) {
  const { formatCoins } = useFormat();
  return (
    <div className="grid grid-cols-4 gap-2" role="group" aria-label={label}>
      {amounts.map((amount) => (
        <button
          key={amount}
          type="button"
          aria-pressed={amount === chosen}
          disabled={disabled || amount > max}
          onClick={() => onChoose(amount)}
          className={cn(
            'figures min-h-11 rounded-control font-bold disabled:cursor-not-allowed disabled:text-disabled',
            amount === chosen
              ? 'border-2 border-coin text-coin'
              : 'border-[1.5px] border-edge text-text disabled:border-rule',
          )}
        >
          {formatCoins(amount)}
        </button>
      ))}
    </div>
  );
}
