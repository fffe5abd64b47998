/** Who won most: of all time, this week, today. The player's own place stands below the table. */
import { boardWindows, leaderboardAnswer, livePlaces, rankAnswer } from '@fairground/contract/leaderboard';
import type { BoardWindow, LeaderboardEntry } from '@fairground/contract/leaderboard';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { serversWord } from '../../shared/api/api-error.ts';
import { request } from '../../shared/api/request.ts';
import { useFormat } from '../../shared/format/format.ts';
import { useT } from '../../shared/i18n/i18n.ts';
import { ScenePage } from '../../shared/art/scene-page.tsx';
import { useUser } from '../../entities/session/session.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { TableRegion } from '../../shared/ui/table-region.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { cn } from '../../shared/ui/cn.ts';
import { Crown } from './crown.tsx';

const places = 10;
const shownWindows = boardWindows.toReversed();

export function LeaderboardPage() {
  const t = useT();
  const [window, setWindow] = useState<BoardWindow>('all');
  return (
    <ScenePage className="flex flex-col items-center px-2 pt-16 pb-24 sm:px-4">
      <section
        aria-labelledby="board-title"
        className="bites-top w-full max-w-[860px] rounded-b-panel bg-panel px-3 pt-10 pb-8 sm:px-8"
      >
        <h1 id="board-title" className="poster-title text-30 leading-9 sm:text-36 sm:leading-10">
          {t('leaderboard.title')}
        </h1>
        <p className="mt-3 mb-5 text-17 leading-6 text-quiet">{t('leaderboard.lead')}</p>
        <div role="group" aria-label={t('leaderboard.window')} className="mb-4 flex flex-wrap gap-2">
          {shownWindows.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === window}
              onClick={() => setWindow(each)}
              className={cn(
                'min-h-11 rounded-control border-2 px-4 font-bold',
                each === window ? 'border-coin text-coin' : 'border-edge text-text',
              )}
            >
              {t(`leaderboard.${each}`)}
            </button>
          ))}
        </div>
        <Board window={window} />
        <OwnRank window={window} />
      </section>
    </ScenePage>
  );
}

function Board({ window }: { window: BoardWindow }) {
  const t = useT();
  const me = useUser();
  const { data, error, isError, isPlaceholderData, refetch } = useQuery({
    queryKey: ['leaderboard', window],
    queryFn: ({ signal }) =>
      request(`/user/leaderboard?limit=${places}&window=${window}`, { answer: leaderboardAnswer, signal }),
    staleTime: 5_000,
    refetchInterval: 30_000,
    placeholderData: keepPreviousData,
  });
  if (isError && data === undefined)
    return (
      <div className="grid min-h-60 place-content-center justify-items-center gap-4" role="alert">
        <p>{serversWord(error, t('leaderboard.failed'))}</p>
        <Button variant="secondary" onClick={() => void refetch()}>
          {t('ui.retry')}
        </Button>
      </div>
    );
  if (data === undefined)
    return (
      <p role="status" className="grid min-h-[616px] place-content-center text-quiet">
        {t('ui.loading')}
      </p>
    );
  if (data.length === 0)
    return <p className="grid min-h-60 place-content-center text-quiet">{t('leaderboard.empty')}</p>;
  return (
    <TableRegion label={t('nav.leaderboard')}>
      <table
        aria-labelledby="board-title"
        className={cn(
          'figures w-full table-fixed border-collapse max-[16rem]:table-auto sm:table-auto',
          isPlaceholderData && 'opacity-60',
        )}
      >
        <thead className="text-left text-14 leading-5 text-quiet">
          <tr>
            <th scope="col" className="w-12 px-1 pb-2 font-medium sm:w-20 sm:px-3">
              {t('leaderboard.rank')}
            </th>
            <th scope="col" className="px-1 pb-2 font-medium sm:px-3">
              {t('leaderboard.player')}
            </th>
            <th scope="col" className="w-17 px-1 pb-2 text-right font-medium sm:w-auto sm:px-3">
              {t('leaderboard.todaysBid')}
            </th>
            <th scope="col" className="w-21 px-1 pb-2 text-right font-medium sm:w-auto sm:px-3">
              {t('leaderboard.totalWinnings')}
            </th>
          </tr>
        </thead>
        <tbody>
          {data.map((entry, index) => (
            <Row key={entry.id} entry={entry} rank={index + 1} isMe={entry.id === me?.id} />
          ))}
        </tbody>
      </table>
    </TableRegion>
  );
}

const highlights = [
  'bg-bulb-400/16 shadow-[inset_4px_0_0_var(--color-bulb-400)]',
  'bg-cream-200/12 shadow-[inset_4px_0_0_var(--color-cream-200)] day:bg-[#8d94a8]/16 day:shadow-[inset_4px_0_0_#8d94a8]',
  'bg-[#c98550]/16 shadow-[inset_4px_0_0_#c98550]',
];

function Row({ entry, rank, isMe }: { entry: LeaderboardEntry; rank: number; isMe: boolean }) {
  const t = useT();
  const { formatCoins } = useFormat();
  return (
    <tr className={cn('border-t-[1.5px] border-rule', highlights[rank - 1])}>
      <td className="h-14 px-1 sm:px-3">
        <span className="flex items-center gap-2 font-bold">
          {rank <= 3 ? <Crown place={rank} /> : null}
          <span className={rank <= 3 ? 'sr-only' : 'pl-1.5'}>{rank}</span>
        </span>
      </td>
      <th scope="row" className="px-1 text-left sm:px-3">
        <Link
          to={`/user/${encodeURIComponent(entry.username)}`}
          className="flex min-h-11 items-center gap-2 rounded-control hover:text-coin sm:gap-3"
        >
          <Avatar avatar={entry.avatar} username={entry.username} className="size-8 sm:size-10" />
          <span className="min-w-0 sm:flex sm:gap-3">
            <span className="block truncate">{entry.username}</span>
            {isMe ? <span className="text-14 leading-5 text-coin">{t('leaderboard.you')}</span> : null}
          </span>
        </Link>
      </th>
      <td className="px-1 text-right text-15 sm:px-3 sm:text-base">{formatCoins(entry.todaysBids)}</td>
      <td className="px-1 text-right text-15 font-bold sm:px-3 sm:text-base">
        {formatCoins(entry.totalWon)}
      </td>
    </tr>
  );
}

function OwnRank({ window }: { window: BoardWindow }) {
  const t = useT();
  const { formatCoins } = useFormat();
  const { data } = useQuery({
    queryKey: ['leaderboard', 'rank', window],
    queryFn: ({ signal }) => request(`/user/rank?window=${window}`, { answer: rankAnswer, signal }),
    staleTime: 5_000,
    placeholderData: keepPreviousData,
  });
  return (
    <p className="figures mt-5 min-h-6 border-t-[1.5px] border-rule pt-4 text-17 leading-6">
      {data === undefined
        ? null
        : data.rank === null
          ? t('leaderboard.guest', { won: formatCoins(data.totalWon) })
          : t('leaderboard.ownRank', { rank: data.rank, won: formatCoins(data.totalWon) })}
      {(data?.rank ?? 0) > livePlaces ? (
        <span className="block text-15 text-quiet">
          {t('leaderboard.placesBeyond', { live: livePlaces })}
        </span>
      ) : null}
    </p>
  );
}
