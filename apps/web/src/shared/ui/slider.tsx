/**
 * A slider of one value in steps, in the pictures' manner: a thin rail and a bulb for a thumb. A finger that
 * begins to scroll the page here scrolls it, and leaves the value as it was.
 */
import { useRef } from 'react';
import { Slider as RadixSlider } from 'radix-ui';

interface SliderProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  disabled?: boolean;
  /** What a screen reader announces for the value, such as "50 coins". */
  valueText?: string;
  onChange: (value: number) => void;
}

export function Slider({ label, value, min, max, step, disabled = false, valueText, onChange }: SliderProps) {
  const pressedAt = useRef(value);
  return (
    <RadixSlider.Root
      className="group relative flex h-11 w-full touch-pan-y items-center select-none data-disabled:opacity-60"
      value={[value]}
      min={min}
      max={Math.max(max, min)}
      step={step}
      disabled={disabled || max <= min}
      onPointerDown={() => {
        pressedAt.current = value;
      }}
      // The first touch has moved the thumb already when the browser takes the finger for scrolling.
      onPointerCancel={() => {
        if (!disabled) onChange(pressedAt.current);
      }}
      onValueChange={([next]) => {
        if (next !== undefined) onChange(next);
      }}
    >
      <RadixSlider.Track className="relative h-1.5 grow rounded-full bg-rule">
        <RadixSlider.Range className="absolute h-full rounded-full bg-bulb-500" />
      </RadixSlider.Track>
      <RadixSlider.Thumb
        aria-label={label}
        aria-valuetext={valueText}
        className="block size-6 rounded-full border-[5px] border-bulb-400 bg-night-950 before:absolute before:-inset-2.5 before:content-['']"
      />
    </RadixSlider.Root>
  );
}
