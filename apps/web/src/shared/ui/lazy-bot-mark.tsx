/** The mark of a bot on pages that mostly show people: it is loaded with the first bot. */
import { LazyBoundary, lazyPart } from '../faults/lazy-part.tsx';

const BotMark = lazyPart(async () => (await import('./bot-mark.tsx')).BotMark);

export const LazyBotMark = () => (
  <LazyBoundary fallback={<span className="inline-block h-6 w-14 shrink-0" />}>
    <BotMark />
  </LazyBoundary>
);
