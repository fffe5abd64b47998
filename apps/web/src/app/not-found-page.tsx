/** 404, with the links of docs/product.md 2.3. */
import { gamesByPlace } from '../games/list.ts';
import { useT } from '@fairground/site-kit/i18n/i18n.ts';
import { ScenePage } from '@fairground/site-kit/art/scene-page.tsx';
import { ButtonLink } from '@fairground/site-kit/ui/button.tsx';
import { Message } from '@fairground/site-kit/ui/message.tsx';
import type { NavigationLink } from './navigation.ts';

const links: readonly NavigationLink[] = [
  ...gamesByPlace('notFoundLink').flatMap(({ page, card }) =>
    page && card ? [{ to: page.path, label: card.sign }] : [],
  ),
  { to: '/leaderboard', label: 'nav.leaderboard' },
];

export function NotFoundPage() {
  const t = useT();
  return (
    <ScenePage className="flex flex-col items-center px-4 pt-20 pb-24">
      <div className="bites-top flex min-h-100 w-full max-w-[720px] flex-col rounded-b-panel bg-panel md:min-h-120">
        <Message title={t('notFound.title')} text={t('notFound.text')}>
          <div className="flex flex-wrap justify-center gap-3">
            <ButtonLink to="/">{t('nav.home')}</ButtonLink>
            {links.map(({ to, label }) => (
              <ButtonLink key={to} to={to} variant="secondary">
                {t(label)}
              </ButtonLink>
            ))}
          </div>
        </Message>
      </div>
    </ScenePage>
  );
}
