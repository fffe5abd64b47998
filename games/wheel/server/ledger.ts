/** The wheel's place in the ledger: it mints coins, and takes no stakes. */

export const wheelLedger = { prefix: 'wheel' } as const;
