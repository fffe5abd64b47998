/** What the secret seed of a draw is sealed with: its own commitment, here and in SQL. */
import { formatHex } from '@fairground/fairness/hex';
import type { SealedRows } from '@fairground/server/platform/secrets/seal';

export const sealContext = (commitment: Uint8Array): string => `lottery|${formatHex(commitment)}`;

export const lotterySealedRows: SealedRows = {
  table: 'lottery_draw',
  context: `'lottery|' || encode(commitment, 'hex')`,
};
