/**
 * The links of a player's header before its script has run. The build renders them, see
 * header.tsx; no page loads this.
 */
import ChevronDown from '@fairground/site-kit/icons/chevron-down';
import { Link, NavLink } from '@fairground/site-kit/router/router.tsx';
import { useT } from '@fairground/site-kit/i18n/i18n.ts';
import { topLink } from './navigation-look.ts';
import { headerLinks } from './navigation.ts';

export function NavigationShell() {
  const t = useT();
  return (
    <nav aria-label={t('nav.main')} className="hidden items-center md:flex">
      {/* In place of the button that unfolds the games, which needs script. */}
      <Link to="/games" className={topLink}>
        {t('nav.games')}
        <ChevronDown aria-hidden className="size-4 stroke-3" />
      </Link>
      {headerLinks.map(({ to, label }) => (
        <NavLink key={to} to={to} className={topLink}>
          {t(label)}
        </NavLink>
      ))}
    </nav>
  );
}
