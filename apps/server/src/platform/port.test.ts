/** A used port is named before anything else of a start is done. */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { requireFreePort } from './port.ts';
import { plainLine } from './plain-error.ts';

it('a port that another program uses is refused in one line, and a free one is not', async () => {
  const host = '127.0.0.1';
  const other = createServer().listen(0, host);
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const error: unknown = await requireFreePort({ host, port }, 'METRICS_PORT').catch(
    (reason: unknown) => reason,
  );
  expect(plainLine(error)).toMatch(new RegExp(`^Port ${port} is in use, .* METRICS_PORT`));
  other.close();
  await once(other, 'close');
  await requireFreePort({ host, port });
  // The probe has freed it again.
  await requireFreePort({ host, port });
  await requireFreePort({ host, port: 0 });
});
