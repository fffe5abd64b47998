import { expect, test } from 'vitest';
import { messageFrame, textFrame } from './frame.ts';
import { readFrames } from '../../test/test-line.ts';

test.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])(
  'encodes a text of %i bytes completely',
  (length) => {
    const text = 'x'.repeat(length);
    expect(readFrames(textFrame(text))).toEqual([text]);
  },
);

test('counts the length in bytes, not characters', () => {
  expect([...textFrame('é')]).toEqual([0x81, 2, 0xc3, 0xa9]);
});

test('omits requestId in a push', () => {
  const [text] = readFrames(messageFrame({ type: 'a', payload: {} }, 0));
  expect(text).toBe('{"type":"a","payload":{},"timestamp":"1970-01-01T00:00:00.000Z"}');
});
