/** A few stakes to choose with one press. */
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { ChoiceGroup } from '@fairground/site-kit/ui/choice-group.tsx';

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
    <ChoiceGroup
      label={label}
      size="tile"
      values={amounts}
      chosen={chosen}
      textOf={formatCoins}
      isDisabled={(amount) => disabled || amount > max}
      onChoose={onChoose}
      className="figures grid grid-cols-4 gap-2"
    />
  );
}
