/** What an owner does with a club, and leaving it. What cannot be taken back asks once more. */
import type { ClubPage } from '@fairground/contract/clubs';
import { useState, type ReactNode } from 'react';
import { readableError } from '@fairground/site-kit/api/api-error.ts';
import { useAction } from '@fairground/site-kit/api/use-action.ts';
import { useNavigate } from '@fairground/site-kit/router/router.tsx';
import { useUser } from '@fairground/site-kit/session/session.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Dialog } from '@fairground/site-kit/ui/dialog.tsx';
import { FormFailure } from '@fairground/site-kit/ui/form-parts.tsx';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import { actOnClub, closeClub, leaveClub } from './calls.ts';
import { NameForm } from './name-form.tsx';
import { useTexts } from '../../texts.ts';

interface ManageDialogProps {
  club: ClubPage;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

type Step = 'renew' | 'remove' | 'handOver' | 'leave' | 'close';

/** What is asked once more. */
interface Asked {
  step: Step;
  member: ClubPage['members'][number] | undefined;
}

export function ManageDialog({ club, open, onOpenChange }: ManageDialogProps) {
  const t = useTexts('clubs');
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t(club.role === 'owner' ? 'clubs.manage' : 'clubs.leave')}
    >
      <Content club={club} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

/** Whoever uses the keyboard goes on at the question, and at the button that asked once they are back. */
const focus = (element: HTMLElement | null): void => element?.focus();

function Content({ club, onDone }: { club: ClubPage; onDone: () => void }) {
  'use memo';
  const t = useTexts('clubs');
  const navigate = useNavigate();
  const me = useUser();
  const isOwner = club.role === 'owner';
  const others = club.members.filter(({ id }) => id !== me?.id);
  const [memberId, setMemberId] = useState('');
  const member = others.find(({ id }) => id === memberId) ?? others[0];
  // With the member it is about: the members may change while it is asked.
  const [asked, setAsked] = useState<Asked | null>(isOwner ? null : { step: 'leave', member: undefined });
  const [left, setLeft] = useState<Step | null>(null);
  const { run, isPending, error } = useAction(async ({ step, member: chosen }: Asked) => {
    await calls[step](club.id, chosen?.id ?? '');
    toast({ title: t(`clubs.${step}Done`), variant: 'success' });
    onDone();
    if (step === 'leave' || step === 'close') navigate('/clubs', { replace: true });
  });
  const goBack = (from: Step): void => {
    setLeft(from);
    setAsked(null);
  };
  const failure = <FormFailure text={error === null ? null : readableError(error, t('error.unexpected'))} />;
  if (asked !== null) {
    const { step } = asked;
    const name = asked.member?.username ?? '';
    return (
      <>
        <p role="status" tabIndex={-1} ref={focus}>
          {t(`clubs.${step}Ask`, { name, club: club.name })}
        </p>
        {failure}
        <div className="flex flex-wrap gap-3">
          <Button
            variant={step === 'renew' ? 'primary' : 'danger'}
            busy={isPending}
            onClick={() => run(asked)}
          >
            {t(`clubs.${step}`)}
          </Button>
          <Button variant="secondary" onClick={() => (isOwner ? goBack(step) : onDone())}>
            {t('clubs.back')}
          </Button>
        </div>
      </>
    );
  }
  const ask = (step: Step) => (
    <Button
      variant="secondary"
      ref={step === left ? focus : undefined}
      onClick={() => setAsked({ step, member })}
    >
      {t(`clubs.${step}`)}
    </Button>
  );
  return (
    <>
      <NameForm
        name={club.name}
        button={t('clubs.rename')}
        send={async (body) => {
          await actOnClub(club.id, 'rename', body);
          toast({ title: t('clubs.renamed'), variant: 'success' });
        }}
      />
      {member === undefined ? null : (
        <Part title={t('clubs.someMember')}>
          <select
            aria-label={t('clubs.member')}
            className="min-h-11 w-full rounded-control border-2 border-edge bg-ground px-3 font-bold"
            value={member.id}
            onChange={({ currentTarget }) => setMemberId(currentTarget.value)}
          >
            {others.map(({ id, username }) => (
              <option key={id} value={id}>
                {username}
              </option>
            ))}
          </select>
          {ask('remove')}
          {ask('handOver')}
        </Part>
      )}
      <Part title={t('clubs.whole')}>
        {ask('renew')}
        {ask('leave')}
        {ask('close')}
      </Part>
    </>
  );
}

const calls: Record<Step, (clubId: string, userId: string) => Promise<unknown>> = {
  renew: (id) => actOnClub(id, 'invite'),
  remove: (id, userId) => actOnClub(id, 'remove', { userId }),
  handOver: (id, userId) => actOnClub(id, 'owner', { userId }),
  leave: (id) => leaveClub(id),
  close: (id) => closeClub(id),
};

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex flex-wrap gap-2 border-t-[1.5px] border-rule pt-4">
    <h3 className="w-full text-14 leading-5 font-bold">{title}</h3>
    {children}
  </section>
);
