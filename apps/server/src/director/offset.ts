/**
 * How far the database's clock is ahead of the monotonic one, from answers that contain it. An answer says nothing more
 * exact than that its clock was read between request and answer, so a slow one only bounds the offset: what was
 * known before stays as long as it fits.
 */

export interface Offset {
  ms: number;
  /** Whether the clock was set since the offset before. */
  hasJumped: boolean;
}

export interface ClockAnswer {
  /** The database's clock. */
  databaseMs: number;
  /** On the monotonic clock. */
  sentAt: number;
  answeredAt: number;
}

/** A clock that is off by less is not considered to have been set. */
export const clockJumpMs = 1_000;

export const trackOffset = (
  before: Offset | undefined,
  { databaseMs, sentAt, answeredAt }: ClockAnswer,
): Offset => {
  const middle = databaseMs - (sentAt + answeredAt) / 2;
  const uncertainty = (answeredAt - sentAt) / 2;
  if (!before) return { ms: middle, hasJumped: false };
  const ms = Math.min(Math.max(before.ms, middle - uncertainty), middle + uncertainty);
  return { ms, hasJumped: Math.abs(ms - before.ms) > clockJumpMs };
};

/**
 * Whether a row was opened later than the clock of the database now shows. It would wait until the clock has
 * caught up with it.
 */
export const isAheadOfClock = (row: { opened_at: Date; now: Date }): boolean =>
  row.opened_at.getTime() - row.now.getTime() > clockJumpMs;
