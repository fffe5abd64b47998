/** 404, with the links that the specification names. */
import { useT } from '../shared/i18n/i18n.ts';
import { FairScene } from '../shared/scene/fair-scene.tsx';
import { StringLights } from '../shared/scene/lights.tsx';
import { ButtonLink } from '../shared/ui/button.tsx';
import { Message } from '../shared/ui/message.tsx';
import type { NavigationLink } from './navigation.ts';

const links: readonly NavigationLink[] = [
  { to: '/games/play-lottery', label: 'nav.lottery' },
  { to: '/games/aviator', label: 'nav.aviator' },
  { to: '/games/double-trouble', label: 'nav.doubleTrouble' },
  { to: '/leaderboard', label: 'nav.leaderboard' },
];

export function NotFoundPage() {
  const t = useT();
  return (
    <div className="relative isolate flex grow flex-col items-center overflow-hidden bg-(--scene-meadow-near) px-4 pt-20 pb-24">
      <div aria-hidden className="absolute inset-x-0 top-0 -z-10 h-[760px]">
        <FairScene className="h-full" align="middle" />
      </div>
      <div aria-hidden className="absolute inset-x-0 top-0 flex justify-center overflow-hidden">
        <StringLights />
      </div>
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
    </div>
  );
}
