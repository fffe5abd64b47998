/**
 * /how-to-play: four guides under tabs. The address names the tab after the #, so that it can be linked;
 * without scripts there are no tabs, and the guides follow each other.
 */
import { Tabs } from 'radix-ui';
import { useLocation, useNavigate } from '../../shared/router/router.tsx';
import { gamesByPlace } from '../../games/list.ts';
import { Sheet } from '../../shared/ui/sheet.tsx';
import { useHydrated } from '../../shared/ui/use-hydrated.ts';
import { Guide } from './guide.tsx';
import { useTexts } from './texts.ts';

const guides = gamesByPlace('guide');

export function HowToPlayPage() {
  const t = useTexts();
  const [shown, show] = useShownGuide();
  return (
    <Sheet title={t('guide.title')} lead={t('guide.lead')} wide>
      <Tabs.Root {...(shown === undefined ? {} : { value: shown })} onValueChange={show} className="mt-6">
        <Tabs.List
          aria-label={t('guide.tabs')}
          className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap [@media(scripting:none)]:hidden"
        >
          {guides.map(({ id, card }) => (
            <Tabs.Trigger
              key={id}
              value={id}
              // A press from before hydration is replayed as a click alone, to which the tab does not react.
              onClick={() => show(id)}
              className="min-h-11 rounded-control border-2 border-edge px-4 font-bold text-text data-[state=active]:border-coin data-[state=active]:text-coin"
            >
              {card && t(card.sign)}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {guides.map((game) => (
          <Tabs.Content
            key={game.id}
            value={game.id}
            forceMount
            className="mt-6 rounded-control data-[state=inactive]:hidden [@media(scripting:none)]:data-[state=inactive]:block"
          >
            <Guide game={game} />
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </Sheet>
  );
}

/** Prerendered with the first guide; the address counts as soon as the page is live. */
function useShownGuide(): [string | undefined, (id: string) => void] {
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
