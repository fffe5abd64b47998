/**
 * Bots: accounts that have played by an access token. Each process caches which they are, so that a bet costs no query
 * for it and the tables of rounds can mark them. An account never stops being one.
 */
import type { User } from '@fairground/contract/user';
import * as z from 'zod/mini';
import { findUser } from '../../ledger/player-view.ts';
import { bumpVersion } from '../../ledger/players.ts';
import { defineBusEvent } from '../../platform/messaging/bus-event.ts';
import type { EventBus } from '../../platform/messaging/event-bus.ts';
import type { Database } from '../../platform/database/database.ts';
import { listBots, markBot } from './sql/bots.sql.ts';

const botMarkedEvent = defineBusEvent({
  channel: 'bot-marked',
  version: 1,
  schema: z.object({ playerId: z.string().check(z.regex(/^\d{1,19}$/)) }),
});

export interface BotsDeps {
  database: Pick<Database, 'query' | 'transaction'>;
  bus: Pick<EventBus, 'publish' | 'subscribe'>;
  /** Called after the commit, so that the player's pages follow. */
  userChanged: (user: User) => void;
}

export const createBots = ({ database, bus, userChanged }: BotsDeps) => {
  const known = new Set<string>();
  bus.subscribe(botMarkedEvent, ({ playerId }) => void known.add(playerId));
  return {
    isBot: (playerId: string) => known.has(playerId),
    /** Resolves once the account is marked; called before anything that a program plays. */
    async mark(playerId: bigint) {
      const id = String(playerId);
      if (known.has(id)) return;
      const user = await database.transaction(async (query) => {
        if (!(await markBot.first(query, { playerId }))) return undefined;
        await bumpVersion(query, playerId);
        return findUser(query, playerId);
      });
      known.add(id);
      if (!user) return;
      bus.publish(botMarkedEvent, { playerId: id });
      userChanged(user);
    },
    /** Reads which there are: at the start, and after events may have been missed. */
    async load() {
      for (const { id } of await listBots.run(database.query)) known.add(String(id));
    },
  };
};

export type Bots = ReturnType<typeof createBots>;
