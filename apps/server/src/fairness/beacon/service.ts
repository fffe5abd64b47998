/**
 * The beacon as games use it. A round or draw names one of its rounds when betting opens, and has no result
 * without that round's value: the leader asks for it, verifies it, stores it and only then draws. If nobody has
 * answered with it for 30 seconds, the game voids the round and closes; it opens again when a current value was
 * verified. There is no substitute.
 */
import {
  beaconRoundFrom,
  beaconTimeMs,
  isHashOfSignature,
  type BeaconChain,
  type BeaconValue,
} from '@fairground/fairness/beacon-rounds';
import { closeGame, isClosedFor, reopenGame } from '../../director/closed-games.ts';
import type { StepContext } from '../../director/director.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { fetchValue } from './fetch-value.ts';
import * as sql from './sql/beacon.sql.ts';
import type { BeaconVerifier } from './verifier.ts';

type Query = Database['query'];
type Step = Pick<StepContext, 'epoch' | 'clockJumps' | 'databaseNowMs'>;

/** The round of the beacon that a round or draw of a game waits for. */
export interface NamedRound {
  /** The game's wire id. */
  game: string;
  /** The round or draw, by its id on the wire. */
  id: string;
  chainId: number;
  round: number;
}

export type BeaconStep =
  | { state: 'known'; value: BeaconValue }
  /** Not published yet, or not obtained so far. */
  | { state: 'awaited'; inMs: number }
  /** No answer within 30 s: the round is void, and the game closes. */
  | { state: 'missing' }
  /** The seal was not public before the value could be known: the round is void. */
  | { state: 'sealed too late' };

export interface BeaconDeps {
  database: Database;
  clock: Clock;
  log: { info(fields: object, text: string): void; warn(fields: object, text: string): void };
  /** In the order in which they are tried. */
  urls: readonly string[];
  chain: BeaconChain;
  verifier: Pick<BeaconVerifier, 'isValid'>;
  /** Whether the seal of a round or draw was in a published checkpoint of the log before this time. */
  isSealPublished: (game: string, id: string, beforeMs: number) => Promise<boolean>;
}

const retryMs = 500;
const voidAfterMs = 30_000;
/** Requested by a site that was down: the newest value that every relay should have by now. */
const currentAgeMs = 5_000;
const keptValues = 64;

