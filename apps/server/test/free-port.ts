/** A port of the loopback interface that nothing listens on, for processes that cannot choose one themselves. */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

export const findFreePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
};
