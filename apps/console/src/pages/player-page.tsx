/** One player's complete story, and what the staff may do: sign out, suspend, correct coins. */
import { playerAnswer, type PlayerAnswer } from '@fairground/contract/console/players';
import { Badge } from '@fairground/site-kit/ui/badge.tsx';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@fairground/site-kit/router/router.tsx';
import { read } from '../shared/call.ts';
import { formatNumber, formatTime } from '../shared/format.ts';
import { LogTable } from '../shared/log-table.tsx';
import { Failure, Figures, Page, Pending, Section } from '../shared/parts.tsx';
import { StoredRows } from '../shared/stored-rows.tsx';
import { PlayerActs } from './player-acts.tsx';

export function PlayerPage() {
  const { id = '' } = useParams();
  const { data, error } = useQuery({
    queryKey: ['player', id],
    queryFn: () => read(playerAnswer, `/players/${encodeURIComponent(id)}`),
  });
  return (
    <Page title={data ? data.player.username : 'Player'} aside={data ? <State player={data.player} /> : null}>
      {data && error ? <Failure error={error} /> : null}
      {data ? <Story story={data} /> : <Pending error={error} />}
    </Page>
  );
}

function State({ player }: { player: PlayerAnswer['player'] }) {
  if (player.isClosed) return <Badge>closed</Badge>;
  return player.suspension === null ? <Badge tone="win">open</Badge> : <Badge tone="loss">suspended</Badge>;
}

function Story({ story: { player, lists, acts } }: { story: PlayerAnswer }) {
  const { suspension, breakUntil, dailyStakeLimit } = player;
  const filled = lists.filter(({ rows }) => rows.length > 0);
  const empty = lists.filter(({ rows }) => rows.length === 0).map(({ name }) => titleOf(name).toLowerCase());
  const moment = (at: string | null): string => (at === null ? 'none' : formatTime(at));
  return (
    <>
      {suspension === null ? null : (
        <p className="rounded-control border-2 border-loss px-3 py-2">
          {`Suspended since ${formatTime(suspension.since)}, until ` +
            (suspension.until === null ? 'it is lifted' : formatTime(suspension.until)) +
            (suspension.reason === null ? '.' : `: ${suspension.reason}`)}
        </p>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <Section title="The account">
          <Figures
            figures={[
              ['Id', player.id],
              ['Address', player.email ?? 'guest'],
              ['Confirmed', player.isConfirmed ? 'yes' : 'no'],
              ['Second factor', player.hasSecondFactor ? 'yes' : 'no'],
              ['Since', formatTime(player.createdAt)],
              ['Invited by', player.invitedBy ?? 'nobody'],
              ['Coins', formatNumber(player.coins)],
              ['Winnings', formatNumber(player.winnings)],
              ['Staked today', formatNumber(player.stakedToday)],
              ['Won above stakes', formatNumber(player.totalWon)],
              ['Daily limit', dailyStakeLimit === null ? 'none' : formatNumber(dailyStakeLimit)],
              ['On a break until', moment(breakUntil)],
            ]}
          />
        </Section>
        {player.isClosed ? null : <PlayerActs player={player} />}
      </div>
      {filled.map(({ name, rows }) => (
        <Section key={name} title={titleOf(name)}>
          <StoredRows caption={titleOf(name)} rows={rows} />
        </Section>
      ))}
      {empty.length === 0 ? null : <p className="text-quiet">Nothing of: {empty.join(', ')}.</p>}
      <Section title="What the staff did">
        <LogTable entries={acts} empty="Nothing was done to this player." />
      </Section>
    </>
  );
}

/** `invitedPlayers` → `Invited players` */
const titleOf = (name: string): string => {
  const words = name.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};
