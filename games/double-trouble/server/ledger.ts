/** Double Trouble's place in the ledger. */

export const doubleTroubleLedger = { account: 11n, prefix: 'double_trouble' } as const;
