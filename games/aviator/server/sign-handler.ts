/**
 * The live message `aviatorSign`: a player sends one of the signs of the fair to everybody at the table, or to a club
 * of theirs alone.
 */
import { defineBusEvent, liveRefusal, type GameDeps, type LiveHandler } from '@fairground/game-kit/server';
import type { AttemptLimiter } from '@fairground/server/platform/attempt-limiter';
import type { EventBus } from '@fairground/server/platform/messaging/event-bus';
import type { LiveMessages } from '@fairground/game-kit/shared';
import * as z from 'zod/mini';
import { aviatorSignPayload, signEveryMs, tableSigns, type TableSign } from '../table-contract.ts';

/** Limits a player, whichever connection and process they use. */
const rule = { name: 'aviator-sign', max: 1, windowMs: signEveryMs };

export const signHandler =
  ({
    limiter,
    sendToClub,
    sent,
  }: Pick<GameDeps<never, LiveMessages>, 'sendToClub'> & {
    limiter: Pick<AttemptLimiter, 'take'>;
    sent: (sign: TableSign) => void;
  }): LiveHandler =>
  async ({ identity, payload }) => {
    if (!identity) return liveRefusal('not_signed_in');
    const parsed = aviatorSignPayload.safeParse(payload);
    if (!parsed.success) return liveRefusal('invalid_request');
    const attempt = await limiter.take([[rule, identity.playerId]]);
    if (!attempt.ok) return liveRefusal(attempt.code);
    const { sign, club } = parsed.data;
    if (club === undefined) sent(sign);
    else if (!(await sendToClub({ clubId: club, playerId: identity.playerId, sign })))
      return liveRefusal('not_found');
    return { success: true, data: { sign } };
  };

/** Signs that players sent through one process since its last event. */
const signsEvent = defineBusEvent({
  channel: 'aviator-signs',
  version: 1,
  schema: z.object({ signs: z.array(z.tuple([z.enum(tableSigns), z.number()])) }),
});

/** Counts the signs of all processes from one table to the next. */
export const createSigns = (bus: EventBus) => {
  const own = new Map<TableSign, number>();
  const arrived = new Map<TableSign, number>();
  const add = (to: Map<TableSign, number>, sign: TableSign, count: number): void =>
    void to.set(sign, (to.get(sign) ?? 0) + count);
  bus.subscribe(signsEvent, ({ signs }) => {
    for (const [sign, count] of signs) add(arrived, sign, count);
  });
  return {
    sent: (sign: TableSign) => add(own, sign, 1),
    /** What has arrived since the last call, with what this process has received, which the others learn now. */
    take(): { sign: TableSign; count: number }[] {
      if (own.size > 0) bus.publish(signsEvent, { signs: [...own] });
      own.clear();
      const signs = [...arrived].map(([sign, count]) => ({ sign, count }));
      arrived.clear();
      return signs;
    },
  };
};
