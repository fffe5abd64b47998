/**
 * Sends one push message to one browser: encrypted for it (RFC 8291), signed by the site (RFC 8292), to a public
 * address.
 */
import { buildPushPayload } from '@block65/webcrypto-web-push';
import type { PushMessage } from '@fairground/contract/notices';
import { request } from 'node:https';
import type { PushKey } from './push-key.ts';
import { isPublicEndpoint, lookupPublic } from './push-target.ts';

/** `gone` where the push service does not know the browser any more. */
export type PushResult =
  | { state: 'sent' }
  | { state: 'gone' }
  | { state: 'failed'; error: string; hasTimedOut?: boolean };

/** A message that could not be delivered for so long is not worth a notification any more. */
const ttlSeconds = 86_400;
const defaultTimeoutMs = 3_000;

export const createPushSender = (deps: {
  key: () => PushKey;
  /** Whom a push service may write to: a mail address or a page. */
  contact: () => string;
  /** For tests alone: private addresses, any port. */
  allowsPrivate: boolean;
  timeoutMs?: number;
}) => {
  const stopping = new AbortController();

  const post = (
    url: string,
    { headers, body, timeout }: { headers: Record<string, string>; body: Uint8Array; timeout: AbortSignal },
  ): Promise<number> =>
    new Promise((resolve, reject) => {
      const signal = AbortSignal.any([stopping.signal, timeout]);
      const sent = request(url, {
        method: 'POST',
        headers,
        signal,
        agent: false,
        ...(deps.allowsPrivate ? {} : { lookup: lookupPublic }),
      });
      sent.on('error', reject);
      sent.on('response', (response) => {
        // Only the status matters: the rest is not read, however long it is.
        response.destroy();
        resolve(response.statusCode ?? 0);
      });
      sent.end(body);
    });

  return {
    async send(
      { endpoint, p256dh, auth }: { endpoint: string; p256dh: Buffer; auth: Buffer },
      message: PushMessage,
    ): Promise<PushResult> {
      if (!deps.allowsPrivate && !isPublicEndpoint(endpoint)) {
        return { state: 'failed', error: 'the endpoint is not public' };
      }
      const timeout = AbortSignal.timeout(deps.timeoutMs ?? defaultTimeoutMs);
      try {
        const { headers, body } = await buildPushPayload(
          { data: message, options: { ttl: ttlSeconds, urgency: 'normal' } },
          {
            endpoint,
            expirationTime: null,
            keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') },
          },
          { subject: deps.contact(), ...deps.key() },
        );
        const status = await post(endpoint, { headers: toHeaders(headers), body, timeout });
        if (status >= 200 && status < 300) return { state: 'sent' };
        if (status === 404 || status === 410) return { state: 'gone' };
        return { state: 'failed', error: `the push service answered ${status}` };
      } catch (error) {
        if (timeout.aborted)
          return { state: 'failed', error: 'the push service did not answer', hasTimedOut: true };
        return { state: 'failed', error: error instanceof Error ? error.message : String(error) };
      }
    },
    /** Ends requests in progress, which fail. */
    stop: () => stopping.abort(),
  };
};

export type PushSender = ReturnType<typeof createPushSender>;

const toHeaders = (headers: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
