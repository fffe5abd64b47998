import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFrameReader } from './frames.ts';

const frame = (kind: number, text: string): Buffer => {
  const payload = Buffer.from(text);
  const head =
    payload.length < 126 ? [kind, payload.length] : [kind, 126, payload.length >> 8, payload.length & 255];
  return Buffer.concat([Buffer.from(head), payload]);
};

it('reads the same messages however the bytes are divided into chunks', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ maxLength: 300 }), { maxLength: 6 }),
      fc.array(fc.nat(40), { minLength: 1 }),
      (texts, sizes) => {
        const bytes = Buffer.concat(texts.flatMap((text) => [frame(0x81, text), frame(0x89, '')]));
        const read: string[] = [];
        let pings = 0;
        const reader = createFrameReader({
          onText: (text) => read.push(text.toString()),
          onPing: () => (pings += 1),
        });
        for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
          const size = 1 + (sizes[turn % sizes.length] ?? 0);
          reader(bytes.subarray(at, at + size));
          at += size;
        }
        expect(read).toEqual(texts);
        expect(pings).toBe(texts.length);
      },
    ),
  );
});
