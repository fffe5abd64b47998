/** The optional multiplier at which the server cashes out automatically. */
import { aviatorRules } from '../../rules.ts';
import { useId } from 'react';
import { useFormat, type Format } from '@fairground/site-kit/format/format.ts';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { useTexts } from '../texts.ts';

const min = aviatorRules.minCashOutHundredths / 100;
const max = aviatorRules.maxHundredths / 100;

/** Null for none. */
export function parseAutoCashOut(
  text: string,
  { readFactor }: Pick<Format, 'readFactor'>,
): number | null | 'invalid' {
  if (text.trim() === '') return null;
  const value = readFactor(text);
  return value >= min && value <= max ? value : 'invalid';
}

type AutoCashOutFieldProps = {
  text: string;
  invalid: boolean;
  disabled: boolean;
  onChange: (text: string) => void;
};

export function AutoCashOutField({ text, invalid, disabled, onChange }: AutoCashOutFieldProps) {
  const t = useTexts('page');
  const { formatCoins, formatTwoDecimals } = useFormat();
  const id = useId();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <label htmlFor={id} className="text-14 leading-5">
        {t('aviator.auto')}
        <span id={`${id}-hint`} className={`block ${invalid ? 'text-loss' : 'text-quiet'}`}>
          {t('aviator.autoHint', { least: formatTwoDecimals(min), most: formatCoins(max) })}
        </span>
      </label>
      <span className="relative">
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          placeholder={t('aviator.autoNone')}
          value={text}
          disabled={disabled}
          aria-invalid={invalid || undefined}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onChange(event.target.value)}
          className={cn(
            'figures min-h-11 w-28 rounded-control border-[1.5px] border-edge bg-ground pr-7 pl-3',
            'text-right text-16 font-bold text-text',
            'placeholder:font-medium placeholder:text-disabled disabled:border-rule',
            'disabled:text-disabled aria-invalid:border-loss',
          )}
        />
        <span aria-hidden="true" className="absolute top-1/2 right-3 -translate-y-1/2 text-quiet">
          x
        </span>
      </span>
    </div>
  );
}