export const openBeacon = async (deps: BeaconDeps) => {
  const { database, clock, log, urls } = deps;
  const { query } = database;
  const chainId = urls.length === 0 ? null : await storeChain(query, deps.chain);
  const chains = new Map<number, BeaconChain>();
  /** Verified by this process. */
  const known = new Map<string, BeaconValue>();
  /** Since when a round's value has been asked for, by this leader on an undisturbed clock. */
  const asking = new Map<string, { epoch: bigint; clockJumps: number; sinceMs: number }>();
  const away = new Map<string, { epoch: bigint; isAway: boolean }>();
  /** The newest fault of each address, which is logged once. */
  const faults = new Map<string, string>();
  /** The newest value of each address that was refused for its signature, so that it is not verified again. */
  const refused = new Map<string, string>();

  const requireChain = async (id: number): Promise<BeaconChain> => {
    const chain = chains.get(id) ?? (await findChain(query, id));
    chains.set(id, chain);
    return chain;
  };

  const keep = (chainOfValue: number, value: BeaconValue): BeaconValue => {
    known.set(`${chainOfValue}/${value.round}`, value);
    const [oldest] = known.keys();
    if (known.size > keptValues && oldest !== undefined) known.delete(oldest);
    return value;
  };

  const isValid = async (chain: BeaconChain, value: BeaconValue): Promise<boolean> =>
    isHashOfSignature(value) && deps.verifier.isValid(chain, value);

  /** What another process, or this one before a restart, has stored is verified again. */
  const findStored = async (id: number, round: number): Promise<BeaconValue | undefined> => {
    const kept = known.get(`${id}/${round}`);
    if (kept) return kept;
    const row = await sql.findValue.first(query, { chainId: id, round });
    if (!row) return undefined;
    const value = {
      round,
      randomness: row.randomness.toString('hex'),
      signature: row.signature.toString('hex'),
    };
    if (!(await isValid(await requireChain(id), value))) {
      throw new Error(`the stored value of the beacon's round ${round} is not valid`);
    }
    return keep(id, value);
  };

  const recordFault = (url: string, fault: string, fields: object) => {
    if (faults.get(url) === fault) return;
    faults.set(url, fault);
    log.warn({ url, ...fields }, `beacon: ${fault}`);
  };

  /** The value from the first address that has it. */
  const ask = async (id: number, round: number): Promise<BeaconValue | undefined> => {
    const chain = await requireChain(id);
    for (const url of urls) {
      let value: BeaconValue | undefined;
      try {
        value = await fetchValue({ url, chainHash: chain.hash, round, clock });
      } catch (error) {
        recordFault(url, 'no usable answer', { round, err: error });
        continue;
      }
      if (value === undefined) continue;
      const text = JSON.stringify(value);
      if (value.round !== round) recordFault(url, 'a value of another round', { round, got: value.round });
      else if (refused.get(url) === text || !(await isValid(chain, value))) {
        refused.set(url, text);
        recordFault(url, 'a wrong signature', { round });
      } else {
        faults.delete(url);
        await sql.insertValue.run(query, {
          chainId: id,
          round,
          randomness: Buffer.from(value.randomness, 'hex'),
          signature: Buffer.from(value.signature, 'hex'),
        });
        return keep(id, value);
      }
    }
    return undefined;
  };

  const askedSince = (key: string, { epoch, clockJumps }: Step, nowMs: number): number => {
    const before = asking.get(key);
    if (before?.epoch === epoch && before.clockJumps === clockJumps) return before.sinceMs;
    asking.set(key, { epoch, clockJumps, sinceMs: nowMs });
    return nowMs;
  };

  return {
    /** The chain that rounds which open now name; null where no beacon is set. */
    chainId,
    /** For the leader, of a sealed round: whether its value is known, and what follows if not. */
    async step({ game, id, chainId: named, round }: NamedRound, context: Step): Promise<BeaconStep> {
      const chain = await requireChain(named);
      const dueMs = beaconTimeMs(chain, round);
      const nowMs = context.databaseNowMs();
      const key = `${game}/${id}`;
      const sinceMs = Math.max(dueMs, askedSince(key, context, nowMs));
      if (nowMs < dueMs) return { state: 'awaited', inMs: Math.ceil(dueMs - nowMs) };
      const value = (await findStored(named, round)) ?? (await ask(named, round));
      if (!value && nowMs - sinceMs < voidAfterMs) return { state: 'awaited', inMs: retryMs };
      asking.delete(key);
      if (!value) return { state: 'missing' };
      return (await deps.isSealPublished(game, id, dueMs))
        ? { state: 'known', value }
        : { state: 'sealed too late' };
    },
    /** Within the transaction that voids a round whose value is missing. */
    async close(within: Query, epoch: bigint, game: string) {
      await closeGame(within, { epoch, game, reason: 'beacon' });
      // Where the transaction fails, the first current value takes it back.
      away.set(game, { epoch, isAway: true });
      log.warn({ game }, 'beacon: a value was missing for 30 s, so its round is void and the game is closed');
    },
    /**
     * Whether a game is closed since a value was missing. Asks for a current value, and opens the game if there is
     * one.
     */
    async isAway(game: string, { epoch, databaseNowMs }: Step): Promise<boolean> {
      let found = away.get(game);
      if (found?.epoch !== epoch) {
        found = { epoch, isAway: await isClosedFor(query, { game, reason: 'beacon' }) };
        away.set(game, found);
      }
      if (!found.isAway) return false;
      // A site that uses no beacon any more has nothing to wait for.
      if (chainId !== null) {
        const current = Math.max(1, beaconRoundFrom(deps.chain, databaseNowMs() - currentAgeMs) - 1);
        if (!((await findStored(chainId, current)) ?? (await ask(chainId, current)))) return true;
      }
      await reopenGame(query, { epoch, game, reason: 'beacon' });
      found.isAway = false;
      log.info({ game }, 'beacon: a current value is here, and the game is open again');
      return false;
    },
  };
};

export type Beacon = Awaited<ReturnType<typeof openBeacon>>;

const storeChain = async (query: Query, { hash, publicKey, genesisMs, periodMs }: BeaconChain) => {
  const chain = {
    hash: Buffer.from(hash, 'hex'),
    publicKey: Buffer.from(publicKey, 'hex'),
    genesisMs: BigInt(genesisMs),
    periodMs,
  };
  await sql.insertChain.run(query, chain);
  const stored = await sql.findChainId.first(query, chain);
  if (!stored) throw new Error('the chain of the beacon is missing after it was written');
  return stored.id;
};

const findChain = async (query: Query, chainId: number): Promise<BeaconChain> => {
  const row = await sql.findChain.first(query, { chainId });
  if (!row) throw new Error(`there is no chain ${chainId} of the beacon`);
  return {
    hash: row.hash.toString('hex'),
    publicKey: row.public_key.toString('hex'),
    genesisMs: Number(row.genesis_ms),
    periodMs: row.period_ms,
  };
};
