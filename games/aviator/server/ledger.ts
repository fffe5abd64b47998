/** Aviator's place in the ledger. */

export const aviatorLedger = { account: 10n, prefix: 'aviator' } as const;
