/** The inputs by which the staff confirm who they are. */
import { Field } from '@fairground/site-kit/ui/field.tsx';
import type { ComponentProps } from 'react';

type FieldProps = ComponentProps<typeof Field>;

export const PasswordField = ({ label = 'Password', ...props }: Partial<FieldProps>) => (
  <Field
    label={label}
    name="password"
    type="password"
    autoComplete="current-password"
    required
    maxLength={128}
    {...props}
  />
);

export const CodeField = (props: Pick<FieldProps, 'hint'>) => (
  <Field
    label="Code of your authenticator app"
    name="code"
    inputMode="numeric"
    autoComplete="one-time-code"
    required
    maxLength={16}
    {...props}
  />
);
