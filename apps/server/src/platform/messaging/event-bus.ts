/**
 * The bus as everything but the platform uses it: events with a version and a schema. During an upgrade processes of
 * two versions run side by side, so an event that this one does not know is counted and ignored.
 */
import type { Bus } from './bus.ts';
import type { BusEvent, IgnoredReason } from './bus-event.ts';
import type { Log } from '../logger.ts';

/** Small events to every process of the site, this one included. */
export interface EventBus {
  publish<Event extends object>(definition: BusEvent<Event>, event: Event): void;
  /** Messages of another version, and those that do not fit the schema, are counted and ignored. */
  subscribe<Event extends object>(definition: BusEvent<Event>, handle: (event: Event) => void): void;
}

export interface EventBusDeps {
  bus: Pick<Bus, 'publish' | 'subscribe'>;
  log: Log;
  /** Counts an ignored message, once however many subscribers there are. */
  recordIgnored: (channel: string, reason: IgnoredReason) => void;
}

type Handle = (event: never) => void;

/** An event of this process. */
class SentEvent {
  readonly definition: BusEvent<object>;
  readonly event: object;

  constructor(definition: BusEvent<object>, event: object) {
    this.definition = definition;
    this.event = event;
  }
}

export const createEventBus = ({ bus, log, recordIgnored }: EventBusDeps): EventBus => {
  const subscribers = new Map<BusEvent<never>, Handle[]>();

  /** Parses a message once for all handlers, if at all; one handler's failure does not concern the others. */
  const listen = (definition: BusEvent<object>, handlers: readonly Handle[]): void => {
    bus.subscribe(definition.channel, (message, sent) => {
      const isTrusted = definition.trustsOwn && sent instanceof SentEvent && sent.definition === definition;
      const parsed = isTrusted ? { ok: true as const, event: sent.event } : definition.parse(message);
      if (!parsed.ok) {
        recordIgnored(definition.channel, parsed.reason);
        return;
      }
      for (const handle of handlers) {
        try {
          handle(parsed.event as never);
        } catch (error) {
          log.error({ err: error, channel: definition.channel }, 'a bus event could not be handled');
        }
      }
    });
  };

  return {
    publish: (definition, event) =>
      bus.publish(definition.channel, definition.format(event), new SentEvent(definition, event)),
    subscribe(definition, handle) {
      const handlers = subscribers.get(definition as BusEvent<never>);
      if (handlers) {
        handlers.push(handle);
        return;
      }
      const first: Handle[] = [handle];
      subscribers.set(definition as BusEvent<never>, first);
      listen(definition as BusEvent<object>, first);
    },
  };
};
