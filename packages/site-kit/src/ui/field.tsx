/** A labeled input with its hint and its error, tied together for screen readers. */
import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { useT } from '../i18n/i18n.ts';
import { cn } from './cn.ts';

interface FieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** A control at the end of the input, such as "show password". */
  trailing?: ReactNode;
}

export function Field({ label, hint, error, trailing, ...input }: FieldProps) {
  const id = useId();
  // The error takes the hint's place, so that nothing moves below.
  const below = error ?? hint;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-14 leading-5 font-bold">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={below ? `${id}-below` : undefined}
          className={cn(inputClass, trailing ? 'pr-24' : null)}
          {...input}
        />
        {trailing ? <div className="absolute inset-y-0 right-1 flex items-center">{trailing}</div> : null}
      </div>
      {below ? (
        <p id={`${id}-below`} className={cn('text-14 leading-5', error ? 'text-loss' : 'text-quiet')}>
          {below}
        </p>
      ) : null}
    </div>
  );
}

/** The name of a player's own account. */
export function UsernameField(props: Omit<FieldProps, 'label'>) {
  const t = useT();
  return (
    <Field
      label={t('auth.username')}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={20}
      hint={t('auth.usernameHint')}
      {...props}
    />
  );
}

/** The address of a player or a visitor. */
export const EmailField = (props: FieldProps) => (
  <Field type="email" autoComplete="email" required maxLength={254} {...props} />
);

export const inputClass =
  'w-full min-h-12 rounded-control border-2 border-edge bg-ground px-4 text-16 text-text placeholder:text-disabled ' +
  'aria-invalid:border-loss disabled:text-disabled disabled:border-rule';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'> {
  label: ReactNode;
  error?: string | undefined;
}

/** The complete line is the target. */
export function Checkbox({ label, error, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="size-6 shrink-0"
          {...input}
        />
        <span>{label}</span>
      </label>
      {error ? (
        <p id={`${id}-error`} className={'text-14 leading-5 text-loss'}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
