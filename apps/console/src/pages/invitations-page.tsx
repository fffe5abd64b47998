/** The operator's invitations: a new one, whose link is shown once, and what became of the others. */
import {
  invitationDays,
  invitationsAnswer,
  inviteAnswer,
  type InvitationsAnswer,
} from '@fairground/contract/console/invitations';
import { Badge, type BadgeTone } from '@fairground/site-kit/ui/badge.tsx';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { Field } from '@fairground/site-kit/ui/field.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { post, read } from '../shared/call.ts';
import { formatTime } from '../shared/format.ts';
import { readForm } from '../shared/form.ts';
import { Failure, Page, Pending, Section, TextLink } from '../shared/parts.tsx';
import { queryClient } from '../shared/session.ts';
import { Table } from '../shared/table.tsx';

type Invitation = InvitationsAnswer['invitations'][number];

const invitationsKey = ['invitations'];
const refetch = () => queryClient.invalidateQueries({ queryKey: invitationsKey });

const whoMayRegister = {
  open: 'Everybody may register, and needs no invitation: REGISTRATION=invite changes that.',
  invite: 'A new account needs one of these, or the referral link of a player.',
  closed: 'REGISTRATION=closed: nobody can register, with an invitation or without.',
} as const;

export function InvitationsPage() {
  const { data, error } = useQuery({
    queryKey: invitationsKey,
    queryFn: () => read(invitationsAnswer, '/invitations'),
  });
  return (
    <Page title="Invitations">
      {data ? (
        <>
          <NewInvitation text={whoMayRegister[data.registration]} />
          <Invitations invitations={data.invitations} />
        </>
      ) : (
        <Pending error={error} />
      )}
    </Page>
  );
}

function NewInvitation({ text }: { text: string }) {
  const inviting = useMutation({
    mutationFn: async (body: { note: string; days: number }) =>
      inviteAnswer.parse(await post('/invitations', body)),
    onSettled: refetch,
  });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const field = readForm(form);
    inviting.mutate({ note: field('note'), days: Number(field('days')) }, { onSuccess: () => form.reset() });
  }
  return (
    <Section title="Invite somebody">
      <p>{text}</p>
      <form onSubmit={submit} className="grid max-w-[480px] gap-3">
        <Field
          label="For whom"
          name="note"
          required
          maxLength={100}
          autoComplete="off"
          hint="Shown in the list below, not to the guest."
        />
        <Field
          label="Days it is valid"
          name="days"
          type="number"
          required
          min={invitationDays.min}
          max={invitationDays.max}
          defaultValue={invitationDays.usual}
        />
        {inviting.error ? <Failure error={inviting.error} /> : null}
        <Button type="submit" size="small" busy={inviting.isPending}>
          Make a link
        </Button>
      </form>
      {inviting.data ? (
        <div role="status" className="grid max-w-[720px] gap-1.5">
          <Field
            label="The link, which opens one account"
            readOnly
            value={inviting.data.link}
            onFocus={(event) => event.currentTarget.select()}
            hint={`Valid until ${formatTime(inviting.data.expiresAt)}. It is not shown again: copy it now.`}
          />
        </div>
      ) : null}
    </Section>
  );
}

const tones = {
  open: 'pending',
  used: 'win',
  ended: 'plain',
  expired: 'plain',
} as const satisfies Record<Invitation['state'], BadgeTone>;

function Invitations({ invitations }: Pick<InvitationsAnswer, 'invitations'>) {
  const ending = useMutation({
    mutationFn: (id: string) => post(`/invitations/${id}/end`),
    onSettled: refetch,
  });
  return (
    <Section title="Invitations">
      {ending.error ? <Failure error={ending.error} /> : null}
      <Table
        caption="Invitations"
        rows={invitations}
        keyOf={({ id }) => id}
        empty="Nobody was invited yet."
        columns={[
          { head: 'For', cell: ({ note }) => note || '–' },
          { head: 'State', cell: (invitation) => <State invitation={invitation} /> },
          { head: 'Made', cell: ({ createdAt }) => formatTime(createdAt) },
          { head: 'Valid until', cell: ({ expiresAt }) => formatTime(expiresAt) },
          {
            head: 'End',
            cell: ({ id, note, state }) =>
              state === 'open' ? (
                <Button
                  size="small"
                  variant="secondary"
                  aria-label={`End the invitation: ${note || 'no note'}`}
                  busy={ending.isPending}
                  onClick={() => ending.mutate(id)}
                >
                  End
                </Button>
              ) : (
                '–'
              ),
          },
        ]}
      />
    </Section>
  );
}

function State({ invitation: { state, usedBy, endedAt } }: { invitation: Invitation }) {
  return (
    <>
      <Badge tone={tones[state]}>{state}</Badge>{' '}
      {usedBy === null ? null : (
        <>
          <span>{'by '}</span>
          <TextLink to={`/players/${usedBy.id}`}>{usedBy.username}</TextLink>
          <span>{', '}</span>
        </>
      )}
      {endedAt === null ? null : <span>{formatTime(endedAt)}</span>}
    </>
  );
}
