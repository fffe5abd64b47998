/**
 * /how-to-play: four guides under tabs. The tab stands in the address after the #, so that it can be linked;
 * without scripts there are no tabs, and the guides stand one below the other.
 */
import { Tabs } from 'radix-ui';
import { useLocation, useNavigate } from 'react-router';
import { useT } from '../../shared/i18n/i18n.ts';
import { Sheet } from '../../shared/ui/sheet.tsx';
import { stalls } from '../../shared/ui/stalls.ts';
import { useHydrated } from '../../shared/ui/use-hydrated.ts';
import { Guide } from './guide.tsx';
import { guides, type GuideOfGame } from './guides.ts';
import { useTexts } from './texts.ts';

const [first] = guides;

export function HowToPlayPage() {
  const t = useTexts();
  const [shown, show] = useShownGuide();
  return (
    <Sheet title={t('guide.title')} lead={t('guide.lead')} wide>
      <Tabs.Root value={shown.id} onValueChange={show} className="mt-6">
        <Tabs.List
          aria-label={t('guide.tabs')}
          className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap [@media(scripting:none)]:hidden"
        >
          {guides.map(({ id }) => (
            <Tabs.Trigger
              key={id}
              value={id}
              // A press from before the page was live comes as a click alone, which the tab would not hear.
              onClick={() => show(id)}
              className="min-h-11 rounded-control border-2 border-edge px-4 font-bold text-text data-[state=active]:border-coin data-[state=active]:text-coin"
            >
              <Name guide={id} />
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {guides.map((guide) => (
          <Tabs.Content
            key={guide.id}
            value={guide.id}
            forceMount
            className="mt-6 rounded-control data-[state=inactive]:hidden [@media(scripting:none)]:data-[state=inactive]:block"
          >
            <Guide guide={guide} />
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </Sheet>
  );
}

function Name({ guide }: { guide: GuideOfGame['id'] }) {
  const t = useT();
  const stall = stalls.find(({ id }) => id === guide);
  return stall ? t(stall.sign) : null;
}

/** Prerendered with the first guide; the address is heeded as soon as the page is live. */
function useShownGuide(): [GuideOfGame, (id: string) => void] {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const isLive = useHydrated();
  const wanted = isLive ? guides.find(({ anchor }) => `#${anchor}` === hash) : undefined;
  const show = (id: string): void => {
    const guide = guides.find((each) => each.id === id);
    if (guide && `#${guide.anchor}` !== hash)
      void navigate({ hash: guide.anchor }, { replace: true, preventScrollReset: true });
  };
  return [wanted ?? first, show];
}
