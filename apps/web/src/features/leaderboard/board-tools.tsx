/** Boards of games and of bots, and the search for players. Loaded when it is first opened. */
import { boardPlayers } from '@fairground/contract/leaderboard';
import { playerSearchAnswer } from '@fairground/contract/player-search';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useState } from 'react';
import { Link } from '@fairground/site-kit/router/router.tsx';
import { gamesIn } from '../../games/list.ts';
import { serversWord } from '@fairground/site-kit/api/api-error.ts';
import { request } from '@fairground/site-kit/api/request.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { Avatar } from '@fairground/site-kit/ui/avatar.tsx';
import { BotMark } from '@fairground/site-kit/ui/bot-mark.tsx';
import { ChoiceGroup } from '@fairground/site-kit/ui/choice-group.tsx';
import { Field } from '@fairground/site-kit/ui/field.tsx';
import type { BoardChoice } from './board-choice.ts';
import { useToolsTexts } from './tools-texts.ts';

interface BoardToolsProps {
  choice: BoardChoice;
  onChoose: (choice: BoardChoice) => void;
}

export function BoardTools({ choice, onChoose }: BoardToolsProps) {
  const t = useToolsTexts();
  const gameId = useId();
  return (
    <div className="mb-5 grid gap-4 rounded-control bg-raised p-4 sm:grid-cols-2">
      <div className="grid content-start gap-4">
        <div className="grid gap-1.5">
          <label htmlFor={gameId} className="text-14 leading-5 font-bold">
            {t('boardTools.game')}
          </label>
          <select
            id={gameId}
            className="min-h-12 w-full rounded-control border-2 border-edge bg-ground px-3 font-bold"
            value={choice.game ?? ''}
            onChange={({ target }) =>
              onChoose(
                target.value === ''
                  ? { ...choice, game: null }
                  : { ...choice, game: target.value, window: 'all' },
              )
            }
          >
            <option value="">{t('boardTools.allGames')}</option>
            {gamesIn('menu').map(({ id, proof }) => (
              <option key={id} value={id}>
                {t(proof.label)}
              </option>
            ))}
          </select>
          <p className="text-14 leading-5 text-quiet">{t('boardTools.ofAllTime')}</p>
        </div>
        <ChoiceGroup
          label={t('boardTools.players')}
          values={boardPlayers}
          chosen={choice.players}
          textOf={(players) => t(`boardTools.${players}`)}
          onChoose={(players) => onChoose({ ...choice, players })}
          className="flex flex-wrap gap-2"
        />
      </div>
      <Search />
    </div>
  );
}

const namePattern = /^\w{1,20}$/;

function Search() {
  'use memo';
  const t = useToolsTexts();
  const { formatCoins } = useFormat();
  const [text, setText] = useState('');
  const name = useDeferredValue(text.trim());
  const { data, error } = useQuery({
    queryKey: ['leaderboard', 'search', name.toLowerCase()],
    queryFn: ({ signal }) => request(`/user/search?name=${name}`, { answer: playerSearchAnswer, signal }),
    enabled: namePattern.test(name),
    staleTime: 30_000,
    retry: false,
  });
  return (
    <search className="grid content-start gap-2">
      <Field
        label={t('boardTools.search')}
        hint={t('boardTools.searchHint')}
        type="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <p role="status" className="min-h-5 text-14 leading-5 text-quiet">
        {error
          ? serversWord(error, t('boardTools.failed'))
          : data
            ? t('boardTools.found', { n: data.length })
            : null}
      </p>
      <ul className="grid gap-1">
        {(data ?? []).map(({ id, username, avatar, totalWon, bot }) => (
          <li key={id}>
            <Link
              to={`/user/${encodeURIComponent(username)}`}
              className="flex min-h-11 items-center gap-2 rounded-control px-1 hover:text-coin"
            >
              <Avatar avatar={avatar} username={username} className="size-8" />
              <span className="min-w-0 grow truncate">{username}</span>
              {bot === true ? <BotMark /> : null}
              <span className="figures font-bold">{formatCoins(totalWon)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </search>
  );
}
