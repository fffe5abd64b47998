/** High Striker's place in the ledger. */

export const strikerLedger = { account: 14n, prefix: 'high_striker' } as const;
