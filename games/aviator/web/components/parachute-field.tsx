/** Whether the site cashes the bet out when the player's connections fall silent. */
import { ParachuteIcon } from './parachute-mark.tsx';
import { useTexts } from '../texts.ts';

interface ParachuteFieldProps {
  isChosen: boolean;
  disabled: boolean;
  onChange: (isChosen: boolean) => void;
}

export function ParachuteField({ isChosen, disabled, onChange }: ParachuteFieldProps) {
  const t = useTexts('page');
  return (
    <label className="flex min-h-11 items-center justify-between gap-3 text-14 leading-5">
      <span>
        <ParachuteIcon /> {t('aviator.parachute')}
        <span className="block text-quiet">{t('aviator.parachuteHint')}</span>
      </span>
      <input
        type="checkbox"
        className="size-5"
        checked={isChosen}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </label>
  );
}
