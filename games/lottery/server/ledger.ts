/** The lottery's place in the ledger. */

export const lotteryLedger = { account: 12n, prefix: 'lottery' } as const;
