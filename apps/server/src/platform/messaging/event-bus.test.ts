import { beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { defineBusEvent } from './bus-event.ts';
import { createLocalBus, type LocalBus } from './bus.ts';
import { createEventBus, type EventBus } from './event-bus.ts';

const opened = defineBusEvent({ channel: 'rounds', version: 1, schema: z.object({ round: z.string() }) });
/** `opened` after an upgrade that changed its meaning. */
const openedNext = defineBusEvent({ channel: 'rounds', version: 2, schema: z.object({ round: z.number() }) });

let shared: LocalBus;
let logged: unknown[];
beforeEach(() => {
  logged = [];
  const note = (entry: object) => void logged.push(entry);
  shared = createLocalBus({ debug: note, info: note, warn: note, error: note });
});

/** A process on the shared bus. */
const createProcess = (): { events: EventBus; ignored: string[] } => {
  const ignored: string[] = [];
  const note = (entry: object) => void logged.push(entry);
  const events = createEventBus({
    bus: shared,
    log: { debug: note, info: note, warn: note, error: note },
    recordIgnored: (channel, reason) => ignored.push(`${channel} ${reason}`),
  });
  return { events, ignored };
};

it('delivers events between processes of one version, and counts those of another', () => {
  const received: unknown[] = [];
  const [older, another, newer] = [createProcess(), createProcess(), createProcess()];
  older.events.subscribe(opened, ({ round }) => received.push(`older ${round}`));
  another.events.subscribe(opened, ({ round }) => received.push(`another ${round}`));
  newer.events.subscribe(openedNext, ({ round }) => received.push(`newer ${round}`));
  older.events.publish(opened, { round: 'one' });
  newer.events.publish(openedNext, { round: 2 });
  expect(received).toEqual(['older one', 'another one', 'newer 2']);
  expect([older.ignored, another.ignored, newer.ignored]).toEqual([
    ['rounds unknown_version'],
    ['rounds unknown_version'],
    ['rounds unknown_version'],
  ]);
  expect(logged).toEqual([]);
});

it('reads every message, or those of other processes alone', () => {
  let reads = 0;
  const definition = {
    ...opened,
    trustsOwn: true,
    parse: (message: string) => ((reads += 1), opened.parse(message)),
  };
  const received: unknown[] = [];
  const { events } = createProcess();
  events.subscribe(definition, (event) => received.push(event));
  events.publish(definition, { round: 'one' });
  expect(reads).toBe(0);
  shared.publish('rounds', opened.format({ round: 'two' }));
  expect(reads).toBe(1);
  expect(received).toEqual([{ round: 'one' }, { round: 'two' }]);
  const other = createProcess();
  const strict: unknown[] = [];
  other.events.subscribe(opened, (event) => strict.push(event));
  const wider = { round: 'three', secret: 3 };
  other.events.publish(opened, wider);
  expect(strict).toEqual([{ round: 'three' }]);
});

it('counts an ignored message once, however many subscribe', () => {
  const { events, ignored } = createProcess();
  for (const _ of [1, 2]) events.subscribe(opened, () => undefined);
  shared.publish('rounds', 'opened');
  expect(ignored).toEqual(['rounds malformed']);
});

it('calls the other handlers when one fails', () => {
  const { events } = createProcess();
  const received: string[] = [];
  events.subscribe(opened, () => {
    throw new Error('a bug');
  });
  events.subscribe(opened, ({ round }) => received.push(round));
  events.publish(opened, { round: 'one' });
  expect(received).toEqual(['one']);
  expect(logged).toMatchObject([{ err: { message: 'a bug' }, channel: 'rounds' }]);
});
