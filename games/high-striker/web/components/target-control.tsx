/** The target: typed, or one of a few. */
import { useState } from 'react';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { ChoiceGroup } from '@fairground/site-kit/ui/choice-group.tsx';
import { Field } from '@fairground/site-kit/ui/field.tsx';
import game from '../../game.ts';
import { readTarget } from '../target.ts';
import { useTexts } from '../texts.ts';

interface TargetControlProps {
  /** Null if the input is not a target. */
  target: number | null;
  onTarget: (target: number | null) => void;
}

const { initial, max, min, quick } = game.choice.target;
const quickTargets = quick.map((hundredths) => hundredths / 100);

export function TargetControl({ target, onTarget }: TargetControlProps) {
  'use memo';
  const t = useTexts('page');
  const format = useFormat();
  const { formatFactor, formatTwoDecimals } = format;
  const [text, setText] = useState(formatTwoDecimals(initial / 100));
  const limits = { min: formatTwoDecimals(min / 100), max: formatFactor(max / 100) };
  const set = (typed: string): void => {
    setText(typed);
    onTarget(readTarget(typed, format));
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)] items-start gap-x-3 gap-y-2 lg:grid-cols-1">
      <Field
        label={t('highStriker.target')}
        inputMode="decimal"
        autoComplete="off"
        maxLength={8}
        value={text}
        hint={t('highStriker.targetHint', limits)}
        error={target === null ? t('highStriker.targetWrong', limits) : undefined}
        onChange={(event) => set(event.currentTarget.value)}
      />
      <ChoiceGroup
        label={t('highStriker.quickTargets')}
        size="tile"
        values={quickTargets}
        chosen={target}
        textOf={(each) => t('highStriker.times', { m: formatFactor(each) })}
        onChoose={(each) => set(formatTwoDecimals(each))}
        className="figures grid grid-cols-2 gap-2 pt-6.5 sm:grid-cols-4 sideways:grid-cols-2 lg:pt-0"
      />
    </div>
  );
}
