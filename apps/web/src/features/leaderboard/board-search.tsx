/** The search for players. Loaded when it is first opened. */
import { playerSearchAnswer } from '@fairground/contract/player-search';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Link } from '@fairground/site-kit/router/router.tsx';
import { serversWord } from '@fairground/site-kit/api/api-error.ts';
import { request } from '@fairground/site-kit/api/request.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { Avatar } from '@fairground/site-kit/ui/avatar.tsx';
import { BotMark } from '@fairground/site-kit/ui/bot-mark.tsx';
import { Field } from '@fairground/site-kit/ui/field.tsx';
import { useTexts } from '../../texts.ts';

const namePattern = /^\w{1,20}$/;

export default function BoardSearch() {
  'use memo';
  const t = useTexts('leaderboard');
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
    <search className="mb-4 grid gap-2 rounded-control bg-raised p-4">
      <Field
        label={t('board.search')}
        hint={t('board.searchHint')}
        type="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <p role="status" className="min-h-5 text-14 leading-5 text-quiet">
        {error ? serversWord(error, t('board.failed')) : data ? t('board.found', { n: data.length }) : null}
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
