/**
 * The floor that the size of the site is compared with: Fastify with one route and pg, over the site's own embedded
 * PostgreSQL as it comes from the package.
 */
import { join } from 'node:path';
import Fastify from 'fastify';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/database/embedded-postgres.ts';

const quiet = { debug() {}, info() {}, warn: console.warn, error: console.error };

const server = await startEmbeddedPostgres({
  dataDir: join(process.env['DATA_DIR'] ?? './data', 'floor'),
  log: quiet,
});
const pool = new pg.Pool({ ...server.address, max: 12 });
const app = Fastify();
app.get('/', async () => (await pool.query('SELECT now() AS now')).rows[0]);
const url = await app.listen({ port: 0, host: '127.0.0.1' });
console.log(`Fairground is open at ${url}`);

process.once('SIGTERM', () => {
  void (async () => {
    await app.close();
    await pool.end();
    await server.stop();
    process.exit(0);
  })();
});
