/**
 * What the OpenAPI document says of each call beyond its schemas: a name for generated clients, and headers
 * that count.
 */
import type { RouteOptions } from 'fastify';
import { requirePlayer } from '../http/request-identity.ts';

/** A property of the schema of its successful answers. */
const answers = (response: unknown, property: string): boolean =>
  Object.entries((response ?? {}) as Record<string, unknown>).some(
    ([status, schema]) => status.startsWith('2') && JSON.stringify(schema).includes(`"${property}":{`),
  );

const header = (description: string, schema: object = { type: 'string' }) => ({ ...schema, description });

const idempotencyKey = header(
  'A key of your own, of 1 to 255 visible ASCII characters. A repeat with the same key and body gets ' +
    'the first answer again, ' +
    'and nothing is paid twice.',
  { type: 'string', minLength: 1, maxLength: 255 },
);
const receipt = header('`1` asks for the signed receipt of the bet.', { type: 'string', enum: ['1'] });
const shownPlayer = header(
  'The id of the player whose page this is: 409 `session_changed`, with nothing done, where the ' +
    'session is another player’s.',
);

const isSafe = (method: string): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method);

/** The schema of the headers of a call, for the document alone; undefined where none counts. */
export const headersOf = (route: RouteOptions, response: unknown): object | undefined => {
  const guards = [route.preValidation ?? []].flat() as unknown[];
  const { tokenScope, takesKey } = route.config ?? {};
  const takesStake = tokenScope === 'play';
  const properties = {
    ...(takesStake || takesKey === true ? { 'Idempotency-Key': idempotencyKey } : {}),
    ...(takesStake && answers(response, 'receipt') ? { Receipt: receipt } : {}),
    ...(guards.includes(requirePlayer) && !isSafe(String(route.method)) ? { 'X-Player': shownPlayer } : {}),
  };
  return Object.keys(properties).length === 0 ? undefined : { type: 'object', properties };
};

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * The name of a call: the one that its route gives it, or one that is made of its method and path. The
 * committed list of names shows a change of either: a call that moves keeps its name by `operationId` in the schema
 * of its route.
 */
export const operationIdOf = (method: string, path: string): string =>
  [method.toLowerCase(), ...path.replace(/^\/api\//, '').split('/')]
    .flatMap((part) => (/^[:{]/.test(part) ? ['by', part.replaceAll(/[:{}]/g, '')] : part.split(/[-.]/)))
    .map((word, at) => (at === 0 ? word : capitalized(word)))
    .join('');
