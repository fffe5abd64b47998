/** A choice by a number: its name and value, and the slider. */
import { Slider } from '@fairground/site-kit/ui/slider.tsx';

interface ValueSliderProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  /** As it is shown, and as a screen reader announces it. */
  valueText: string;
  disabled: boolean;
  onChange: (value: number) => void;
}

export const ValueSlider = ({ label, value, valueText, step = 1, ...rest }: ValueSliderProps) => (
  <div>
    <span className="flex min-h-7 items-center gap-3 text-17 leading-6 font-bold">
      {label} <span className="figures text-20">{valueText}</span>
    </span>
    <Slider label={label} value={value} valueText={valueText} step={step} {...rest} />
  </div>
);
