/** Messages about invalid fields of a request: one per field, which names the bound. */
import type { Problem } from '@fairground/contract/problem';

/** What the validation of a schema reports (zod, by way of the type provider). */
export interface SchemaIssue {
  keyword: string;
  instancePath: string;
  message?: string | undefined;
  params: Record<string, unknown>;
}

type FieldErrors = NonNullable<Problem['errors']>;

/** The schema's message, if it has one; zod's default without a locale is not useful. */
const silentMessage = 'Invalid input';

export const toFieldErrors = (issues: readonly SchemaIssue[]): FieldErrors => {
  const byPath = new Map<string, string>();
  for (const issue of issues) {
    for (const path of pathsOf(issue)) {
      if (!byPath.has(path)) byPath.set(path, messageOf(issue));
    }
  }
  return [...byPath].map(([path, message]) => ({ path, message }));
};

/** Whoever sends many wrong fields gets no answer that is larger than the request. */
const maxErrors = 10;
const maxErrorsBytes = 1_500;
const maxPathLength = 40;

/** What an answer says of the errors: the first of them, and in the sentence how many more there are. */
export const limitErrors = (errors: FieldErrors): { detail: string; errors: FieldErrors } => {
  const limited: FieldErrors = [];
  let bytes = 0;
  for (const { path, message } of errors.slice(0, maxErrors)) {
    const shortPath = path.length > maxPathLength ? `${path.slice(0, maxPathLength)}...` : path;
    const error = { path: shortPath, message };
    bytes += Buffer.byteLength(JSON.stringify(error));
    if (bytes > maxErrorsBytes) break;
    limited.push(error);
  }
  const others = errors.length - limited.length;
  const detail = detailOf(limited);
  return { detail: others === 0 ? detail : `${detail} And ${written(others)} more.`, errors: limited };
};

/** One sentence for each field: "amount must be a multiple of 10 from 10 to 10,000." */
const detailOf = (errors: FieldErrors): string =>
  errors
    .map(({ path, message }) => {
      const isOfField = /^(Must|Is) /.test(message);
      return isOfField
        ? `${path || 'The body'} ${message.charAt(0).toLowerCase()}${message.slice(1)}`
        : message;
    })
    .join(' ');

const pathsOf = ({ keyword, instancePath, params }: SchemaIssue): string[] => {
  const path = instancePath.replace(/^\//, '').replaceAll('/', '.');
  if (keyword !== 'unrecognized_keys') return [path];
  return (params['keys'] as string[]).map((key) => (path === '' ? key : `${path}.${key}`));
};

const messageOf = ({ keyword, message, params }: SchemaIssue): string => {
  if (message !== undefined && message !== silentMessage) return message;
  switch (keyword) {
    case 'unrecognized_keys':
      return 'Is not a field of this call.';
    case 'invalid_type':
      return `Must be ${kindOf(String(params['expected']))}.`;
    case 'invalid_value':
      return `Must be ${listOf(params['values'] as unknown[])}.`;
    case 'too_small':
      return `Must ${bound(params['origin'], 'minimum', Number(params['minimum']))}.`;
    case 'too_big':
      return `Must ${bound(params['origin'], 'maximum', Number(params['maximum']))}.`;
    case 'not_multiple_of':
      return `Must be a multiple of ${written(Number(params['divisor']))}.`;
    case 'invalid_format':
      return `Must be ${formats[String(params['format'])] ?? 'written in another way'}.`;
    default:
      return 'Is not valid.';
  }
};

const written = (value: number): string => value.toLocaleString('en-US');

const kinds: Record<string, string> = {
  int: 'a whole number',
  number: 'a number',
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};
const kindOf = (expected: string): string => kinds[expected] ?? 'of another type';

const formats: Record<string, string> = {
  email: 'an email address',
  datetime: 'a time such as 2030-01-31T12:00:00Z',
};

const listOf = (values: readonly unknown[]): string =>
  values.length === 1 ? String(values[0]) : `one of ${values.map(String).join(', ')}`;

const bound = (origin: unknown, side: 'minimum' | 'maximum', value: number): string => {
  const limit = `${side === 'minimum' ? 'at least' : 'at most'} ${written(value)}`;
  if (origin === 'string') return `have ${limit} characters`;
  if (origin === 'array') return `have ${limit} entries`;
  return `be ${limit}`;
};
