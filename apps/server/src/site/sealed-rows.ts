/** All tables with sealed bytes, of the core and of the games. */
import { authenticatorSealedRows } from '../identity/second-factors/service.ts';
import { staffSealedRows } from '../staff/console/staff/accounts.ts';
import { queuedMailSealedRows } from '../players/notices/queued-mails.ts';
import { pushKeySealedRows } from '../players/notices/service.ts';
import { chainSealedRows } from '../fairness/chains/seed-chain.ts';
import { signingKeySealedRows } from '../fairness/log/signing-key.ts';
import { seedSealedRows } from '../fairness/player-seeds/service.ts';
import type { SealedRows } from '../platform/secrets/seal.ts';
import { loadGames } from './games.ts';

export const loadSealedRows = async (): Promise<readonly SealedRows[]> => [
  chainSealedRows,
  signingKeySealedRows,
  seedSealedRows,
  authenticatorSealedRows,
  staffSealedRows,
  pushKeySealedRows,
  queuedMailSealedRows,
  ...(await loadGames()).flatMap(({ sealedRows }) => sealedRows ?? []),
];
