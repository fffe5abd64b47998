/** One call of drand's HTTP API: small, short, to the address that was set and no other. */
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { BeaconValue } from '@fairground/fairness/beacon-rounds';
import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import { Agent as HttpAgent, request as requestHttp } from '../../platform/node-http.ts';

const timeoutMs = 2_000;
const maxBytes = 4_096;

// Own agents, so that proxies named in the environment are not used.
const agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };

const answerSchema = z.object({ round: z.number(), randomness: z.string(), signature: z.string() });

/**
 * Undefined where the round is not published yet. Throws where the address is not reached, or answers anything else.
 */
export const fetchValue = async ({
  url,
  chainHash,
  round,
  clock,
}: {
  url: string;
  chainHash: string;
  round: number;
  clock: Clock;
}): Promise<BeaconValue | undefined> => {
  const target = new URL(`${url.replace(/\/+$/, '')}/${chainHash}/public/${round}`);
  const { status, text } = await get(target, clock);
  if (status === 404 || status === 425) return undefined;
  if (status !== 200) throw new Error(`answered with status ${status}`);
  return answerSchema.parse(JSON.parse(text));
};

/** Redirects are not followed. */
const get = (target: URL, clock: Clock): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const isSecure = target.protocol === 'https:';
    const request = (isSecure ? requestHttps : requestHttp)(target, {
      agent: isSecure ? agents.https : agents.http,
      headers: { accept: 'application/json' },
    });
    const timer = clock.setTimeout(
      () => request.destroy(new Error(`no answer in ${timeoutMs} ms`)),
      timeoutMs,
    );
    const fail = (error: Error) => {
      timer.cancel();
      reject(error);
    };
    request.on('error', fail);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > maxBytes) request.destroy(new Error(`answered with more than ${maxBytes} bytes`));
        else chunks.push(chunk);
      });
      response.on('error', fail);
      response.on('end', () => {
        timer.cancel();
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
      });
    });
    request.end();
  });
