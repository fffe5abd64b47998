/** The metrics of this process, which Prometheus reads, as OpenTelemetry's: the same names, labels and counts. */
import { ValueType, type HrTime } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  DataPointType,
  type DataPoint,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { RecordedMetric } from './metrics.ts';

export const createMetricBridge = (options: {
  readMetrics: () => Promise<readonly RecordedMetric[]>;
  resource: Resource;
  /** Since when counters have counted. */
  startedAtMs: number;
  now: () => number;
}): MetricProducer => ({
  async collect() {
    const { readMetrics, resource, startedAtMs, now } = options;
    const recorded = await readMetrics();
    const times: Times = { startTime: toHrTime(startedAtMs), endTime: toHrTime(now()) };
    const metrics = recorded.map((metric) => toMetricData(metric, times));
    return {
      resourceMetrics: { resource, scopeMetrics: [{ scope: { name: 'fairground' }, metrics }] },
      errors: [],
    };
  },
});

interface Times {
  startTime: HrTime;
  endTime: HrTime;
}

const toHrTime = (ms: number): HrTime => [Math.floor(ms / 1_000), Math.round((ms % 1_000) * 1e6)];

const toMetricData = (metric: RecordedMetric, times: Times): MetricData => {
  const common = {
    descriptor: { name: metric.name, description: metric.help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  if (metric.type === 'histogram') {
    return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: toHistograms(metric, times) };
  }
  const dataPoints = metric.values.map(({ labels, value }) => ({ ...times, attributes: labels, value }));
  return metric.type === 'counter'
    ? { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...common, dataPointType: DataPointType.GAUGE, dataPoints };
};

/** Prometheus counts in each bucket what the smaller ones counted too; OpenTelemetry does not. */
const toHistograms = ({ name, values }: RecordedMetric, times: Times): DataPoint<Histogram>[] => {
  const series = new Map<
    string,
    { attributes: Record<string, string>; values: RecordedMetric['values'][number][] }
  >();
  for (const value of values) {
    const { le: _bound, ...attributes } = value.labels;
    const key = JSON.stringify(attributes);
    const found = series.get(key) ?? { attributes, values: [] };
    found.values.push(value);
    series.set(key, found);
  }
  return [...series.values()].map(({ attributes, values: ofSeries }) => {
    const buckets = ofSeries
      .filter(({ labels }) => labels['le'] !== undefined)
      .map(({ labels, value }) => ({ bound: toBound(labels['le'] ?? ''), cumulative: value }))
      .toSorted((a, b) => a.bound - b.bound);
    const counts = buckets.map(({ cumulative }, index) => cumulative - (buckets[index - 1]?.cumulative ?? 0));
    const valueOf = (part: string) => ofSeries.find((value) => value.part === `${name}_${part}`)?.value ?? 0;
    return {
      ...times,
      attributes,
      value: {
        buckets: { boundaries: buckets.map(({ bound }) => bound).filter(Number.isFinite), counts },
        sum: valueOf('sum'),
        count: valueOf('count'),
      },
    };
  });
};

const toBound = (le: string): number => (le === '+Inf' ? Infinity : Number(le));
