/** Buttons of which one is chosen, such as the spans of a list or the quick stakes of a game. */
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';

const sizes = {
  /** In a grid, which sets the width. */
  tile: 'min-h-11',
  normal: 'min-h-11 px-4',
  large: 'min-h-12 px-4',
};

interface ChoiceProps extends ComponentProps<'button'> {
  isChosen: boolean;
  size?: keyof typeof sizes | undefined;
}

export const Choice = ({ isChosen, size = 'normal', className, ...rest }: ChoiceProps) => (
  <button
    type="button"
    aria-pressed={isChosen}
    className={cn(
      'rounded-control font-bold disabled:cursor-not-allowed disabled:text-disabled',
      sizes[size],
      isChosen || size !== 'tile' ? 'border-2' : 'border-[1.5px]',
      isChosen ? 'border-coin text-coin' : 'border-edge text-text disabled:border-rule',
      className,
    )}
    {...rest}
  />
);

interface ChoiceGroupProps<Value> extends Pick<ChoiceProps, 'size'> {
  /** Names the group. */
  label: string;
  values: readonly Value[];
  chosen: Value | null;
  textOf: (value: Value) => ReactNode;
  onChoose: (value: Value) => void;
  isDisabled?: (value: Value) => boolean;
  className: string;
}

export const ChoiceGroup = <Value extends string | number>(props: ChoiceGroupProps<Value>) => (
  <div role="group" aria-label={props.label} className={props.className}>
    {props.values.map((value) => (
      <Choice
        key={value}
        size={props.size}
        isChosen={value === props.chosen}
        disabled={props.isDisabled?.(value)}
        onClick={() => props.onChoose(value)}
      >
        {props.textOf(value)}
      </Choice>
    ))}
  </div>
);
