/** Reads what the server sends. Anything that does not fit the contract becomes null, and is ignored. */
import { pingData, serverEnvelope, updatedUserData, userProfileData } from '@fairground/contract/live';
import { aviatorCountdownData, aviatorDrawResultData } from '@fairground/game-aviator/contract';
import { latestDrawData } from '@fairground/game-lottery/contract';
import { doubleTroubleStatusSchema } from '@fairground/game-double-trouble/contract';
import type { DoubleTroubleStatus } from '@fairground/game-double-trouble/contract';
import type { ServerEnvelope } from '@fairground/contract/live';
import type { AviatorCountdown, AviatorDrawResult } from '@fairground/game-aviator/contract';
import type { LatestDraw } from '@fairground/game-lottery/contract';
import type { User } from '@fairground/contract/user';

/** What `payload.data` holds when `success` is true. Types that are not named here arrive as `unknown`. */
export interface LiveData {
  aviatorDrawResult_response: AviatorDrawResult;
  aviatorCountdown_response: AviatorCountdown;
  doubleTroubleStatus_response: DoubleTroubleStatus;
  latestDraw_response: LatestDraw;
  updatedUser_response: { user: User };
  userProfile_response: { user: unknown };
  ping_response: { serverTime: string };
}

export type LiveType = keyof LiveData | (string & {});
export type LiveDataOf<T extends string> = T extends keyof LiveData ? LiveData[T] : unknown;

export type LivePayload<T extends string> =
  | { success: true; data: LiveDataOf<T>; message: string | undefined }
  | { success: false; message: string | undefined; code: string | undefined };

type Reader = { safeParse(input: unknown): { success: true; data: unknown } | { success: false } };

const dataReaders: Record<string, Reader> = {
  aviatorDrawResult_response: aviatorDrawResultData,
  aviatorCountdown_response: aviatorCountdownData,
  doubleTroubleStatus_response: doubleTroubleStatusSchema,
  latestDraw_response: latestDrawData,
  updatedUser_response: updatedUserData,
  userProfile_response: userProfileData,
  ping_response: pingData,
};

export function parseLiveMessage(raw: string): ServerEnvelope | null {
  let input: unknown;
  try {
    input = JSON.parse(raw);
  } catch {
    return null;
  }
  const envelope = serverEnvelope.safeParse(input);
  if (!envelope.success) return null;
  const { type, payload } = envelope.data;
  const reader = payload.success && Object.hasOwn(dataReaders, type) ? dataReaders[type] : undefined;
  if (reader === undefined) return envelope.data;
  const data = reader.safeParse(payload.data);
  return data.success ? { ...envelope.data, payload: { ...payload, data: data.data } } : null;
}

export function livePayload<T extends string>(message: ServerEnvelope): LivePayload<T> {
  const { success, data, message: text, code } = message.payload;
  return success ? { success, data: data as LiveDataOf<T>, message: text } : { success, message: text, code };
}
