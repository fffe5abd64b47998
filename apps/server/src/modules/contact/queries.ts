/** Messages to the operator in SQL. */
import type { ContactBody } from '@fairground/contract/contact';
import type { Database } from '../../platform/database.ts';

type Query = Database['query'];

export const insertMessage = async (query: Query, message: ContactBody): Promise<bigint> => {
  const [row] = await query<{ id: bigint }>({
    name: 'insert-contact',
    // PostgreSQL's text holds no zero bytes.
    text: `INSERT INTO contact_message (name, email, title, description) VALUES ($1, $2, $3, $4) RETURNING id`,
    values: [message.name, message.email, message.title, message.description].map((text) =>
      text.replaceAll('\0', ''),
    ),
  });
  if (!row) throw new Error('an insert returned no row');
  return row.id;
};

export const markMailed = async (query: Query, id: bigint): Promise<void> => {
  await query({
    name: 'contact-mailed',
    text: `UPDATE contact_message SET mailed_at = clock_timestamp() WHERE id = $1`,
    values: [id],
  });
};
