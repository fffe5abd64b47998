/** Newsletter subscribers in SQL. */
import type { Database } from '../../platform/postgres/database.ts';

type Query = Database['query'];

export const isSubscriber = async (query: Query, email: string): Promise<boolean> => {
  const rows = await query({
    name: 'newsletter-is-subscriber',
    text: `SELECT FROM newsletter_subscriber WHERE lower(email) = lower($1) AND confirmed_at IS NOT NULL`,
    values: [email],
  });
  return rows.length > 0;
};

/** Stores a request to subscribe. False where the address is confirmed already. */
export const requestSubscription = async (
  query: Query,
  asked: { email: string; confirmHash: Buffer; unsubscribeToken: string; lastsSeconds: number },
): Promise<boolean> => {
  const rows = await query({
    name: 'newsletter-request',
    text: `INSERT INTO newsletter_subscriber AS n (email, confirm_hash, confirm_until, unsubscribe_token)
      VALUES ($1, $2, clock_timestamp() + make_interval(secs => $4), $3)
      ON CONFLICT (lower(email)) DO UPDATE SET confirm_hash = excluded.confirm_hash, confirm_until = excluded.confirm_until
      WHERE n.confirmed_at IS NULL RETURNING n.id`,
    values: [asked.email, asked.confirmHash, asked.unsubscribeToken, asked.lastsSeconds],
  });
  return rows.length > 0;
};

export interface Subscriber {
  email: string;
  unsubscribe_token: string;
}

/** Undefined where there is no such request, or it is too old. */
export const confirmSubscription = async (
  query: Query,
  confirmHash: Buffer,
): Promise<Subscriber | undefined> => {
  const rows = await query<Subscriber>({
    name: 'newsletter-confirm',
    text: `UPDATE newsletter_subscriber SET confirmed_at = clock_timestamp(), confirm_hash = NULL, confirm_until = NULL
      WHERE confirm_hash = $1 AND confirm_until > clock_timestamp() RETURNING email, unsubscribe_token`,
    values: [confirmHash],
  });
  return rows[0];
};

/** Erases the address. */
export const unsubscribe = async (query: Query, token: string): Promise<boolean> =>
  (
    await query({
      name: 'newsletter-unsubscribe',
      text: `DELETE FROM newsletter_subscriber WHERE unsubscribe_token = $1 RETURNING id`,
      values: [token],
    })
  ).length > 0;

/** Requests that nobody confirmed. */
export const deleteOldRequests = async (query: Query): Promise<void> => {
  await query({
    text: `DELETE FROM newsletter_subscriber WHERE confirm_until <= clock_timestamp()`,
    values: [],
  });
};
