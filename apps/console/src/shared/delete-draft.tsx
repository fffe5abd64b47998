/** Deletes a draft that nobody outside has seen. */
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@fairground/web/shared/router/router.tsx';
import { post } from './call.ts';
import { ConfirmedAct } from './confirmed-act.tsx';
import type { Draft } from './use-draft.ts';

interface DeleteDraftProps {
  what: 'letter' | 'post';
  draft: Pick<Draft<unknown>, 'path' | 'version' | 'forget'>;
  /** The page that lists the others. */
  listPath: string;
}

export function DeleteDraft({ what, draft: { path, version, forget }, listPath }: DeleteDraftProps) {
  const navigate = useNavigate();
  const sending = useMutation({
    mutationFn: () => post(`${path}/delete`, { version }),
    onSuccess: () => {
      forget();
      return navigate(listPath, { replace: true });
    },
  });
  return (
    <ConfirmedAct
      title={`Delete the ${what}`}
      confirmation="Nobody needs this text any more"
      label={`Delete the ${what}`}
      act={sending}
    >
      <p>The text is gone for everybody. The log notes who deleted it, and its title.</p>
    </ConfirmedAct>
  );
}
