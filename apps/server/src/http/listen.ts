/**
 * Listens on several sockets of one port. Node takes one connection from a listening socket in each turn of its event
 * loop, however many wait. On a busy site, whose turns are long, visitors would stand behind each other until they have
 * lost patience, and those that are taken then have left: nobody new would come in while the load lasts.
 */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { requireFreePort, type ListenAddress } from '../platform/port.ts';

/** As many are taken in a turn. Linux alone spreads connections over sockets that share a port. */
const sockets = process.platform === 'linux' ? 16 : 1;
/** So many may wait at each of them, a turn each. Clients send again what finds no room. */
const backlog = 128;

/**
 * Resolves with the port that was chosen for 0, else with the one given. Throws a `SettingError` if it is in use. The
 * application must not be ready yet, and closes what listens when it is closed.
 */
export const listen = async (
  app: FastifyInstance,
  { host, port, reusePort = false }: ListenAddress,
): Promise<number> => {
  // As the server of HTTP sets its own: a caller may end its side and still read the answer.
  const others = Array.from({ length: sockets - 1 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => app.server.emit('connection', socket)),
  );
  let ended: Promise<unknown>[] = [];
  app.addHook('preClose', async () => {
    ended = others.map(async (other) => {
      other.close();
      await once(other, 'close');
    });
  });
  app.addHook('onClose', async () => void (await Promise.all(ended)));
  // Sockets that share a port would share it with those of another site too.
  if (!reusePort) await requireFreePort({ host, port });
  const shared = sockets > 1 || reusePort ? { reusePort: true } : {};
  await app.listen({ host, port, backlog, ...shared });
  const { port: actual } = app.server.address() as AddressInfo;
  for (const other of others) {
    other.listen({ host, port: actual, backlog, ...shared });
    await once(other, 'listening');
  }
  return actual;
};
