/** Which encoding an answer that is compressed here is sent in. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Null is the plain text. */
export type Encoding = 'br' | 'gzip' | null;

const encodings = ['br', 'gzip'] as const;

/** The smallest that the header names; a weight of zero excludes one. */
export const pickEncoding = (acceptEncoding: string | undefined): Encoding => {
  const accepted = new Set(
    (acceptEncoding ?? '')
      .split(',')
      .map((each) => each.trim().toLowerCase())
      .filter((each) => !/;\s*q=0(\.0*)?$/.test(each))
      .map((each) => each.split(';', 1)[0]?.trim()),
  );
  return encodings.find((each) => accepted.has(each)) ?? null;
};

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Nearly as small as can be, in a third of the time; most pages are below the 14 KB of a first round trip. */
const keptBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
const quickBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** `isKept` says that the result is sent many times, so that its size matters more than the work. */
export const compress = (
  text: string,
  encoding: 'br' | 'gzip',
  { isKept }: { isKept: boolean },
): Promise<Buffer> =>
  encoding === 'br' ? brotli(text, isKept ? keptBrotli : quickBrotli) : zip(text, { level: isKept ? 9 : 4 });
