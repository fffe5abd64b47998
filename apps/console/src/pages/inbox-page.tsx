/** Messages of the contact page: those that wait for an answer, or all. */
import { inboxAnswer } from '@fairground/contract/console/contact';
import { Badge } from '@fairground/site-kit/ui/badge.tsx';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from '@fairground/site-kit/router/router.tsx';
import { read } from '../shared/call.ts';
import { formatTime } from '../shared/format.ts';
import { Page, Pending, Section, TextLink } from '../shared/parts.tsx';
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
        <TextLink to={all ? '/contact' : '/contact?all=yes'}>
          {all ? 'Only those without an answer' : 'All messages'}
        </TextLink>
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
                cell: ({ id, title }) => <TextLink to={`/contact/${id}`}>{title}</TextLink>,
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
