import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { defineBusEvent } from './bus-event.ts';

const opened = defineBusEvent({
  channel: 'rounds',
  version: 2,
  schema: z.object({ kind: z.literal('opened'), roundId: z.string() }),
});

test('reads back what it wrote', () => {
  const event = { kind: 'opened', roundId: '7' } as const;
  expect(opened.parse(opened.format(event))).toEqual({ ok: true, event });
});

test.each([
  ['an older version', '{"v":1,"kind":"opened","roundId":"7"}', 'unknown_version'],
  ['a newer version', '{"v":3,"kind":"opened","roundId":"7"}', 'unknown_version'],
  ['no version', '{"kind":"opened","roundId":"7"}', 'malformed'],
  ['a member of another type', '{"v":2,"kind":"opened","roundId":7}', 'malformed'],
  ['no JSON', 'opened', 'malformed'],
  ['no object', '[]', 'malformed'],
])('ignores %s', (_name, message, reason) => {
  expect(opened.parse(message)).toEqual({ ok: false, reason });
});
