/** The balance shown anywhere is coins and winnings together (specification, section 1). */
import type { User } from '@fairground/contract/user';

export const balanceOf = (user: Pick<User, 'coins' | 'winningAmount'>): number =>
  user.coins + user.winningAmount;
