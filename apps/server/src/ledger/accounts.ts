/** Account ids: a player's are derived from his id, the system's stand in the table `account`. */

export const systemAccounts = {
  signUp: 1n,
  referral: 2n,
  ads: 3n,
  closed: 5n,
  correction: 6n,
  aviator: 10n,
} as const;

export const coinsAccount = (playerId: bigint): bigint => 1000n + 2n * playerId;
