/** Minefield's place in the ledger. */

export const minefieldLedger = { prefix: 'minefield' } as const;
