/**
 * A slider of one value in steps: the browser's own, in the pictures' manner. A finger that begins to scroll the page
 * here scrolls it, and leaves the value as it was.
 */
import { useRef, type CSSProperties } from 'react';
import styles from './slider.module.css';

interface SliderProps {
  label: string;
  value: number;
  min: number;
  /** Can be chosen even if it is between two steps. */
  max: number;
  step: number;
  disabled?: boolean;
  /** What a screen reader announces for the value, such as "50 coins". */
  valueText: string;
  onChange: (value: number) => void;
}

export function Slider({ label, value, min, max, step, disabled = false, valueText, onChange }: SliderProps) {
  'use memo';
  // The browser's slider ends at its last complete step, so this one goes on to the next where max is between two.
  const last = Math.max(0, Math.ceil((max - min) / step));
  const at = value >= max ? last : Math.round((value - min) / step);
  const pressedAt = useRef(value);
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={valueText}
      min={min}
      max={min + last * step}
      step={step}
      value={min + at * step}
      disabled={disabled || last === 0}
      className={styles.slider}
      style={{ '--share': last === 0 ? 0 : at / last } as CSSProperties}
      onPointerDown={() => {
        pressedAt.current = value;
      }}
      // The first touch has moved the thumb already when the browser takes the finger for scrolling.
      onPointerCancel={() => {
        if (!disabled) onChange(pressedAt.current);
      }}
      onChange={(event) => onChange(Math.min(max, event.target.valueAsNumber))}
    />
  );
}
