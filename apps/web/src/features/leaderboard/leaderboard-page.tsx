/** Who won most: of all time, this month, this week, today. The player's own row is on every page of the table. */
import {
  boardPlayers,
  boardWindows,
  leaderboardAnswer,
  listedPlaces,
  rankAnswer,
  type LeaderboardEntry,
  type Rank,
} from '@fairground/contract/leaderboard';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Search from '@fairground/site-kit/icons/search';
import { useState } from 'react';
import { Link, useSearchParams } from '@fairground/site-kit/router/router.tsx';
import { gamesWith } from '../../game-parts/list.ts';
import { serversWord } from '@fairground/site-kit/api/api-error.ts';
import { request } from '@fairground/site-kit/api/request.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { LazyBoundary, lazyPart } from '@fairground/site-kit/faults/lazy-part.tsx';
import { ScenePage } from '@fairground/site-kit/art/scene-page.tsx';
import { useUser } from '@fairground/site-kit/session/session.ts';
import { Avatar } from '@fairground/site-kit/ui/avatar.tsx';
import { BotMark } from '@fairground/site-kit/ui/bot-mark.tsx';
import { TabRow } from '@fairground/site-kit/ui/tab-row.tsx';
import { TableRegion } from '@fairground/site-kit/ui/table-region.tsx';
import { Crown } from '@fairground/site-kit/ui/crown.tsx';
import { Button, ButtonLink } from '@fairground/site-kit/ui/button.tsx';
import { PageLoadFailed } from '@fairground/site-kit/ui/load-failed.tsx';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { boardQueryText, placesPerPage, rankQueryText, type BoardChoice } from './board-choice.ts';
import { OwnRank } from './own-rank.tsx';
import { useTexts } from '../../texts.ts';

const firstChoice: BoardChoice = { window: 'all', game: null, players: 'people' };

const windowOf = (name: string | null): BoardChoice['window'] =>
  boardWindows.find((each) => each === name) ?? firstChoice.window;

const BoardSearch = lazyPart(async () => (await import('./board-search.tsx')).default);

export function LeaderboardPage() {
  const t = useTexts('leaderboard');
  const [query] = useSearchParams();
  const [choice, setChoice] = useState(() => ({ ...firstChoice, window: windowOf(query.get('window')) }));
  const [page, setPage] = useState(0);
  const rank = useQuery({
    queryKey: ['leaderboard', 'rank', choice.window, choice.game],
    queryFn: ({ signal }) => request(`/user/rank?${rankQueryText(choice)}`, { answer: rankAnswer, signal }),
    staleTime: 5_000,
    placeholderData: keepPreviousData,
  });
  const choose = (next: BoardChoice): void => {
    setChoice(next);
    setPage(0);
  };
  return (
    <ScenePage className="flex flex-col items-center px-2 pt-16 pb-24 sm:px-4">
      <section
        aria-labelledby="board-title"
        className="bites-top w-full max-w-page rounded-b-panel bg-panel px-3 pt-10 pb-8 sm:px-6"
      >
        <h1 id="board-title" className="poster-title text-30 leading-9 sm:text-36 sm:leading-10">
          {t('leaderboard.title')}
        </h1>
        <p className="mt-3 mb-5 text-17 leading-6 text-quiet">{t('leaderboard.lead')}</p>
        <TabRow
          label={t('leaderboard.window')}
          tabs={[
            ...boardWindows.toReversed().map((window) => ({
              text: t(window === 'month' ? 'board.month' : `leaderboard.${window}`),
              isCurrent: window === choice.window,
              to: () => choose({ ...choice, window, game: window === 'all' ? choice.game : null }),
            })),
            { text: t('board.seasons'), isCurrent: false, to: '/seasons' },
          ]}
        />
        <Filters choice={choice} onChoose={choose} />
        <Board choice={choice} page={page} rank={rank.data} onPage={setPage} />
      </section>
    </ScenePage>
  );
}

const selectClass = 'min-h-11 max-w-full rounded-control border-2 border-edge bg-ground px-3 font-bold';

function Filters({ choice, onChoose }: { choice: BoardChoice; onChoose: (choice: BoardChoice) => void }) {
  const t = useTexts('leaderboard');
  const [searches, setSearches] = useState(false);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <select
          aria-label={t('board.game')}
          className={selectClass}
          value={choice.game ?? ''}
          onChange={({ target: { value } }) =>
            onChoose(value === '' ? { ...choice, game: null } : { ...choice, game: value, window: 'all' })
          }
        >
          <option value="">{t('board.allGames')}</option>
          {gamesWith('card').map(({ id, proof }) => (
            <option key={id} value={id}>
              {t(proof.label)}
            </option>
          ))}
        </select>
        <select
          aria-label={t('board.players')}
          className={selectClass}
          value={choice.players}
          onChange={({ target: { value } }) =>
            onChoose({ ...choice, players: value === 'bots' ? 'bots' : 'people' })
          }
        >
          {boardPlayers.map((players) => (
            <option key={players} value={players}>
              {t(`board.${players}`)}
            </option>
          ))}
        </select>
        <Button variant="quiet" size="small" aria-expanded={searches} onClick={() => setSearches(!searches)}>
          <Search aria-hidden className="size-5" />
          {t('board.search')}
        </Button>
      </div>
      {choice.game === null ? null : (
        <p className="mb-4 text-14 leading-5 text-quiet">{t('board.ofAllTime')}</p>
      )}
      {searches ? (
        <LazyBoundary>
          <BoardSearch />
        </LazyBoundary>
      ) : null}
    </>
  );
}

