/** Finding players, one player's complete story, and what the staff do to them. Who was shown is in the log. */
import type { PlayerAnswer, PlayersAnswer } from '@fairground/contract/console/players';
import { accept, accepted, refuse, type Result } from '@fairground/contract/errors';
import type { RowOf } from '@fairground/sql';
import { logCommand } from '../../acts/log.ts';
import { resumePlayer, signOutPlayer, suspendPlayer, type PlayerAct } from '../../acts/player-acts.ts';
import type { LastingActs } from '../../../identity/lasting-acts/service.ts';
import { findPlayers } from '../../acts/sql/operator.sql.ts';
import type { Database } from '../../../platform/database/database.ts';
import { toEntry } from '../log/log-routes.ts';
import type { StaffIdentity } from '../staff/service.ts';
import * as sql from './sql/players.sql.ts';
import type { StoryList } from './story.ts';

type Query = Database['query'];

const maxFound = 50;
const maxRows = 50;

export const createConsolePlayersService = ({
  database,
  lists,
  lastingActs,
}: {
  database: Pick<Database, 'query' | 'transaction'>;
  lists: readonly StoryList[];
  /** Outside the database, so that suspensions outlive a restore. */
  lastingActs: Pick<LastingActs, 'add'>;
}) => {
  const { query } = database;

  /** The act and its line in the log, in one transaction. */
  const perform = (
    { staffId }: StaffIdentity,
    command: string,
    playerId: bigint,
    act: (on: Query) => Promise<Result<PlayerAct>>,
  ): Promise<Result> =>
    database.transaction<Result>(async (on) => {
      const done = await act(on);
      if (!done.ok) return done;
      const { details, before, after } = done.value;
      await logCommand(on, command, { player: String(playerId), ...details }, { staffId, before, after });
      return accepted;
    });

  /** Also records outside the database the suspension that there is afterwards. */
  const performLasting = async (...args: Parameters<typeof perform>): Promise<Result> => {
    const done = await perform(...args);
    if (done.ok) await lastingActs.add([args[2]], ['suspension']);
    return done;
  };

  const readList = async ({ name, newest }: StoryList, playerId: bigint) => {
    const rows = await newest(query, { playerId, maxRows });
    return { name, rows: rows.map(({ row }) => JSON.parse(row) as Record<string, unknown>) };
  };

  return {
    async find({ staffId }: StaffIdentity, text: string): Promise<PlayersAnswer> {
      const found = await findPlayers.run(query, { text, maxRows: maxFound + 1 });
      const shown = found.slice(0, maxFound);
      // Ids, not the text: the log is permanent, and an address in it would outlive its account.
      await logCommand(query, 'players find', { players: shown.map(({ id }) => String(id)) }, { staffId });
      return {
        players: shown.map((row) => ({
          id: String(row.id),
          username: row.username,
          email: row.email,
          createdAt: row.created_at.toISOString(),
          coins: Number(row.coins),
          winnings: Number(row.winnings),
          sessions: row.sessions ?? 0,
          isSuspended: row.suspended_at !== null,
          isClosed: row.closed_at !== null,
        })),
        more: found.length > maxFound,
      };
    },

    /** Refused where there is no such player. */
    async show({ staffId }: StaffIdentity, playerId: bigint): Promise<Result<PlayerAnswer>> {
      const row = await sql.findPlayer.first(query, { playerId });
      if (!row) return refuse('not_found');
      await logCommand(query, 'players show', { player: String(playerId) }, { staffId });
      const stories = [];
      // One after the other: a page of the staff must not take the pool's connections from players.
      for (const list of lists) stories.push(await readList(list, playerId));
      const acts = await sql.readActs.run(query, { player: String(playerId), maxRows });
      return accept({ player: toPlayer(row), lists: stories, acts: acts.map(toEntry) });
    },

    signOut: (staff: StaffIdentity, playerId: bigint): Promise<Result> =>
      perform(staff, 'players sign-out', playerId, (on) => signOutPlayer(on, playerId)),
    suspend: (
      staff: StaffIdentity,
      playerId: bigint,
      suspension: { reason: string; until: Date | null },
    ): Promise<Result> =>
      performLasting(staff, 'players suspend', playerId, (on) =>
        suspendPlayer(on, { playerId, ...suspension }),
      ),
    resume: (staff: StaffIdentity, playerId: bigint): Promise<Result> =>
      performLasting(staff, 'players resume', playerId, (on) => resumePlayer(on, playerId)),
  };
};

export type ConsolePlayersService = ReturnType<typeof createConsolePlayersService>;

const toPlayer = (row: RowOf<typeof sql.findPlayer>): PlayerAnswer['player'] => ({
  id: String(row.id),
  username: row.username,
  email: row.email,
  createdAt: row.created_at.toISOString(),
  isConfirmed: row.is_confirmed,
  hasSecondFactor: row.has_second_factor,
  isClosed: row.is_closed,
  coins: Number(row.coins),
  winnings: Number(row.winnings),
  stakedToday: Number(row.staked_today),
  totalWon: Number(row.total_won),
  dailyStakeLimit: row.daily_stake_limit === null ? null : Number(row.daily_stake_limit),
  breakUntil: row.break_until?.toISOString() ?? null,
  invitedBy: row.invited_by,
  suspension:
    row.is_suspended && row.suspended_at
      ? {
          since: row.suspended_at.toISOString(),
          until: row.suspended_until?.toISOString() ?? null,
          reason: row.suspension_reason,
        }
      : null,
});
