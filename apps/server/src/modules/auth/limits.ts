/** How often one address, and everybody together for one account, may try what could be guessed or abused. */
import type { Bus } from '../../platform/bus.ts';
import type { AttemptLimiter, AttemptRule } from '../../platform/attempt-limiter.ts';

const minute = 60_000;

/**
 * How long the link of a mail is good. Mails to one account are counted in windows of the same length: so
 * whenever no more are sent, one with a good link has been, and strangers who ask for them keep nobody out.
 */
export const resetLinkMs = 30 * minute;

export const authLimits = {
  loginAddress: { name: 'login-address', most: 30, windowMs: 5 * minute },
  loginAccount: { name: 'login-account', most: 10, windowMs: 15 * minute },
  registerAddress: { name: 'register-address', most: 60, windowMs: 60 * minute },
  registerAccount: { name: 'register-account', most: 10, windowMs: 60 * minute },
  forgotAddress: { name: 'forgot-address', most: 20, windowMs: 60 * minute },
  forgotAccount: { name: 'forgot-account', most: 5, windowMs: resetLinkMs },
  resetAddress: { name: 'reset-address', most: 30, windowMs: 60 * minute },
} as const satisfies Record<string, AttemptRule>;

/**
 * Addresses from which a player has recently signed in, on any process. Those are not subject to the account's own
 * limit, so that strangers who guess from many addresses cannot lock the owner out.
 */
export interface KnownAddresses {
  remember(account: string, address: string): void;
  has(account: string, address: string): boolean;
}

const mostKnown = 100_000;

const channel = 'known-address';

export const createKnownAddresses = (bus: Pick<Bus, 'publish' | 'subscribe'>): KnownAddresses => {
  const known = new Set<string>();
  bus.subscribe(channel, (key) => {
    known.delete(key);
    known.add(key);
    for (const oldest of known) {
      if (known.size <= mostKnown) break;
      known.delete(oldest);
    }
  });
  return {
    // The bus hands a message to its own process at once.
    remember: (account, address) => bus.publish(channel, `${account} ${address}`),
    has: (account, address) => known.has(`${account} ${address}`),
  };
};

/** The tries that a sign-in counts as. */
export const loginTries = (
  account: string,
  address: string,
  known: KnownAddresses,
): Parameters<AttemptLimiter['take']>[0] => [
  [authLimits.loginAddress, address],
  // From a known address the account's count is that address's own, out of strangers' reach.
  [authLimits.loginAccount, known.has(account, address) ? `${account} ${address}` : account],
];
