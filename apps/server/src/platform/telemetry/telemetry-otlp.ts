/**
 * Sends traces and metrics to a collector by OTLP over HTTP. Loaded only where an operator has named one. What cannot be sent
 * is dropped: queues are bounded, and nothing waits for the collector but the end of the process, for a limited time.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { DiagLogLevel, ROOT_CONTEXT, SpanKind, SpanStatusCode, diag, trace } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Clock } from '../clock.ts';
import type { Log } from '../logger.ts';
import type { RecordedMetric } from './metrics.ts';
import { createSampledWarning } from '../sampled-warning.ts';
import { installTracer, type OpenSpan, type SpanReference, type Tracer } from './telemetry.ts';
import { createMetricBridge } from './telemetry-metrics.ts';

const serviceName = 'fairground';
const metricsEveryMs = 60_000;
const tracesEveryMs = 2_000;
const exportWithinMs = 5_000;
const stopWithinMs = 2_000;

export const startTelemetry = (options: {
  /** Of the collector, without `/v1/traces`. */
  endpoint: string;
  /** The part of traces that is sent, from 0 to 1. */
  traceRatio: number;
  /** Names this process. */
  instance: string;
  readMetrics: () => Promise<readonly RecordedMetric[]>;
  clock: Clock;
  log: Log;
}) => {
  const { endpoint, traceRatio, instance, readMetrics, clock, log } = options;
  const warn = createSampledWarning(log, clock);
  // The reports of the packages may quote the answer of the collector, so that only the fact is logged.
  const report = () => warn({}, 'telemetry could not be sent');
  diag.setLogger(
    { error: report, warn: ignore, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  );
  const resource = resourceFromAttributes({
    'service.name': serviceName,
    'service.instance.id': instance,
  }).merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] }));
  const base = endpoint.replace(/\/+$/, '');
  const tracerProvider = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(traceRatio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${base}/v1/traces`, timeoutMillis: exportWithinMs }),
        scheduledDelayMillis: tracesEveryMs,
        exportTimeoutMillis: exportWithinMs,
      }),
    ],
  });
  const meterProvider = new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter({ url: `${base}/v1/metrics`, timeoutMillis: exportWithinMs }),
        exportIntervalMillis: metricsEveryMs,
        exportTimeoutMillis: exportWithinMs,
        metricProducers: [
          createMetricBridge({ readMetrics, resource, startedAtMs: clock.now(), now: clock.now }),
        ],
      }),
    ],
  });
  installTracer(createTracer(tracerProvider));
  return {
    /** Sends what is left, within two seconds. */
    async stop() {
      installTracer(undefined);
      const isOver = new Promise<void>((resolve) => clock.setTimeout(resolve, stopWithinMs));
      const ended = Promise.allSettled([tracerProvider.shutdown(), meterProvider.shutdown()]);
      await Promise.race([ended, isOver]);
      diag.disable();
    },
  };
};

export type Telemetry = ReturnType<typeof startTelemetry>;

const ignore = (): void => undefined;

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;

const createTracer = (provider: TracerProvider): Tracer => {
  const sdk = provider.getTracer(serviceName);
  const storage = new AsyncLocalStorage<SpanReference>();
  return {
    current: () => storage.getStore(),
    runIn: (span, work) => storage.run(span, work),
    start({ name, kind, attributes = {}, parent = storage.getStore(), links = [] }): OpenSpan {
      const span = sdk.startSpan(
        name,
        {
          kind: kind === undefined ? SpanKind.INTERNAL : kinds[kind],
          attributes,
          links: links.map((context) => ({ context })),
        },
        parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT,
      );
      const reference: SpanReference = span.spanContext();
      return {
        reference,
        run: (work) => storage.run(reference, work),
        end({ attributes: last = {}, isError = false } = {}) {
          span.setAttributes(last);
          if (isError) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
  };
};
