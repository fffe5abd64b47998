/** Every table that holds sealed bytes. */
import { chainSealedRows } from '../modules/fairness/seed-chain.ts';
import { lotterySealedRows } from '../modules/lottery/service.ts';
import { seedSealedRows } from '../modules/seeds/service.ts';
import type { SealedRows } from '../platform/seal.ts';

export const sealedRows: readonly SealedRows[] = [chainSealedRows, seedSealedRows, lotterySealedRows];
