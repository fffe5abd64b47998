/** Requests as the console lists them. */
import type { RequestsAnswer } from '@fairground/contract/console/players';
import type { RowOf } from '@fairground/sql';
import type { listCorrections, listVoids } from './sql/requests.sql.ts';

type Correction = RequestsAnswer['requests'][number];
type Void = NonNullable<RequestsAnswer['voids']>[number];

export const toCorrection = (row: RowOf<typeof listCorrections>): Correction => ({
  ...shared(row),
  player: { id: String(row.player_id), username: row.username },
  amount: Number(row.amount),
  // Direct ones are not listed.
  state: row.state === 'direct' ? 'approved' : row.state,
});

export const toVoid = (row: RowOf<typeof listVoids>, nameOf: (game: string) => string): Void => ({
  ...shared(row),
  game: row.game,
  name: nameOf(row.game),
  round: row.round,
  state: row.state === 'open' && row.is_expired ? 'expired' : row.state === 'direct' ? 'approved' : row.state,
});

const shared = (row: RowOf<typeof listCorrections> | RowOf<typeof listVoids>) => ({
  id: String(row.id),
  reason: row.reason,
  requestedBy: row.requested_by,
  requestedAt: row.requested_at.toISOString(),
  isOwn: row.is_own,
  decidedBy: row.decided_by,
  decidedAt: row.decided_at?.toISOString() ?? null,
});
