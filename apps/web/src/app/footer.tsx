/** The footer (docs/product.md 2.5): links, the theme, and what the site is. */
import { Link } from '@fairground/site-kit/router/router.tsx';
import { useConnectedCount } from '@fairground/site-kit/presence/presence.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useT } from '@fairground/site-kit/i18n/i18n.ts';
import { useUser } from '@fairground/site-kit/session/session.ts';
import { footerLinks } from './navigation.ts';
import { Logo } from './logo.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { SoundSwitch } from './sound-switch.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** Prerendered with the year of the build; the page corrects it where a year has passed since. */
const year = new Date().getFullYear();

export function Footer() {
  const t = useT();
  const user = useUser();
  return (
    <footer className="bg-meadow text-on-meadow">
      <div className="page-frame grid grid-cols-1 gap-4 py-8">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
          <Link to="/" className="mr-2 rounded-control py-1">
            <Logo wide />
          </Link>
          <nav aria-label={t('nav.footer')}>
            <ul className="flex flex-wrap gap-x-5">
              {footerLinks.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to} className="inline-flex min-h-11 items-center text-15 hover:underline">
                    {t(label)}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        </div>
        {user === null ? (
          // The server shows it during maintenance, with the reason: see showNotice of its pages.ts.
          <p
            hidden
            data-part="maintenance"
            className="maintenance-line text-14 leading-5"
            suppressHydrationWarning
          >
            {t('maintenance.running')}
          </p>
        ) : null}
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
          <p className="text-14 leading-5">
            <span>{`18+ · ${t('footer.rights')} `}</span>
            <span suppressHydrationWarning>{year}</span>
            <AtTheFair />
          </p>
          <div className="-ml-3 flex flex-wrap sm:gap-2">
            <LanguageSwitch className="text-on-meadow! hover:bg-night-950/25!" />
            <ThemeSwitch className="text-on-meadow! hover:bg-night-950/25!" />
            <SoundSwitch className="text-on-meadow! hover:bg-night-950/25!" />
          </div>
        </div>
      </div>
    </footer>
  );
}

/** How many are connected: known where this page is. */
function AtTheFair() {
  const t = useT();
  const { formatCoins } = useFormat();
  const connected = useConnectedCount();
  // Zero comes before the page itself is counted.
  if (connected === undefined || connected === 0) return null;
  return (
    <span className="figures" data-part="connected">
      {` · ${t('footer.connected', { n: connected, shown: formatCoins(connected) })}`}
    </span>
  );
}
