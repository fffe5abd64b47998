/** The connections of a site, which several sockets take: no server of Node counts all of them. */
import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';

/** Returns how many are open of those that came since. */
export const countConnections = (server: EventEmitter): (() => number) => {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => open.size;
};
