/**
 * The tables as Kysely sees them. bigint columns are read as JavaScript bigint; ids travel as
 * bigint inside the server and as strings on the wire.
 */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

type Id = GeneratedAlways<bigint>;
type Defaulted<T> = ColumnType<T, T | undefined, T>;

export interface PlayerTable {
  id: Id;
  username: string;
  email: string;
  password_hash: string;
  avatar: string | null;
  reference_id: string;
  referred_by: bigint | null;
  referral_count: Defaulted<number>;
  adult_confirmed_at: Date;
  email_confirmed_at: Date | null;
  created_at: Generated<Date>;
}

export interface WalletTable {
  player_id: bigint;
  coins: Defaulted<bigint>;
  winnings: Defaulted<bigint>;
  staked_today: Defaulted<bigint>;
  /** A date as YYYY-MM-DD. */
  staked_on: Defaulted<string>;
  total_won: Defaulted<bigint>;
  ad_earnings: Defaulted<bigint>;
  spun_on: string | null;
  daily_stake_limit: bigint | null;
  break_until: Date | null;
  version: Defaulted<bigint>;
}

export interface SessionTable {
  id: Id;
  token_hash: Buffer;
  player_id: bigint;
  user_agent: string | null;
  created_at: Generated<Date>;
  last_seen_at: Defaulted<Date>;
  expires_at: Date;
}

export interface SocketTokenTable {
  token_hash: Buffer;
  session_id: bigint;
  expires_at: Date;
}

export interface PasswordResetTable {
  token_hash: Buffer;
  player_id: bigint;
  expires_at: Date;
  created_at: Generated<Date>;
}

export interface TransferTable {
  id: Id;
  kind: string;
  source: bigint;
  debit_account: bigint;
  credit_account: bigint;
  amount: bigint;
  created_at: Generated<Date>;
}

export interface IdempotencyTable {
  player_id: bigint;
  operation: string;
  key: string;
  body_hash: Buffer;
  status: number | null;
  answer: string | null;
  created_at: Generated<Date>;
}

export interface FairnessChainTable {
  id: Id;
  game: string;
  terminal_hash: Buffer;
  salt: Buffer;
  salt_source: 'install' | 'beacon';
  links: number;
  next_link: Defaulted<number>;
  published_at: Generated<Date>;
}

export interface FairnessCheckpointTable {
  chain_id: bigint;
  link: number;
  sealed: Buffer;
}

export interface PlayerSeedTable {
  id: Id;
  player_id: bigint;
  state: 'next' | 'current' | 'revealed';
  sealed: Buffer;
  commitment: Buffer;
  client_seed: string | null;
  client_seed_source: 'server' | 'player' | null;
  next_nonce: Defaulted<number>;
  seed: Buffer | null;
  created_at: Generated<Date>;
  activated_at: Date | null;
  revealed_at: Date | null;
}

export interface AdViewTable {
  id: Id;
  player_id: bigint;
  provider: string;
  creative: string;
  seconds: number;
  coins: bigint;
  started_at: Generated<Date>;
  confirmed_by: string | null;
  confirmed_at: Date | null;
  paid_at: Date | null;
  paid_on: string | null;
}

export interface Schema {
  player: PlayerTable;
  wallet: WalletTable;
  session: SessionTable;
  socket_token: SocketTokenTable;
  password_reset: PasswordResetTable;
  transfer: TransferTable;
  idempotency: IdempotencyTable;
  fairness_chain: FairnessChainTable;
  fairness_checkpoint: FairnessCheckpointTable;
  ad_view: AdViewTable;
  player_seed: PlayerSeedTable;
}
