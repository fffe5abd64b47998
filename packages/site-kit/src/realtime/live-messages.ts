/** Reads what the server sends. Anything that does not fit the contract becomes null, and is ignored. */
import { pingData, serverEnvelope, updatedUserData, userProfileData } from '@fairground/contract/live';
import type { ServerEnvelope } from '@fairground/contract/live';
import type { User } from '@fairground/contract/user';

/** What `payload.data` contains when `success` is true, for the site's own messages. */
interface SiteLiveData {
  updatedUser_response: { user: User };
  userProfile_response: { user: unknown };
  ping_response: { serverTime: string };
  /** Read by the part that shows it. */
  achievement_response: unknown;
}

export type SiteLiveType = keyof SiteLiveData;
export type SiteLivePayload<T extends SiteLiveType> = LivePayload<SiteLiveData[T]>;

export type LivePayload<Data> =
  | { success: true; data: Data; message: string | undefined }
  | { success: false; message: string | undefined; code: string | undefined };

interface Reader {
  safeParse(input: unknown): { success: true; data: unknown } | { success: false };
}

/** By the type of message: the schema of `payload.data` when `success` is true. */
export type LiveSchemas = Readonly<Record<string, Reader>>;

const readers = new Map<string, Reader>(
  Object.entries({
    updatedUser_response: updatedUserData,
    userProfile_response: userProfileData,
    ping_response: pingData,
  }),
);

/** A game adds its messages with its page. Data of types that were not added is left unread. */
export function registerLiveMessages(schemas: LiveSchemas): void {
  for (const [type, schema] of Object.entries(schemas)) readers.set(type, schema);
}

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
  const reader = payload.success ? readers.get(type) : undefined;
  if (reader === undefined) return envelope.data;
  const data = reader.safeParse(payload.data);
  return data.success ? { ...envelope.data, payload: { ...payload, data: data.data } } : null;
}

/** The reader of the message's type has checked its data. */
export function livePayload<Data>(message: ServerEnvelope): LivePayload<Data> {
  const { success, data, message: text, code } = message.payload;
  return success ? { success, data: data as Data, message: text } : { success, message: text, code };
}
