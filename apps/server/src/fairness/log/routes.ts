/** The public log: its files under /log/, as C2SP tlog-tiles has them, and the call that names it. */
import { logSchema, type LogInfo } from '@fairground/contract/fairness';
import { formatVerifierKey, parseVerifierKey } from '@fairground/fairness/log-note';
import { encodeEntries, parseTilePath, tileWidth, type TileAddress } from '@fairground/fairness/log-tiles';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { sendProblem } from '../../http/problem.ts';
import { callsOf, readScope } from '../../http/route-options.ts';
import type { Database } from '../../platform/database/database.ts';
import { keepReads } from '../../platform/kept-reads.ts';
import { cosignedNote, originKey, publishedNote } from './checkpoint.ts';
import * as sql from './sql/log.sql.ts';
import { readBundle, readTile } from './tiles.ts';

const { open } = callsOf('Fairness');

type Query = Database['query'];

const immutable = 'public, max-age=31536000, immutable';
/** After a restore, the addresses without a number have the files of another log. */
const ofNewest = 'public, max-age=10';
/** The size of all kept tiles and bundles together. */
const maxKeptBytes = 8_000_000;

/** Outside of /api. `/log/1/` has the first origin and so on, `/log/` the newest one. */
export const logFiles =
  (query: Query) =>
  (app: FastifyInstance): void => {
    const findTile = keepTiles();
    app.get('/log/*', { schema: { hide: true } }, async (request, reply) => {
      const [, given, path = ''] =
        /^(?:([1-9]\d{0,8})\/)?(.*)$/.exec((request.params as { '*': string })['*']) ?? [];
      const origin = given === undefined ? null : Number(given);
      return path === 'checkpoint'
        ? sendCheckpoint(query, origin, reply)
        : sendTile({ query, findTile }, { origin, path }, reply);
    });
  };

const sendCheckpoint = async (query: Query, origin: number | null, reply: FastifyReply) => {
  const published = await publishedNote(query, origin);
  if (!published) return sendProblem(reply, 'not_found');
  return reply
    .type('text/plain; charset=utf-8')
    .header('cache-control', 'public, max-age=1')
    .send(await cosignedNote(query, published));
};

/** A tile never changes under the number of its origin. */
const keepTiles = () =>
  keepReads<string, Buffer | undefined>({
    isFinal: (tile) => tile !== undefined,
    sizeOf: (tile) => tile?.length ?? 0,
    maxSize: maxKeptBytes,
  });

const readFile = async (
  query: Query,
  { level, ...place }: TileAddress & { origin: number },
): Promise<Buffer | undefined> => {
  if (level !== 'entries') return readTile(query, { ...place, level });
  const entries = await readBundle(query, place);
  return entries && Buffer.from(encodeEntries(entries));
};

const sendTile = async (
  { query, findTile }: { query: Query; findTile: ReturnType<typeof keepTiles> },
  { origin: given, path }: { origin: number | null; path: string },
  reply: FastifyReply,
) => {
  const address = parseTilePath(path);
  if (!address || address.index > maxTile) return sendProblem(reply, 'not_found');
  const origin = given ?? (await sql.findOrigin.first(query))?.n;
  const tile =
    origin === undefined
      ? undefined
      : await findTile(`${origin} ${path}`, () => readFile(query, { ...address, origin }));
  if (!tile) return sendProblem(reply, 'not_found');
  return reply
    .type('application/octet-stream')
    .header('cache-control', given === null ? ofNewest : immutable)
    .send(tile);
};

/** Beyond it, an entry's index is no safe integer. */
const maxTile = Math.floor(Number.MAX_SAFE_INTEGER / tileWidth) - 1;

export const logRoutes =
  (describe: () => Promise<LogInfo | undefined>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/fairness/log',
      open(
        'The public log: its key, its size, and who watches it',
        { 200: logSchema },
        { config: readScope },
      ),
      async (_request, reply) => (await describe()) ?? sendProblem(reply, 'not_found'),
    );
  };

/** Undefined until the log has begun. */
export const describeLog = async (
  query: Query,
  publicKey: Uint8Array,
  witnesses: readonly string[],
): Promise<LogInfo | undefined> => {
  const published = await publishedNote(query);
  if (!published) return undefined;
  const signed = await sql.findNewestCosigned.run(query, {
    origin: published.origin,
    witnesses: [...witnesses],
  });
  return {
    origin: published.name,
    verifierKey: formatVerifierKey(originKey(published.name, publicKey)),
    size: published.size,
    at: published.at.toISOString(),
    witnesses: witnesses.map((verifierKey) => {
      const newest = signed.find(({ witness }) => witness === verifierKey);
      return {
        name: parseVerifierKey(verifierKey)?.name ?? '',
        verifierKey,
        size: newest ? Number(newest.size) : null,
        at: newest?.at.toISOString() ?? null,
      };
    }),
  };
};
