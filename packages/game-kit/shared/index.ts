/** What every game's contract is made of, on both sides of the wire. Pure: no Node, no DOM. */
import type * as z from 'zod/mini';

/** The live messages a game pushes: message type to the schema of its payload's `data`. */
export type LiveMessages = Readonly<Record<string, z.ZodMiniType>>;
