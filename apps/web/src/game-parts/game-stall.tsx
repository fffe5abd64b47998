/// <reference types="vite/client" />
/** What a game's stall shows of the game now, by live messages: nothing until one has come. */
import type { GameStallPart } from '@fairground/game-kit/web';
import { LazyBoundary, lazyPart } from '@fairground/site-kit/faults/lazy-part.tsx';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { useStall } from '@fairground/site-kit/stalls/shown-stalls.ts';
import { GamePicture } from './game-picture.tsx';
import { useTexts } from '../texts.ts';
import { byFolder, type GameOfSite } from './list.ts';

const stalls = byFolder(
  import.meta.glob<{ default: GameStallPart }>('../../../../games/*/web/stall.tsx', { eager: true }),
);

const pictures = new Map(
  [...stalls].flatMap(([folder, { loadPicture }]) =>
    loadPicture ? [[folder, { Live: lazyPart<{ shows: never }>(loadPicture) }] as const] : [],
  ),
);

export function StallPicture({ game: { id, folder } }: { game: GameOfSite }) {
  const shows = useStall(id)?.shows;
  const Live = pictures.get(folder)?.Live;
  return (
    <>
      <GamePicture folder={folder} />
      {Live && shows && !matchMedia('(prefers-reduced-motion: reduce)').matches && (
        <LazyBoundary>
          <Live shows={shows as never} />
        </LazyBoundary>
      )}
    </>
  );
}

/** The last result and how many are there, in a line that is reserved at stalls that have one. */
export function StallLine({ game: { id, folder } }: { game: GameOfSite }) {
  const t = useTexts('stall');
  const format = useFormat();
  const stall = useStall(id);
  const part = stalls.get(folder);
  if (part === undefined) return null;
  const result = stall?.shows && part.last(stall.shows as never, format);
  return (
    <p className="figures min-h-5 text-14 leading-5" data-part="stall">
      {[
        ...(result === undefined ? [] : [t('stall.last', { result })]),
        ...(stall?.here === undefined ? [] : [t('stall.here', { n: stall.here })]),
      ].join(' · ')}
    </p>
  );
}
