/**
 * Counts tries in fixed windows, per address and per account. Each process counts for itself; where several share
 * a message server, they share their counts too.
 */
import ipaddr from 'ipaddr.js';
import { accepted, refuse, type Result } from '@fairground/contract/errors';
import type { Clock } from './clock.ts';
import type { SharedCounts } from './messaging/shared-counts.ts';

export interface AttemptRule {
  name: string;
  max: number;
  windowMs: number;
}

export interface AttemptLimiter {
  /** Counts one try of each subject, or none at all where one of them has used up its own. */
  take(tries: readonly [rule: AttemptRule, subject: string][]): Promise<Result>;
  /** Reverts the count: the try turned out to be legitimate. */
  giveBack(tries: readonly [rule: AttemptRule, subject: string][]): Promise<void>;
}

/** For RATE_LIMITS=off. */
export const noLimiter: AttemptLimiter = {
  take: async () => accepted,
  giveBack: async () => undefined,
};

interface Window {
  used: number;
  endsAt: number;
}

const maxWindows = 100_000;

export const createAttemptLimiter = (clock: Clock): AttemptLimiter => {
  const windows = new Map<string, Window>();

  const windowOf = (key: string, now: number): Window | undefined => {
    const window = windows.get(key);
    return window && window.endsAt > now ? window : undefined;
  };

  /** Windows are in the order they were opened; the oldest are removed first, over or not. */
  const makeRoom = (now: number): void => {
    for (const [key, window] of windows) {
      if (windows.size < maxWindows && window.endsAt > now) return;
      windows.delete(key);
    }
  };

  return {
    async take(tries) {
      const now = clock.monotonic();
      let waitMs = 0;
      for (const [rule, subject] of tries) {
        const window = windowOf(keyOf(rule, subject), now);
        if (window && window.used >= rule.max) waitMs = Math.max(waitMs, window.endsAt - now);
      }
      if (waitMs > 0) return refuse('rate_limited', { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
      for (const [rule, subject] of tries) {
        const key = keyOf(rule, subject);
        const window = windowOf(key, now);
        if (window) window.used += 1;
        else {
          windows.delete(key);
          makeRoom(now);
          windows.set(key, { used: 1, endsAt: now + rule.windowMs });
        }
      }
      return accepted;
    },
    async giveBack(tries) {
      for (const [rule, subject] of tries) {
        const window = windows.get(keyOf(rule, subject));
        if (window && window.used > 0) window.used -= 1;
      }
    },
  };
};

/**
 * Counts on this process and on all of them. While the others cannot be reached, the local counts continue, with
 * all that they have seen so far.
 */
export const createSharedAttemptLimiter = (local: AttemptLimiter, shared: SharedCounts): AttemptLimiter => {
  const countersOf = (tries: readonly [rule: AttemptRule, subject: string][]) =>
    tries.map(([rule, subject]) => ({ key: keyOf(rule, subject), windowMs: rule.windowMs, max: rule.max }));
  return {
    async take(tries) {
      const attempt = await local.take(tries);
      if (!attempt.ok) return attempt;
      // An unavailable server rejects: then only the local count decides.
      const waitMs = await shared.takeOne(countersOf(tries)).catch(() => 0);
      if (waitMs === 0) return attempt;
      await local.giveBack(tries);
      return refuse('rate_limited', { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
    },
    async giveBack(tries) {
      await local.giveBack(tries);
      await shared.giveBack(countersOf(tries)).catch(() => undefined);
    },
  };
};

const keyOf = (rule: AttemptRule, subject: string): string => `${rule.name} ${subject}`;

/**
 * Who an address is counted as. One household has a whole /64 of IPv6 addresses, so they count as one. An IPv4 address
 * counts as itself, however it is written: with a port, mapped into IPv6, or translated (NAT64, RFC 6052).
 */
export const addressSubject = (address: string): string => {
  const bare = /^\[(.*)\](?::\d+)?$|^([^:]*):\d+$/.exec(address);
  const text = bare?.[1] ?? bare?.[2] ?? address;
  if (!ipaddr.isValid(text)) return address;
  const parsed = ipaddr.process(text);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const { parts } = parsed;
  if (parsed.range() === 'rfc6052')
    return new ipaddr.IPv4(parts.slice(6).flatMap((part) => [part >> 8, part & 255])).toString();
  return parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
};
