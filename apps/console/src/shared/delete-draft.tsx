/** Deletes a draft of a post that nobody outside has seen: the button works once a box is ticked. */
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Checkbox } from '@fairground/site-kit/ui/field.tsx';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from '@fairground/site-kit/router/router.tsx';
import { post } from './call.ts';
import { Failure, Section } from './parts.tsx';
import type { Draft } from './use-draft.ts';

interface DeleteDraftProps {
  draft: Pick<Draft<unknown>, 'path' | 'version' | 'forget'>;
  /** The page that lists the others. */
  listPath: string;
}

export function DeleteDraft({ draft: { path, version, forget }, listPath }: DeleteDraftProps) {
  const navigate = useNavigate();
  const [isSure, setSure] = useState(false);
  const sending = useMutation({
    mutationFn: () => post(`${path}/delete`, { version }),
    onSuccess: () => {
      forget();
      return navigate(listPath, { replace: true });
    },
  });
  return (
    <Section title="Delete the post">
      <p>The text is gone for everybody. The log notes who deleted it, and its title.</p>
      <Checkbox
        label="Nobody needs this text any more"
        checked={isSure}
        onChange={({ target }) => setSure(target.checked)}
      />
      {sending.error ? <Failure error={sending.error} /> : null}
      <div>
        <Button
          size="small"
          variant="danger"
          busy={sending.isPending}
          disabled={!isSure}
          onClick={() => sending.mutate()}
        >
          Delete the post
        </Button>
      </div>
    </Section>
  );
}
