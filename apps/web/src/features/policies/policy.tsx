/** A policy: the short version, its parts with a way to each, and the address to write to. */
import { Link } from '@fairground/site-kit/router/router.tsx';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import type { KeyOf } from '@fairground/site-kit/i18n/texts-of.ts';
import { ButtonLink } from '@fairground/site-kit/ui/button.tsx';
import { Sheet, SheetHeading } from '@fairground/site-kit/ui/sheet.tsx';
import { Perforation } from '@fairground/site-kit/ui/stub-panel.tsx';
import { useTexts, type Texts } from '../../texts.ts';

type PolicyKey = KeyOf<Texts['policies']>;

/** What follows the dot of the title stands after the # of the address. */
export type PolicyPart = readonly [title: PolicyKey, ...texts: readonly PolicyKey[]];

interface PolicyProps {
  title: PolicyKey;
  lead: PolicyKey;
  parts: readonly PolicyPart[];
  other: { to: string; label: PolicyKey };
}

/** The date of the current texts; a change of them takes effect 30 days later. */
const inForceSince = '2026-11-21T00:00:00Z';

const short = ['policies.short1', 'policies.short2', 'policies.short3', 'policies.short4'] as const;

export function Policy({ title, lead, parts, other }: PolicyProps) {
  const t = useTexts('policies');
  const { formatLongDate } = useFormat();
  return (
    <Sheet title={t(title)} lead={t(lead)}>
      <p className="mt-2 text-14 leading-5 text-quiet">
        {t('policies.since', { date: formatLongDate(inForceSince) })}
      </p>
      <section aria-labelledby="short" className="mt-6 rounded-control bg-raised px-5 py-4">
        <h2 id="short" className="mb-2 font-bold">
          {t('policies.short')}
        </h2>
        <ul className="grid list-disc gap-1 pl-5 marker:text-coin">
          {short.map((key) => (
            <li key={key}>{t(key)}</li>
          ))}
        </ul>
      </section>
      <div className="mt-8 grid gap-8">
        {parts.map(([heading, ...texts]) => (
          <section key={heading} id={heading.split('.')[1]} className="grid scroll-mt-24 gap-3">
            <SheetHeading>{t(heading)}</SheetHeading>
            {texts.map((key) => (
              <p key={key}>{t(key)}</p>
            ))}
          </section>
        ))}
      </div>
      <Perforation className="my-8" />
      <p>{t('policies.contactText')}</p>
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
        <ButtonLink to="/contact-us">{t('policies.contact')}</ButtonLink>
        <Link
          to={other.to}
          className="inline-flex min-h-11 items-center font-bold text-info underline-offset-4 hover:underline"
        >
          {t(other.label)}
        </Link>
      </div>
    </Sheet>
  );
}
