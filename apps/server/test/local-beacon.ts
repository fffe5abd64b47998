/**
 * The HTTP API of a beacon on this machine, over the time that it is given. It can be late, be away, and answer
 * wrongly.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { localBeaconValue, localChain } from '@fairground/fairness/local-beacon';
import { beaconRoundFrom, beaconTimeMs, type BeaconValue } from '@fairground/fairness/beacon-rounds';

export interface BeaconBehavior {
  /** How long after its time a value is published. */
  lateMs?: number;
  /** Answers with status 503. */
  isAway?: boolean;
  /**
   * `repeated` is the value of the round before, under the number of this one; `other round`
   * the same under its own number.
   */
  answers?: 'rightly' | 'repeated' | 'other round' | 'wrong signature';
}

const { hash, publicKey, genesisMs, periodMs } = localChain;

const info = {
  hash,
  public_key: publicKey,
  genesis_time: genesisMs / 1_000,
  period: periodMs / 1_000,
  groupHash: hash,
  schemeID: 'bls-unchained-g1-rfc9380',
  metadata: { beaconID: 'local' },
};

/** `nowMs` is read with each call, so that a test may set it once the site that asks has a clock. */
export const startLocalBeacon = async ({ nowMs, port = 0 }: { nowMs: () => number; port?: number }) => {
  let behavior: BeaconBehavior = {};
  const asked: number[] = [];
  const values = new Map<number, BeaconValue>();
  const valueOf = (round: number): BeaconValue => {
    const value = values.get(round) ?? localBeaconValue(round);
    values.set(round, value);
    return value;
  };

  const answerTo = (round: number): { status: number; body: object } => {
    asked.push(round);
    const { lateMs = 0, isAway = false, answers = 'rightly' } = behavior;
    if (isAway) return { status: 503, body: { error: 'away' } };
    if (nowMs() < beaconTimeMs(localChain, round) + lateMs) return { status: 425, body: { error: 'early' } };
    switch (answers) {
      case 'rightly':
        return { status: 200, body: valueOf(round) };
      case 'repeated':
        return { status: 200, body: { ...valueOf(round - 1), round } };
      case 'other round':
        return { status: 200, body: valueOf(round - 1) };
      case 'wrong signature': {
        const { signature, ...rest } = valueOf(round);
        return {
          status: 200,
          body: { ...rest, signature: signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')) },
        };
      }
    }
  };

  /** The newest that is published. */
  const newestRound = (): number => {
    const publishedMs = nowMs() - (behavior.lateMs ?? 0);
    const next = beaconRoundFrom(localChain, publishedMs);
    return beaconTimeMs(localChain, next) <= publishedMs ? next : next - 1;
  };

  /** The chain is the only one, so it is also the one that addresses without a hash mean. */
  const answer = (path: string): { status: number; body: object } => {
    const [, of, what] = /^(?:\/([0-9a-f]{64}))?\/(info|public\/(?:latest|\d+))$/.exec(path) ?? [];
    if (what === undefined || (of !== undefined && of !== hash)) return { status: 404, body: {} };
    if (what === 'info') return { status: 200, body: info };
    const round = what.slice('public/'.length);
    return answerTo(round === 'latest' ? newestRound() : Number(round));
  };

  const server = createServer((request, response) => {
    const { status, body } = answer(request.url ?? '');
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    /** What a site is set to, to use this beacon. */
    env: {
      BEACON_URL: `${url}/${hash}`,
      BEACON_PUBLIC_KEY: publicKey,
      BEACON_GENESIS: String(info.genesis_time),
      BEACON_PERIOD: String(info.period),
    },
    /** Rounds that were asked for. */
    asked,
    /** From now on; what is not named is as it should be. */
    behave: (next: BeaconBehavior = {}) => void (behavior = next),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

export type LocalBeacon = Awaited<ReturnType<typeof startLocalBeacon>>;
