/** The balance shown anywhere is coins and winnings together (docs/product.md 1.2). */
import type { User } from '@fairground/contract/user';

export const balanceOf = (user: Pick<User, 'coins' | 'winningAmount'>): number =>
  user.coins + user.winningAmount;
