/** Minefield's place in the ledger. */

export const minefieldLedger = { account: 13n, prefix: 'minefield' } as const;
