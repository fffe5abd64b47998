/** Buttons and links that look like them. `action` is the large one at the thumb: 72 px, once a screen. */
import { useState, type ComponentProps, type ReactNode } from 'react';
import { Link } from '../router/router.tsx';
import { cn } from './cn.ts';

const base =
  'inline-flex max-w-full shrink-0 items-center justify-center gap-2 text-center font-bold select-none ' +
  'transition-[background-color,border-color,translate] ' +
  'disabled:cursor-not-allowed active:not-disabled:translate-y-px';

const variants = {
  primary:
    'bg-bulb-400 text-night-950 border-2 border-ink shadow-[inset_0_-4px_0_var(--color-bulb-500)] ' +
    'hover:not-disabled:bg-[#ffdc8a] ' +
    'disabled:bg-raised disabled:text-disabled disabled:shadow-none disabled:border-rule',
  secondary:
    'bg-panel text-text border-2 border-edge hover:not-disabled:bg-raised disabled:text-disabled disabled:border-rule',
  quiet: 'text-text hover:not-disabled:bg-raised disabled:text-disabled',
  danger:
    'bg-panel text-loss border-2 border-loss hover:not-disabled:bg-raised disabled:text-disabled disabled:border-rule',
};

const sizes = {
  small: 'min-h-11 px-3 rounded-control text-14',
  normal: 'min-h-12 px-5 rounded-control text-16',
  large: 'min-h-14 px-7 rounded-control text-17',
  action: 'min-h-18 w-full px-6 rounded-action text-20',
  icon: 'size-11 rounded-full',
};

/** The classes of a button, for other elements that look like one. */
export const buttonClass = ({ variant = 'primary', size = 'normal', className }: ButtonLook): string =>
  cn(base, variants[variant], sizes[size], className);

interface ButtonLook {
  variant?: keyof typeof variants | undefined;
  size?: keyof typeof sizes | undefined;
  className?: string | undefined;
}

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'>, ButtonLook {
  /** Retains the width, ignores clicks and announces it to screen readers. */
  busy?: boolean;
  children: ReactNode;
}

/**
 * While it has the focus it is never disabled as HTML means it: the browser would take the focus away, and a screen
 * reader would read where it fell instead of the outcome.
 */
export function Button({
  variant,
  size,
  className,
  busy = false,
  disabled = false,
  type = 'button',
  onClick,
  onFocus,
  onBlur,
  ...rest
}: ButtonProps) {
  const [isFocused, setFocused] = useState(false);
  const isOff = disabled || busy;
  return (
    <button
      type={type}
      disabled={isOff && !isFocused}
      aria-disabled={(isOff && isFocused) || undefined}
      aria-busy={busy || undefined}
      className={buttonClass({ variant, size, className })}
      onClick={(event) => {
        if (isOff) event.preventDefault();
        else onClick?.(event);
      }}
      onFocus={(event) => {
        setFocused(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setFocused(false);
        onBlur?.(event);
      }}
      {...rest}
    />
  );
}

interface ButtonLinkProps extends Omit<ComponentProps<typeof Link>, 'className'>, ButtonLook {}

export function ButtonLink({ variant, size, className, ...rest }: ButtonLinkProps) {
  return <Link className={buttonClass({ variant, size, className })} {...rest} />;
}