interface BoardProps {
  choice: BoardChoice;
  page: number;
  rank: Rank | undefined;
  onPage: (page: number) => void;
}

function Board({ choice, page, rank, onPage }: BoardProps) {
  const t = useTexts('leaderboard');
  const me = useUser();
  const offset = page * placesPerPage;
  const { data, error, isError, isPlaceholderData, refetch } = useQuery({
    queryKey: ['leaderboard', 'board', choice.window, choice.game, choice.players, page],
    queryFn: ({ signal }) =>
      request(`/user/leaderboard?limit=${placesPerPage}&offset=${offset}&${boardQueryText(choice)}`, {
        answer: leaderboardAnswer,
        signal,
      }),
    staleTime: 5_000,
    refetchInterval: 30_000,
    placeholderData: keepPreviousData,
  });
  if (isError && data === undefined)
    return <PageLoadFailed isCentered text={serversWord(error, t('leaderboard.failed'))} retry={refetch} />;
  if (data === undefined)
    return (
      // As high as ten places, so that these move nothing.
      <p role="status" className="grid min-h-[616px] place-content-center text-quiet">
        {t('ui.loading')}
      </p>
    );
  const ownRank = <OwnRank rank={rank} game={choice.game} />;
  if (data.length === 0)
    return (
      <>
        <div className="grid min-h-60 place-content-center justify-items-center gap-2 text-center">
          <p className="font-bold">{t('leaderboard.empty')}</p>
          {choice.players === 'bots' ? null : (
            <>
              <p className="mb-2 text-quiet">{t('board.firstText')}</p>
              <ButtonLink to="/games">{t('nav.allGames')}</ButtonLink>
            </>
          )}
        </div>
        {ownRank}
      </>
    );
  const place = (rank?.bot === true) === (choice.players === 'bots') ? (rank?.rank ?? null) : null;
  const isLast = data.length < placesPerPage || offset + placesPerPage >= listedPlaces;
  return (
    <>
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
              <Row key={entry.id} entry={entry} rank={offset + index + 1} isMe={entry.id === me?.id} />
            ))}
          </tbody>
          {me === null ||
          rank?.exact !== true ||
          place === null ||
          data.some(({ id }) => id === me.id) ? null : (
            <tfoot>
              <Row entry={{ ...me, ...rank }} rank={place} isMe />
            </tfoot>
          )}
        </table>
      </TableRegion>
      {page === 0 && isLast ? null : (
        <Pager
          page={page}
          isLast={isLast}
          ownPage={place === null || place > listedPlaces ? null : Math.floor((place - 1) / placesPerPage)}
          onPage={onPage}
        />
      )}
      {ownRank}
    </>
  );
}

interface PagerProps {
  page: number;
  isLast: boolean;
  /** The page with the player's own place. */
  ownPage: number | null;
  onPage: (page: number) => void;
}

function Pager({ page, isLast, ownPage, onPage }: PagerProps) {
  const t = useTexts('leaderboard');
  return (
    <nav aria-label={t('board.pages')} className="mt-4 flex flex-wrap gap-2">
      <Button variant="secondary" disabled={page === 0} onClick={() => onPage(page - 1)}>
        {t('board.previous')}
      </Button>
      <Button variant="secondary" disabled={isLast} onClick={() => onPage(page + 1)}>
        {t('board.next')}
      </Button>
      {ownPage === null ? null : (
        <Button variant="secondary" disabled={ownPage === page} onClick={() => onPage(ownPage)}>
          {t('board.mine')}
        </Button>
      )}
    </nav>
  );
}

const highlights = [
  'bg-bulb-400/16 shadow-[inset_4px_0_0_var(--color-bulb-400)]',
  'bg-cream-200/12 shadow-[inset_4px_0_0_var(--color-cream-200)] day:bg-[#8d94a8]/16 ' +
    'day:shadow-[inset_4px_0_0_#8d94a8]',
  'bg-[#c98550]/16 shadow-[inset_4px_0_0_#c98550]',
];

function Row({ entry, rank, isMe }: { entry: LeaderboardEntry; rank: number; isMe: boolean }) {
  const t = useTexts('leaderboard');
  const { formatCoins } = useFormat();
  return (
    <tr className={cn('border-t-[1.5px] border-rule', highlights[rank - 1] ?? (isMe && 'bg-raised'))}>
      <td className="h-14 px-1 sm:px-3">
        <span className="flex items-center gap-2 font-bold">
          {rank <= 3 ? <Crown place={rank} /> : null}
          <span className={rank <= 3 ? 'sr-only' : rank > 9_999 ? 'text-13' : 'pl-1.5'}>{rank}</span>
        </span>
      </td>
      <th scope="row" className="px-1 text-left sm:px-3">
        <Link
          to={`/user/${encodeURIComponent(entry.username)}`}
          className="flex min-h-11 items-center gap-2 rounded-control hover:text-coin sm:gap-3"
        >
          <Avatar
            avatar={entry.avatar}
            username={entry.username}
            className="size-8 max-[22.5rem]:hidden sm:size-10"
          />
          <span className="min-w-0 sm:flex sm:gap-3">
            {/* In full on a phone: the first letters of two players can be the same. */}
            <span
              className={cn(
                'block truncate',
                'max-xs:text-14 max-xs:leading-5 max-xs:wrap-anywhere max-xs:whitespace-normal',
              )}
            >
              {entry.username}
            </span>
            {entry.bot === true ? <BotMark /> : null}
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
