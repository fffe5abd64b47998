/** Messages of the contact page: those that wait for an answer, or all. */
import { inboxAnswer } from '@fairground/contract/console/contact';
import { Badge } from '@fairground/site-kit/ui/badge.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from '@fairground/site-kit/router/router.tsx';
import { read } from '../shared/call.ts';
import { formatTime } from '../shared/format.ts';
import { Page, Pending, Section } from '../shared/parts.tsx';
import { Table } from '../shared/table.tsx';

export function InboxPage() {
  const [params] = useSearchParams();
  const all = params.get('all') === 'yes';
  const { data, error } = useQuery({
    queryKey: ['contact', all],
    queryFn: () => read(inboxAnswer, all ? '/contact?all=yes' : '/contact'),
  });
  return (
    <Page
      title="Contact"
      aside={
        <Link to={all ? '/contact' : '/contact?all=yes'} className="font-bold text-info underline">
          {all ? 'Only those without an answer' : 'All messages'}
        </Link>
      }
    >
      <Section title={all ? 'The newest messages' : 'Without an answer'}>
        {data ? (
          <Table
            caption="Messages"
            rows={data.messages}
            keyOf={({ id }) => id}
            empty="Nobody waits for an answer."
            columns={[
              { head: 'When', cell: ({ at }) => formatTime(at) },
              { head: 'From', cell: ({ name, email }) => `${name}, ${email}` },
              {
                head: 'Title',
                cell: ({ id, title }) => (
                  <Link to={`/contact/${id}`} className="font-bold text-info underline">
                    {title}
                  </Link>
                ),
              },
              {
                head: 'State',
                cell: ({ answeredAt }) =>
                  answeredAt === null ? <Badge tone="bright">open</Badge> : <Badge tone="win">done</Badge>,
              },
            ]}
          />
        ) : (
          <Pending error={error} />
        )}
      </Section>
    </Page>
  );
}
