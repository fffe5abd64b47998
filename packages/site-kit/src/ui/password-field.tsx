/** Password inputs whose text can be shown. */
import { useState } from 'react';
import type { ComponentProps } from 'react';
import { useT } from '../i18n/i18n.ts';
import { Button } from './button.tsx';
import { Field } from './field.tsx';

type PasswordFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'trailing'>;

export function PasswordField(props: PasswordFieldProps) {
  const t = useT();
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <Button
          variant="quiet"
          size="small"
          aria-label={t('auth.showPassword')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {t(shown ? 'auth.hide' : 'auth.show')}
        </Button>
      }
    />
  );
}

/** A password that is chosen here. */
export const NewPasswordField = (props: PasswordFieldProps) => (
  <PasswordField autoComplete="new-password" required minLength={8} {...props} />
);

/** The password of the account, asked for again before a change. */
export function CurrentPasswordField(props: Omit<PasswordFieldProps, 'label'>) {
  const t = useT();
  return (
    <PasswordField label={t('profile.currentPassword')} autoComplete="current-password" required {...props} />
  );
}
