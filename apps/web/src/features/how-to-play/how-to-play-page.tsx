/**
 * /how-to-play: a guide of each game, under tabs. The address names the tab after the #, so that it can be linked;
 * without scripts there are no tabs, and the guides follow each other.
 */
import { useId } from 'react';
import { useLocation, useNavigate } from '@fairground/site-kit/router/router.tsx';
import { gamesByPlace } from '../../game-parts/list.ts';
import { Sheet } from '@fairground/site-kit/ui/sheet.tsx';
import { TabList, tabPanelProps } from '@fairground/site-kit/ui/tabs.tsx';
import { useHydrated } from '@fairground/site-kit/ui/use-hydrated.ts';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { Guide } from './guide.tsx';
import { useTexts } from '../../texts.ts';

const guides = gamesByPlace('guide');

export function HowToPlayPage() {
  'use memo';
  const t = useTexts('guide');
  const id = useId();
  const [shown, show] = useShownGuide();
  return (
    <Sheet title={t('guide.title')} lead={t('guide.lead')} wide>
      <div className="mt-6">
        <TabList
          id={id}
          label={t('guide.tabs')}
          tabs={guides.map(({ id, card }) => ({ value: id, label: card && t(card.gameName) }))}
          value={shown}
          onChange={show}
          className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap [@media(scripting:none)]:hidden"
          tabClassName={cn(
            'min-h-11 rounded-control border-2 border-edge px-4 font-bold text-text',
            'data-[state=active]:border-coin data-[state=active]:text-coin',
          )}
        />
        {guides.map((game) => (
          <div
            key={game.id}
            {...tabPanelProps(id, game.id, shown)}
            className={cn(
              'mt-6 rounded-control',
              'data-[state=inactive]:hidden [@media(scripting:none)]:data-[state=inactive]:block',
            )}
          >
            <Guide game={game} />
          </div>
        ))}
      </div>
    </Sheet>
  );
}

/** Prerendered with the first guide; the address counts as soon as the page is live. */
function useShownGuide(): [string | undefined, (id: string) => void] {
  'use memo';
  const { hash } = useLocation();
  const navigate = useNavigate();
  const isLive = useHydrated();
  const named = isLive ? guides.find(({ guide }) => `#${guide.anchor}` === hash) : undefined;
  const show = (id: string): void => {
    const anchor = guides.find((each) => each.id === id)?.guide.anchor;
    if (anchor !== undefined && `#${anchor}` !== hash)
      navigate(`#${anchor}`, { replace: true, preventScrollReset: true });
  };
  return [(named ?? guides[0])?.id, show];
}
