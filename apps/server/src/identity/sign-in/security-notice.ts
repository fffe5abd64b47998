/** The notice of an event that concerns who may use an account, in the transaction of the event itself. */
import type { Caller } from '../../http/caller.ts';
import type { Database } from '../../platform/database/database.ts';
import { createSecurityNotice, type SecurityEvent } from '../../players/notices/service.ts';
import { describeBrowser } from './browser-name.ts';

export const recordSecurityNotice = (
  query: Database['query'],
  playerId: bigint,
  event: SecurityEvent,
  { userAgent }: Pick<Caller, 'userAgent'>,
): Promise<void> => createSecurityNotice(query, { playerId, event, browser: describeBrowser(userAgent) });
