/** The lottery's place in the ledger. */

export const lotteryLedger = { prefix: 'lottery' } as const;
