/** Aviator's place in the ledger. */

export const aviatorLedger = { prefix: 'aviator' } as const;
