/**
 * Validates a client's message before its payload is read: its shape, its age and its
 * signature (contract section 3). The session resolves which player its token belongs to.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { clientEnvelope } from '@fairground/contract/live';
import { isStorable } from '../platform/database/storable-text.ts';

export interface ClientMessage {
  type: string;
  payload: object;
  requestId: string;
  sentAtMs: number;
  token: string | null;
}

export type Opened =
  | { ok: true; message: ClientMessage }
  | { ok: false; requestId: string | undefined; reason: string };

const maxSkewMs = 120_000;

export function openEnvelope(text: string, nowMs: number): Opened {
  const value = parseJson(text);
  const requestId = readableRequestId(value);
  const refused = (reason: string): Opened => ({ ok: false, requestId, reason });

  const parsed = clientEnvelope.safeParse(value);
  if (!parsed.success || !isStorable(value)) return refused('This message is not well formed.');
  const { type, timestamp, signature } = parsed.data;
  // As it was parsed from the text: a schema's copy need not have its keys in the sender's order.
  const payload = payloadOf(value);

  const sentAtMs = Date.parse(timestamp);
  if (!(Math.abs(nowMs - sentAtMs) <= maxSkewMs))
    return refused('The clocks disagree by more than two minutes.');

  const token = parsed.data.token || null;
  const expected = createHmac('sha256', token ?? '')
    .update(`${parsed.data.requestId}.${timestamp}.${JSON.stringify(payload)}`)
    .digest();
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex')))
    return refused('The signature does not fit.');
  return { ok: true, message: { type, payload, requestId: parsed.data.requestId, sentAtMs, token } };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Even a message that is refused is answered under its own number, where it has a usable one. */
function readableRequestId(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('requestId' in value)) return undefined;
  const { requestId } = value;
  return typeof requestId === 'string' && requestId !== '' && requestId.length <= 128 ? requestId : undefined;
}

function payloadOf(value: unknown): object {
  const payload = typeof value === 'object' && value !== null && 'payload' in value ? value.payload : null;
  if (typeof payload !== 'object' || payload === null)
    throw new TypeError('The schema accepted a payload that is not valid.');
  return payload;
}
