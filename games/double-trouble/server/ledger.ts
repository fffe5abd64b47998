/** Double Trouble's place in the ledger. */

export const doubleTroubleLedger = { prefix: 'double_trouble' } as const;
