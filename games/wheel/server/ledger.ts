/** The wheel's place in the ledger: it mints coins, and takes no stakes. */

export const wheelLedger = { account: 4n, prefix: 'wheel' } as const;
