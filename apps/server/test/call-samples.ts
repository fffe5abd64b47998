/**
 * Every call in the site's OpenAPI document, each with a valid input: a test can replace one value at a time, and new
 * calls are included automatically.
 */
import type { Site } from '../src/site/serve.ts';

interface Schema {
  type?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  pattern?: string;
  format?: string;
  minimum?: number;
  minItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
}
interface Parameter<Where extends string = 'path' | 'query' | 'header'> {
  in: Where;
  name: string;
  schema: Schema;
}
interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

export type Place = { in: 'path' | 'query' | 'body'; name: string };

export interface Call {
  method: 'GET' | 'POST' | 'DELETE';
  /** With `{name}` for its parameters. */
  path: string;
  places: readonly Place[];
  /** One valid input, by place. */
  sample: Readonly<Record<Place['in'], Readonly<Record<string, unknown>>>>;
}

/** Candidates that are tried against a schema's pattern. */
const texts = [
  '1',
  'sample_name',
  'sample@example.org',
  '2026-11-21T12:00:00Z',
  '2026-11',
  'avatar3',
  'a sample text',
  '0'.repeat(64),
];

const sampleOf = (schema: Schema): unknown => {
  const [first] = schema.anyOf ?? [];
  if (first) return sampleOf(first);
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case 'string': {
      const { pattern } = schema;
      const fit = texts.find((text) => pattern === undefined || new RegExp(pattern, 'u').test(text));
      if (fit === undefined) throw new Error(`no sample fits ${pattern}`);
      return fit;
    }
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, (_, index) =>
        schema.items?.enum ? schema.items.enum[index] : index + 1,
      );
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, property]) => [name, sampleOf(property)]),
      );
    default:
      throw new Error(`no sample for ${JSON.stringify(schema)}`);
  }
};

const isInAddress = (parameter: Parameter): parameter is Parameter<'path' | 'query'> =>
  parameter.in !== 'header';

export const findCalls = (site: Site): Call[] => {
  const document = site.app.swagger() as unknown as { paths: Record<string, Record<string, Operation>> };
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters: declared = [], requestBody }]): Call => {
      // Headers are left out: a call is valid without them.
      const parameters = declared.filter(isInAddress);
      const fields = Object.entries(requestBody?.content['application/json']?.schema.properties ?? {}).map(
        ([name, schema]) => ({ in: 'body' as const, name, schema }),
      );
      const all = [...parameters, ...fields];
      const sample: Record<Place['in'], Record<string, unknown>> = { path: {}, query: {}, body: {} };
      for (const place of all) sample[place.in][place.name] = sampleOf(place.schema);
      return {
        method: method.toUpperCase() as Call['method'],
        path,
        places: all.map(({ in: where, name }) => ({ in: where, name })),
        sample,
      };
    }),
  );
};

/** The call with its sample input, except for the given place. */
export const requestOf = (call: Call, place?: Place, value?: unknown) => {
  const read = (where: Place['in'], name: string): unknown =>
    place?.in === where && place.name === name ? value : call.sample[where][name];
  const named = (where: Place['in']) =>
    call.places.filter((each) => each.in === where).map(({ name }) => [name, read(where, name)] as const);
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(read('path', name)));
  const query = named('query')
    .map(([name, text]) => `${name}=${encode(text)}`)
    .join('&');
  return {
    method: call.method,
    url: query ? `${path}?${query}` : path,
    payload: call.places.some((each) => each.in === 'body') ? Object.fromEntries(named('body')) : undefined,
  };
};

export type Request = ReturnType<typeof requestOf>;

/** A lone surrogate cannot be encoded in a URL; its replacement character is sent. */
const encode = (value: unknown): string => encodeURIComponent(String(value).toWellFormed());
