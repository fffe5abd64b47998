/** Logs out and goes to /login; a failure is shown, because the session would still be open. */
import { useNavigate } from '../shared/router/router.tsx';
import { readableError } from '../shared/api/api-error.ts';
import { t } from '../shared/i18n/i18n.ts';
import { logout } from '../entities/session/session.ts';
import { toast } from '../shared/ui/toast.ts';

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
