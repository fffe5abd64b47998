/**
 * A slider of one value in steps, in the pictures' manner: a thin rail and a bulb for a thumb. A finger that
 * begins to scroll the page here scrolls it, and leaves the value as it was.
 */
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { valueAfterKey, valueAtShare } from './slider-steps.ts';

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
  'use memo';
  const thumb = useRef<HTMLSpanElement>(null);
  const pressedAt = useRef(value);
  const steps = { min, max: Math.max(max, min), step };
  const isOff = disabled || max <= min;
  const percent = max <= min ? 0 : Math.min(100, Math.max(0, ((value - min) / (max - min)) * 100));

  function choose(next: number, focusVisible: boolean): void {
    if (isOff || next === value) return;
    thumb.current?.focus({ preventScroll: true, focusVisible });
    onChange(next);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const next = valueAfterKey(value, event, steps);
    if (next === undefined) return;
    event.preventDefault();
    choose(next, true);
  }

  function follow({ currentTarget, clientX }: PointerEvent): void {
    const { left, width } = currentTarget.getBoundingClientRect();
    choose(valueAtShare((clientX - left) / width, steps), false);
  }

  function onPointerDown(event: PointerEvent): void {
    pressedAt.current = value;
    event.currentTarget.setPointerCapture(event.pointerId);
    event.preventDefault();
    if (event.target === thumb.current) thumb.current.focus({ preventScroll: true, focusVisible: false });
    else follow(event);
  }

  return (
    <span
      role="presentation"
      data-disabled={isOff ? '' : undefined}
      data-orientation="horizontal"
      className="group relative flex h-11 w-full touch-pan-y items-center select-none data-disabled:opacity-60"
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event);
      }}
      // The first touch has moved the thumb already when the browser takes the finger for scrolling.
      onPointerCancel={() => {
        if (!disabled) onChange(pressedAt.current);
      }}
    >
      <span className="relative h-1.5 grow rounded-full bg-rule">
        <span
          className="absolute h-full rounded-full bg-bulb-500"
          style={{ left: 0, right: `${100 - percent}%` }}
        />
      </span>
      {/* At both ends the thumb stays within the rail. */}
      <span
        className="absolute -translate-x-1/2"
        style={{ left: `calc(${percent}% + ${(1 - percent / 50) * 0.75}rem)` }}
      >
        <span
          ref={thumb}
          role="slider"
          aria-label={label}
          aria-disabled={isOff}
          aria-valuemin={min}
          aria-valuenow={value}
          aria-valuemax={steps.max}
          aria-valuetext={valueText}
          aria-orientation="horizontal"
          data-disabled={isOff ? '' : undefined}
          tabIndex={isOff ? undefined : 0}
          className="block size-6 rounded-full border-[5px] border-bulb-400 bg-night-950 before:absolute before:-inset-2.5 before:content-['']"
        />
      </span>
    </span>
  );
}
