/** Starts telemetry where a collector is set; what it needs is loaded only then. */
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/logger.ts';
import type { Metrics } from '../platform/telemetry/metrics.ts';
import type { Settings } from '../platform/settings.ts';
import type { Telemetry } from '../platform/telemetry/telemetry-otlp.ts';

export const startTelemetry = async ({
  settings: { otlpEndpoint, traceRatio },
  instance,
  metrics,
  clock,
  log,
}: {
  settings: Pick<Settings, 'otlpEndpoint' | 'traceRatio'>;
  /** Names this process. */
  instance: string;
  metrics: Pick<Metrics, 'read'>;
  clock: Clock;
  log: Log;
}): Promise<Telemetry | undefined> => {
  if (otlpEndpoint === null) return undefined;
  const otlp = await import('../platform/telemetry/telemetry-otlp.ts');
  return otlp.startTelemetry({
    endpoint: otlpEndpoint,
    traceRatio,
    instance,
    readMetrics: metrics.read,
    clock,
    log,
  });
};
