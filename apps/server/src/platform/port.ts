/** Says before a start that takes long whether the site's port is in use. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { SettingError } from './settings-reader.ts';

export interface ListenAddress {
  host: string;
  port: number;
  /** Several processes of the site share it. */
  reusePort?: boolean;
}

/**
 * Throws a `SettingError` that names the setting. What else prevents listening is reported when the site does
 * listen.
 */
export const requireFreePort = async (
  { host, port, reusePort = false }: ListenAddress,
  setting: 'PORT' | 'METRICS_PORT' = 'PORT',
): Promise<void> => {
  // A free one is chosen for it.
  if (port === 0) return;
  const probe = createServer();
  try {
    probe.listen({ host, port, ...(reusePort ? { reusePort } : {}) });
    await once(probe, 'listening');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) return;
    throw new SettingError(
      `Port ${port} is in use, perhaps by a site that still runs: ` +
        `stop that program, or set ${setting} to another port.`,
    );
  }
  probe.close();
  await once(probe, 'close');
};
