/** All tables with sealed bytes, of the core and of the games. */
import { authenticatorSealedRows } from '../accounts/second-factors/service.ts';
import { staffSealedRows } from '../console/staff/accounts.ts';
import { pushKeySealedRows } from '../accounts/notices/service.ts';
import { chainSealedRows } from '../fairness/chains/seed-chain.ts';
import { seedSealedRows } from '../fairness/player-seeds/service.ts';
import type { SealedRows } from '../platform/seal.ts';
import { loadGames } from './games.ts';

export const loadSealedRows = async (): Promise<readonly SealedRows[]> => [
  chainSealedRows,
  seedSealedRows,
  authenticatorSealedRows,
  staffSealedRows,
  pushKeySealedRows,
  ...(await loadGames()).flatMap(({ sealedRows }) => sealedRows ?? []),
];
