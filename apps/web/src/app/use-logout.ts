/** Logs out and goes to /login; a failure is shown, because the session would still be open. */
import { useNavigate } from '@fairground/site-kit/router/router.tsx';
import { readableError } from '@fairground/site-kit/api/api-error.ts';
import { t } from '@fairground/site-kit/i18n/i18n.ts';
import { logout } from '@fairground/site-kit/session/session.ts';
import { toast } from '@fairground/site-kit/ui/toast.ts';

export function useLogout(): () => void {
  'use memo';
  const navigate = useNavigate();
  return () => {
    void logout().then(
      () => navigate('/login', { replace: true, state: null }),
      (error: unknown) =>
        toast({
          title: t('auth.loggedOutFailed'),
          description: readableError(error, t('error.unexpected')),
          variant: 'destructive',
        }),
    );
  };
}
