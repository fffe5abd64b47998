/** The ways to coins: games that are played in a dialog and cost nothing, the ads, and games that pay out later. */
import type { CoinWay } from '@fairground/site-kit/coins/coin-ways.ts';
import { gamesWith } from './list.ts';

export const coinWays: readonly CoinWay[] = [
  ...gamesWith('dialog').map(({ id, dialog }): CoinWay => ({ label: dialog.title, dialog: id })),
  { label: 'ads.open', dialog: 'ads' },
  ...gamesWith('laterPay').flatMap(({ page, laterPay }): CoinWay[] =>
    page === undefined ? [] : [{ label: laterPay.label, path: page.path }],
  ),
];
