/** Account ids: a player's are derived from their id, the system's are in the table `account`; games have their own. */

export const systemAccounts = {
  signUp: 1n,
  referral: 2n,
  ads: 3n,
  closed: 5n,
  correction: 6n,
} as const;

export const coinsAccount = (playerId: bigint): bigint => 1000n + 2n * playerId;
