/** The live message `aviatorSign`: a player sends one of the signs of the fair to everybody at the table. */
import { liveRefusal, type LiveHandler } from '@fairground/game-kit/server';
import type { AttemptLimiter } from '@fairground/server/platform/attempt-limiter';
import { aviatorSignPayload, signEveryMs, type TableSign } from '../table-contract.ts';

/** Limits a player, whichever connection and process they use. */
const rule = { name: 'aviator-sign', max: 1, windowMs: signEveryMs };

export const signHandler =
  ({
    limiter,
    sent,
  }: {
    limiter: Pick<AttemptLimiter, 'take'>;
    sent: (sign: TableSign) => void;
  }): LiveHandler =>
  async ({ identity, payload }) => {
    if (!identity) return liveRefusal('not_signed_in');
    const parsed = aviatorSignPayload.safeParse(payload);
    if (!parsed.success) return liveRefusal('invalid_request');
    const attempt = await limiter.take([[rule, identity.playerId]]);
    if (!attempt.ok) return liveRefusal(attempt.code);
    sent(parsed.data.sign);
    return { success: true, data: { sign: parsed.data.sign } };
  };
