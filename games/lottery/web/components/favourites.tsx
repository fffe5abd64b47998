/** Favourite numbers below the stamps: one press punches them; six punched numbers can be stored among them. */
import { useMutation, useQuery } from '@tanstack/react-query';
import Star from '@fairground/site-kit/icons/star';
import X from '@fairground/site-kit/icons/x';
import { useGameConfig } from '@fairground/site-kit/games-config/games-config.ts';
import { readableError } from '@fairground/site-kit/api/api-error.ts';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { configKey } from '../api.ts';
import { favouriteMutation, favouritesQuery } from '../api-advance.ts';
import { sorted, type Draft } from '../use-draft.ts';
import { useTexts } from '../texts.ts';

interface FavouritesProps {
  userId: string;
  draft: Draft;
}

export function Favourites({ userId, draft }: FavouritesProps) {
  const t = useTexts('page');
  const { data: favourites = [] } = useQuery(favouritesQuery(userId));
  const { mutate: change, isPending, error } = useMutation(favouriteMutation(userId));
  const maxFavourites = useGameConfig(configKey).data?.maxFavourites ?? 6;
  const numbers = sorted(draft.numbers);
  const isStored = favourites.some((favourite) => favourite.join() === numbers.join());
  const hasRoom = favourites.length < maxFavourites;
  return (
    <section
      className={cn(
        'mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 px-2 text-14 leading-5',
        'sideways:col-span-full sideways:row-start-2 sideways:pb-2',
      )}
      aria-labelledby="lottery-favourites"
    >
      <h2 id="lottery-favourites" className="font-bold">
        {t('lottery.favourites')}
      </h2>
      {favourites.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {favourites.map((favourite) => {
            const text = favourite.join(', ');
            return (
              <li key={text} className="flex overflow-clip rounded-control border-[1.5px] border-[#8a7444]">
                <button
                  type="button"
                  className={cn(
                    'figures min-h-11 min-w-11 px-2 font-bold',
                    'not-disabled:hover:bg-raised focus-visible:-outline-offset-3',
                    'aria-pressed:bg-night-900 aria-pressed:text-bulb-400',
                  )}
                  aria-label={t('lottery.useFavourite', { numbers: text })}
                  aria-pressed={text === numbers.join(', ')}
                  onClick={() => draft.set(favourite)}
                >
                  {favourite.join(' · ')}
                </button>
                <button
                  type="button"
                  className={cn(
                    'grid min-h-11 min-w-11 place-content-center',
                    'not-disabled:hover:bg-raised focus-visible:-outline-offset-3',
                  )}
                  aria-label={t('lottery.removeFavourite', { numbers: text })}
                  disabled={isPending}
                  onClick={() => change({ numbers: favourite, stored: false })}
                >
                  <X aria-hidden className="size-4" />
                </button>
              </li>
            );
          })}
        </ul>
      )}
      <button
        type="button"
        className={cn(
          'flex min-h-11 items-center gap-1.5 rounded-control px-2 font-bold',
          'disabled:cursor-not-allowed disabled:text-disabled',
        )}
        disabled={isPending || !draft.isFull || isStored || !hasRoom}
        onClick={() => change({ numbers, stored: true })}
      >
        <Star aria-hidden className="size-4" />
        <span>{t(hasRoom ? 'lottery.storeFavourite' : 'lottery.favouritesFull', { n: maxFavourites })}</span>
      </button>
      {error !== null && (
        <p role="alert" className="font-bold text-loss">
          {readableError(error, t('error.unexpected'))}
        </p>
      )}
    </section>
  );
}
