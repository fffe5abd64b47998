/** The live message `spinWheel`. Its payload is never read: whatever amount a client names, the server draws. */
import { liveRefusal, type LiveHandler } from '@fairground/game-kit/server';
import type { SpinWheelData } from '../contract.ts';
import type { WheelService } from './service.ts';

export const spinHandler =
  (service: WheelService): LiveHandler =>
  async ({ identity }) => {
    if (identity === null) return liveRefusal('not_signed_in');
    const spun = await service.spin({ playerId: BigInt(identity.playerId) });
    if (!spun.ok) return liveRefusal(spun.code);
    const data = JSON.parse(spun.value.text) as SpinWheelData;
    return { success: true, data, message: spinMessage(data.amount) };
  };

const spinMessage = (amount: number): string =>
  amount > 0 ? `You won ${amount.toLocaleString('en-US')} coins.` : 'Oops! Try again next time.';
