/** Messages to the operator in SQL. */
import type { ContactBody } from '@fairground/contract/contact';
import type { Database } from '../../platform/postgres/database.ts';
import * as sql from './sql/messages.sql.ts';

type Query = Database['query'];

/** PostgreSQL's text holds no zero bytes. */
const withoutZeroBytes = (text: string): string => text.replaceAll('\0', '');

export const insertMessage = async (query: Query, message: ContactBody): Promise<bigint> => {
  const row = await sql.insertMessage.first(query, {
    name: withoutZeroBytes(message.name),
    email: withoutZeroBytes(message.email),
    title: withoutZeroBytes(message.title),
    description: withoutZeroBytes(message.description),
  });
  if (!row) throw new Error('an insert returned no row');
  return row.id;
};

export const markMailed = async (query: Query, id: bigint): Promise<void> => {
  await sql.markMailed.run(query, { id });
};
