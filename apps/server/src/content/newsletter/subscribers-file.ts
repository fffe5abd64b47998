/** Confirmed subscribers as CSV (RFC 4180) for a mailing tool, each with a link that ends the subscription. */
import type { Database } from '../../platform/database/database.ts';
import { listSubscribers } from './sql/subscribers.sql.ts';

/** The links may be in a mail's text, and in its header List-Unsubscribe (RFC 8058). */
export const readSubscribersFile = async (
  query: Database['query'],
  siteUrl: string,
): Promise<{ count: number; csv: string }> => {
  const subscribers = await listSubscribers.run(query);
  const records = subscribers.map(({ email, language, confirmed_at, unsubscribe_token: token }) => [
    email,
    language,
    confirmed_at.toISOString(),
    `${siteUrl}/api/newsletter/one-click?token=${encodeURIComponent(token)}`,
  ]);
  const lines = [['email', 'language', 'confirmed_at', 'unsubscribe_url'], ...records].map(
    (fields) => `${fields.map(toField).join(',')}\r\n`,
  );
  return { count: subscribers.length, csv: lines.join('') };
};

/** Unchanged even where a spreadsheet takes it for a formula, as in `+ann@example.org`: it would be another address. */
const toField = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
