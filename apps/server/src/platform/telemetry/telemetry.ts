/**
 * Traces of what this process does, for operators who name a collector. This module is all that the rest of the site knows
 * of them; without a collector no package of OpenTelemetry is loaded, and each call here is one comparison.
 * Attributes are names and numbers that the program chose: never a value that a player sent, a parameter of a
 * statement, an address, or anything that a result could be derived from.
 */
export type SpanAttributes = Readonly<Record<string, string | number>>;

/** Identifies a span, so that others can have it as their parent or be linked to it. */
export interface SpanReference {
  readonly traceId: string;
  readonly spanId: string;
  /** Whether it is sent. */
  readonly traceFlags: number;
}

export interface SpanStart {
  name: string;
  kind?: 'server' | 'client';
  attributes?: SpanAttributes;
  /** By default the current one; null begins a trace. */
  parent?: SpanReference | null | undefined;
  /** Others that this one works for too. */
  links?: readonly SpanReference[];
}

export interface SpanEnd {
  attributes?: SpanAttributes;
  isError?: boolean;
}

export interface OpenSpan {
  readonly reference: SpanReference;
  /** The span is current in everything that this starts. */
  run<Result>(work: () => Result): Result;
  end(end?: SpanEnd): void;
}

export interface Tracer {
  start(span: SpanStart): OpenSpan;
  current(): SpanReference | undefined;
  /** Runs with this span as the current one. */
  runIn<Result>(span: SpanReference, work: () => Result): Result;
}

let tracer: Tracer | undefined;

/** Of the process: spans of all its parts belong together. Undefined turns tracing off. */
export const installTracer = (installed: Tracer | undefined): void => {
  tracer = installed;
};

/** Undefined where nothing is traced. */
export const activeTracer = (): Tracer | undefined => tracer;

export const currentSpan = (): SpanReference | undefined => tracer?.current();

/** Runs work as a span of its own; one that rejects is marked as failed. */
export const traced = async <Result>(span: SpanStart, work: () => Promise<Result>): Promise<Result> => {
  if (tracer === undefined) return work();
  const open = tracer.start(span);
  try {
    const result = await open.run(work);
    open.end();
    return result;
  } catch (error) {
    open.end({ isError: true, attributes: { 'error.type': errorType(error) } });
    throw error;
  }
};

/** Like `traced`, but only as a part of something that is traced. */
export const tracedPart = <Result>(
  name: string,
  attributes: SpanAttributes,
  work: () => Promise<Result>,
): Promise<Result> =>
  currentSpan() === undefined ? work() : traced({ name, kind: 'client', attributes }, work);

/** Messages of errors may contain values, so that only their kind is recorded. */
const errorType = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};
