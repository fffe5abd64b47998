/** The live message `userProfile`: the same profile that GET /user/profile/{username} gives. */
import { userProfilePayload } from '@fairground/contract/live';
import { liveRefusal } from '@fairground/game-kit/server';
import type { PlayersService } from '../players/profile/service.ts';
import type { Handler } from '../realtime/types.ts';

export const profileHandler =
  (players: Pick<PlayersService, 'findProfile'>): Handler =>
  async ({ identity, payload }) => {
    if (!identity) return liveRefusal('not_signed_in');
    const parsed = userProfilePayload.safeParse(payload);
    if (!parsed.success) return liveRefusal('invalid_request');
    const user = await players.findProfile(parsed.data.userId);
    return user
      ? { success: true, data: { user } }
      : { success: false, code: 'not_found', message: `The user ${parsed.data.userId} does not exist.` };
  };
