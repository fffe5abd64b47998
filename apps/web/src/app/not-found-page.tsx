/** 404, with the links of docs/product.md 2.3. */
import { gamesByPlace } from '../game-parts/list.ts';
import { useT } from '@fairground/site-kit/i18n/i18n.ts';
import { MessagePage } from '@fairground/site-kit/art/message-page.tsx';
import { ButtonLink } from '@fairground/site-kit/ui/button.tsx';
import type { NavigationLink } from './navigation.ts';

const links: readonly NavigationLink[] = [
  ...gamesByPlace('notFoundLink').flatMap(({ page, card }) =>
    page && card ? [{ to: page.path, label: card.gameName }] : [],
  ),
  { to: '/leaderboard', label: 'nav.leaderboard' },
];

export function NotFoundPage() {
  const t = useT();
  return (
    <MessagePage title={t('notFound.title')} text={t('notFound.text')}>
      <div className="flex flex-wrap justify-center gap-3">
        <ButtonLink to="/">{t('nav.home')}</ButtonLink>
        {links.map(({ to, label }) => (
          <ButtonLink key={to} to={to} variant="secondary">
            {t(label)}
          </ButtonLink>
        ))}
      </div>
    </MessagePage>
  );
}
