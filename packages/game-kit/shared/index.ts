/** What every game's contract is made of, on both sides of the wire. Pure: no Node, no DOM. */
import type { ErrorCode } from '@fairground/contract/errors';
import type * as z from 'zod/mini';

export { betClientSeed, betInclusionSchema, sealFields, sealPushFields } from './sealed.ts';

/** The live messages a game pushes: message type to the schema of its payload's `data`. */
export type LiveMessages = Readonly<Record<string, z.ZodMiniType>>;

/** One push of a game: its payload carries the data of its schema, or reports that the data is unavailable. */
export type LivePush<Messages extends LiveMessages> = {
  [Type in keyof Messages & string]: {
    type: Type;
    payload:
      | { success: true; data: z.output<Messages[Type]> }
      | { success: false; message: string; code: ErrorCode };
    /** Sent only to connections that subscribed to every tick. */
    tick?: boolean;
    /** Sent only to connections that subscribed with these ticks. */
    ticks?: 'all' | 'sparse';
  };
}[keyof Messages & string];
