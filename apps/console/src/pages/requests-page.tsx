/** What waits for a second person, and what was decided. */
import { requestsAnswer, type RequestsAnswer } from '@fairground/contract/console/players';
import { Badge, type BadgeTone } from '@fairground/site-kit/ui/badge.tsx';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import { post, read } from '../shared/call.ts';
import { formatNumber, formatTime } from '../shared/format.ts';
import { Failure, Page, Pending, Section, TextLink } from '../shared/parts.tsx';
import { queryClient, useRole } from '../shared/session.ts';
import { Table } from '../shared/table.tsx';

type Correction = RequestsAnswer['requests'][number];
type Void = NonNullable<RequestsAnswer['voids']>[number];
type StaffRequest = Correction | Void;

const refetchMs = 10_000;

export function RequestsPage() {
  const { data, error } = useQuery({
    queryKey: ['requests'],
    queryFn: () => read(requestsAnswer, '/requests'),
    refetchInterval: refetchMs,
  });
  return (
    <Page title="Requests">
      {data ? <Requests requests={newestFirst(data)} /> : <Pending error={error} />}
    </Page>
  );
}

const newestFirst = ({ requests, voids = [] }: RequestsAnswer): StaffRequest[] =>
  [...requests, ...voids].toSorted((a, b) => b.requestedAt.localeCompare(a.requestedAt));

const facts = [
  { head: 'What', cell: (request: StaffRequest) => <What request={request} /> },
  { head: 'Reason', cell: ({ reason }: StaffRequest) => reason },
  {
    head: 'Requested',
    cell: ({ requestedBy, requestedAt }: StaffRequest) => `${requestedBy}, ${formatTime(requestedAt)}`,
  },
];

function Requests({ requests }: { requests: readonly StaffRequest[] }) {
  const role = useRole();
  const deciding = useMutation({
    mutationFn: ({ id, verb }: { id: string; verb: string }) => post(`/requests/${id}/${verb}`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['requests'] }),
  });
  const verbsOf = ({ isOwn }: StaffRequest): string[] =>
    isOwn ? ['withdraw'] : role === 'operator' ? ['approve', 'refuse'] : [];
  return (
    <>
      <Section title="Waiting for a second person">
        {deciding.error ? <Failure error={deciding.error} /> : null}
        <Table
          caption="Open requests"
          rows={requests.filter(({ state }) => state === 'open')}
          keyOf={({ id }) => id}
          empty="Nothing waits."
          columns={[
            ...facts,
            {
              head: 'Decide',
              cell: (request) => (
                <span className="flex flex-wrap gap-2">
                  {verbsOf(request).map((verb) => (
                    <Button
                      key={verb}
                      size="small"
                      variant={verb === 'approve' ? 'primary' : 'secondary'}
                      busy={deciding.isPending}
                      onClick={() => deciding.mutate({ id: request.id, verb })}
                    >
                      {`${verb.charAt(0).toUpperCase()}${verb.slice(1)}`}
                    </Button>
                  ))}
                  {verbsOf(request).length === 0 && <span>An operator decides</span>}
                </span>
              ),
            },
          ]}
        />
      </Section>
      <Section title="Decided">
        <Table
          caption="Decided requests"
          rows={requests.filter(({ state }) => state !== 'open')}
          keyOf={({ id }) => id}
          empty="Nothing was decided yet."
          columns={[
            ...facts,
            {
              head: 'Decision',
              cell: ({ state, decidedBy, decidedAt }) => (
                <>
                  <Badge tone={tones[state]}>{state}</Badge>{' '}
                  {decidedAt === null ? null : <span>{`${decidedBy}, ${formatTime(decidedAt)}`}</span>}
                </>
              ),
            },
          ]}
        />
      </Section>
    </>
  );
}

const tones = {
  open: 'pending',
  approved: 'win',
  refused: 'loss',
  withdrawn: 'plain',
  expired: 'plain',
} as const satisfies Record<StaffRequest['state'], BadgeTone>;

function What({ request }: { request: StaffRequest }) {
  if ('round' in request)
    return (
      <span>{`Void round ${request.round} of ${request.name ?? request.game}, and refund its stakes`}</span>
    );
  const { player, amount } = request;
  return (
    <>
      <span>{`${amount > 0 ? 'Give' : 'Take'} ${formatNumber(Math.abs(amount))} coins `}</span>
      <TextLink to={`/players/${player.id}`}>{player.username}</TextLink>
    </>
  );
}
