/** The newsletter: how many get it, and a file of them for the mailing tool that sends it. */
import { subscribersAnswer } from '@fairground/contract/console/newsletter';
import { buttonClass } from '@fairground/site-kit/ui/button.tsx';
import { useQuery } from '@tanstack/react-query';
import { read } from '../shared/call.ts';
import { formatNumber } from '../shared/format.ts';
import { Figures, Page, Pending, Section } from '../shared/parts.tsx';

export function NewsletterPage() {
  const { data, error } = useQuery({
    queryKey: ['newsletter'],
    queryFn: () => read(subscribersAnswer, '/newsletter'),
  });
  return (
    <Page title="Newsletter">
      {data ? (
        <Section title="Subscribers">
          <Figures
            figures={[
              ['Confirmed addresses', formatNumber(data.confirmed)],
              ['Of them in Spanish', formatNumber(data.spanish)],
            ]}
          />
          <p>
            The file is for a mailing tool. It has each address with its language and a link that ends the
            subscription. Download it before each mailing: who has unsubscribed is not in it any more.
          </p>
          <div>
            <a
              href="/api/console/newsletter/subscribers.csv"
              download
              className={buttonClass({ variant: 'secondary', size: 'small' })}
            >
              Download the subscribers
            </a>
          </div>
        </Section>
      ) : (
        <Pending error={error} />
      )}
    </Page>
  );
}
