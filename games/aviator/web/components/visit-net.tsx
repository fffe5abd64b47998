/** On request, by how much the balance has changed in this visit. */
import type { User } from '@fairground/contract/user';
import { useState } from 'react';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useVisit } from '@fairground/site-kit/session/visit.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { useT } from '../table-texts.ts';

export function VisitNet({ user }: { user: User }) {
  const t = useT();
  const { formatChange } = useFormat();
  const { change } = useVisit(user);
  const [isShown, setShown] = useState(false);
  return (
    <Button variant="quiet" size="small" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
      {t('aviator.visit')}
      {isShown && <span className="figures ml-1.5">{formatChange(change)}</span>}
    </Button>
  );
}
