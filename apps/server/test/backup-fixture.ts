/** What is known of the committed backup of a played site: see `scripts/make-backup-fixture.ts`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface BackupFixture {
  createdAt: string;
  migrations: string[];
  /** SHA-256 over the rows of `transfer`, as the archive has it. */
  ledgerHash: string;
  /** Every player's. */
  password: string;
  /** Rows per table, by the names of that time. */
  rows: Record<string, number>;
  /** The sum of each account: credits minus debits. */
  accounts: Record<string, number>;
  /** Rows per table that were open at that moment: pending bets, games in play, draws on sale. */
  pending: Record<string, number>;
  seeds: {
    username: string;
    commitment: string;
    clientSeed: string;
    nonce: number;
    nextCommitment: string;
  }[];
  openMinefield: { username: string; id: string };
  /** Settled items of a player's histories; newest first. */
  answers: { username: string; path: string; items: object[] }[];
  /** Proofs of finished rounds, draws, games and spins. */
  proofs: { path: string; body: { seed: string | null } }[];
}

const folder = join(import.meta.dirname, 'fixtures');

export const backupFile = (name: string): string => join(folder, `${name}.backup`);

export const readBackupFixture = (name: string): BackupFixture =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as BackupFixture;
