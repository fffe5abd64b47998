/** The page and the inputs by which the staff confirm who they are. */
import { Field } from '@fairground/site-kit/ui/field.tsx';
import type { ComponentProps, ReactNode } from 'react';

type FieldProps = ComponentProps<typeof Field>;

export const EntrancePage = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className="mx-auto grid min-h-dvh w-full max-w-[420px] content-center gap-5 px-4 py-8">
    <title>{`${title} · Fairground console`}</title>
    <h1 className="text-26 leading-8 font-bold">Fairground console</h1>
    {children}
  </main>
);

export const NameField = (props: Pick<FieldProps, 'hint'>) => (
  <Field
    label="Name"
    name="name"
    autoComplete="username"
    autoCapitalize="none"
    required
    maxLength={30}
    {...props}
  />
);

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
