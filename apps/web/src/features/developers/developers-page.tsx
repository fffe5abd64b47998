/** /developers: how to play by program, what a token may do, and the rules for bots. */
import { maxTokenDays, maxTokens, tokenCalls } from '@fairground/contract/token-rules';
import type { ReactNode } from 'react';
import { ButtonLink, buttonClass } from '@fairground/site-kit/ui/button.tsx';
import type { KeyOf } from '@fairground/site-kit/i18n/texts-of.ts';
import { Sheet, SheetHeading } from '@fairground/site-kit/ui/sheet.tsx';
import { Perforation } from '@fairground/site-kit/ui/stub-panel.tsx';
import { useTexts, type Texts } from '../../texts.ts';

const sample = `curl https://SITE/api/user/me \\
  -H "Authorization: Bearer fgp_..."`;

const rules = ['developers.rule1', 'developers.rule2', 'developers.rule3', 'developers.rule4'] as const;
const limits = ['developers.limit1', 'developers.limit2', 'developers.limit3', 'developers.limit4'] as const;

const figures = {
  calls: tokenCalls.max,
  seconds: tokenCalls.windowMs / 1_000,
  tokens: maxTokens,
  days: maxTokenDays,
};

export function DevelopersPage() {
  const t = useTexts('developers');
  return (
    <Sheet title={t('developers.title')} lead={t('developers.lead')}>
      <Part title={t('developers.begin')}>
        <p>{t('developers.begin1')}</p>
        <p>{t('developers.begin2')}</p>
        <pre
          // A sample that scrolls must be reachable by keyboard.
          role="region"
          aria-label={t('developers.sample')}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="overflow-x-auto rounded-control bg-raised px-4 py-3 text-14 leading-6"
        >
          <code>{sample}</code>
        </pre>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/profile/data">{t('developers.tokens')}</ButtonLink>
          <a href="/api/docs" className={buttonClass({ variant: 'secondary' })}>
            {t('developers.docs')}
          </a>
        </div>
      </Part>
      <Part title={t('developers.scopes')}>
        <dl className="grid gap-4 sm:grid-cols-2">
          <Scope name="read" text={t('developers.read')} />
          <Scope name="play" text={t('developers.play')} />
        </dl>
        <p>{t('developers.never')}</p>
      </Part>
      <Part title={t('developers.limits')}>
        <List keys={limits} />
      </Part>
      <Part title={t('developers.rules')}>
        <List keys={rules} />
      </Part>
      <Part title={t('developers.client')}>
        <p>{t('developers.client1')}</p>
        <p>{t('developers.client2')}</p>
      </Part>
    </Sheet>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <Perforation className="my-8" />
    <section className="grid grid-cols-1 gap-4 wrap-anywhere">
      <SheetHeading>{title}</SheetHeading>
      {children}
    </section>
  </>
);

const Scope = ({ name, text }: { name: string; text: string }) => (
  <div className="rounded-control bg-raised px-4 py-3">
    <dt className="font-bold text-coin">
      <code>{name}</code>
    </dt>
    <dd>{text}</dd>
  </div>
);

function List({ keys }: { keys: readonly KeyOf<Texts['developers']>[] }) {
  const t = useTexts('developers');
  return (
    <ul className="grid list-disc gap-2 pl-5 marker:text-coin">
      {keys.map((key) => (
        <li key={key}>{t(key, figures)}</li>
      ))}
    </ul>
  );
}
