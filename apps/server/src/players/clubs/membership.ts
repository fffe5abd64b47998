/** How a player gets into a club, within the transaction of the call: one's own, or the one that opens an account. */
import { accept, refuse, type Result } from '@fairground/contract/errors';
import { maxClubMembers, maxClubs, type Club } from '@fairground/contract/clubs';
import type { RowOf } from '@fairground/sql';
import { lockWallets } from '../../ledger/locks.ts';
import { lockOpenPlayer } from '../../ledger/players.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Entropy } from '../../platform/entropy.ts';
import * as sql from './sql/clubs.sql.ts';

type Query = Database['query'];

/** 10 of 32 letters and digits that are hard to mix up: 50 random bits, as of reference ids. */
export const createClubCode = (entropy: Entropy): string =>
  Array.from(entropy.randomBytes(10), (byte) => 'abcdefghjkmnpqrstuvwxyz023456789'[byte % 32]).join('');

/** As it is stored: in lower case, without the `club-` that may be before it. */
export const parseClubCode = (code: string): string =>
  code
    .trim()
    .toLowerCase()
    .replace(/^club-/, '');

export const toClub = ({
  id,
  name,
  member_count: memberCount,
  is_owner: isOwner,
}: RowOf<typeof sql.findClub>): Club => ({
  id: String(id),
  name,
  memberCount,
  role: isOwner ? 'owner' : 'member',
});

/** Keeps the account open, and its other calls from counting clubs at the same time; false where it is closed. */
export const holdPlayer = async (query: Query, playerId: bigint): Promise<boolean> => {
  if (!(await lockOpenPlayer(query, playerId))) return false;
  await lockWallets(query, [playerId]);
  return true;
};

/** The caller's club, as it is within the transaction. */
export const requireClub = async (query: Query, clubId: bigint, playerId: bigint): Promise<Club> => {
  const row = await sql.findClub.first(query, { clubId, playerId });
  if (!row) throw new Error(`player ${playerId} is no member of the club ${clubId}`);
  return toClub(row);
};

/** `isNew` is false where the player was a member already. */
export const joinClub = async (
  query: Query,
  entropy: Entropy,
  playerId: bigint,
  text: string,
): Promise<Result<{ club: Club; isNew: boolean }>> => {
  const code = parseClubCode(text);
  if (!(await holdPlayer(query, playerId))) return refuse('not_signed_in');
  const found = await sql.findClubOfCode.first(query, { code });
  if (!found || !(await sql.lockClub.first(query, { clubId: found.club_id }))) return refuse('not_found');
  const clubId = found.club_id;
  const joining = await sql.readJoining.first(query, { clubId, playerId, code });
  if (!joining?.is_live) return refuse('not_found');
  if (!joining.is_member) {
    if (joining.members >= maxClubMembers) return refuse('club_full');
    if (joining.clubs >= maxClubs) return refuse('club_limit');
    await sql.insertMember.run(query, { clubId, playerId, code: createClubCode(entropy), isOwner: false });
    await sql.touchClub.run(query, { clubId });
  }
  return accept({ club: await requireClub(query, clubId, playerId), isNew: !joining.is_member });
};
