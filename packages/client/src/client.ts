/** The calls of the site, typed by its OpenAPI document (`npm run client`). */
import createFetchClient, { type Client as FetchClient } from 'openapi-fetch';
import type { paths } from '../generated/api.ts';
import { createRepeatingSend, type Send } from './repeat.ts';

export type Client = FetchClient<paths>;

export interface ClientOptions {
  /** The address of the site, such as `https://fair.example.org`. */
  url: string;
  /** An access token of the player. */
  token: string;
  /** Tests replace the network and the time. */
  send?: Send;
  wait?: (ms: number) => Promise<void>;
}

export const createClient = ({ url, token, send = fetch, wait = defaultWait }: ClientOptions): Client =>
  createFetchClient<paths>({
    baseUrl: url,
    headers: { authorization: `Bearer ${token}` },
    fetch: createRepeatingSend({
      send,
      wait,
      createKey: () => crypto.randomUUID(),
      now: () => Date.now(),
    }),
  });

const defaultWait = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms));
