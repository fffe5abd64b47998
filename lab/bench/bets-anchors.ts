/**
 * What bets are compared with, each as its own users would write it: a bare double-entry ledger without guards, three
 * ways to move money in PostgreSQL that softwaremill/tb-perf compares with TigerBeetle, and a plain handler of Fastify
 * and pg. Each has a database of its own, with as many accounts as the site has players.
 */
import { writeFile } from 'node:fs/promises';
import type { Database } from '../../apps/server/src/platform/database/database.ts';

export interface Anchor {
  name: string;
  /** Creates tables and functions. `$accounts` is the number of accounts. */
  schema: string;
  /** The script of pgbench. */
  script: string;
  /** How many movements of money a run of the script makes. */
  movesPerTransaction: number;
  /** Counts the movements, to prove that each took place. */
  count: string;
}

const stakeCoins = 10;
const coinsPerPlayer = 1_000_000;
const movesPerBatch = 32;

const bareLedger: Anchor = {
  name: 'pgbench: bare ledger without guards',
  schema: `
    CREATE TABLE account (id bigint PRIMARY KEY, balance bigint NOT NULL);
    CREATE TABLE transfer (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, debit bigint NOT NULL, credit bigint NOT NULL,
      amount bigint NOT NULL);
    CREATE TABLE bet (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, account bigint NOT NULL, amount bigint NOT NULL);
    INSERT INTO account SELECT n, ${coinsPerPlayer} FROM generate_series(1, $accounts) n;`,
  script: `\\set player random(1, :accounts)
    WITH placed AS (INSERT INTO bet (account, amount) VALUES (:player, ${stakeCoins})),
      moved AS (INSERT INTO transfer (debit, credit, amount) VALUES (:player, 0, ${stakeCoins}))
    UPDATE account SET balance = balance - ${stakeCoins} WHERE id = :player;`,
  movesPerTransaction: 1,
  count: 'SELECT count(*) AS moves FROM transfer',
};

/** Both accounts are rows with a balance, locked in the order of their ids, and transfers have three more indexes. */
const moneyTables = `
  CREATE TABLE account (id bigint PRIMARY KEY, balance bigint NOT NULL CHECK (balance >= 0));
  CREATE TABLE transfer (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    from_account bigint NOT NULL REFERENCES account, to_account bigint NOT NULL REFERENCES account,
    amount bigint NOT NULL CHECK (amount > 0), created_at timestamptz NOT NULL DEFAULT now(),
    CHECK (from_account <> to_account));
  CREATE INDEX ON transfer (from_account);
  CREATE INDEX ON transfer (to_account);
  CREATE INDEX ON transfer (created_at);
  INSERT INTO account SELECT n, ${coinsPerPlayer} FROM generate_series(1, $accounts) n;`;

const moneyFunction = `
  CREATE FUNCTION move(payer bigint, payee bigint, moved bigint) RETURNS boolean LANGUAGE plpgsql AS $$
  DECLARE
    available bigint;
  BEGIN
    PERFORM FROM account WHERE id = least(payer, payee) FOR UPDATE;
    PERFORM FROM account WHERE id = greatest(payer, payee) FOR UPDATE;
    SELECT balance INTO available FROM account WHERE id = payer;
    IF available < moved THEN RETURN false; END IF;
    UPDATE account SET balance = balance - moved WHERE id = payer;
    UPDATE account SET balance = balance + moved WHERE id = payee;
    INSERT INTO transfer (from_account, to_account, amount) VALUES (payer, payee, moved);
    RETURN true;
  END $$;`;

const twoAccounts = `\\set payer random(1, :accounts - 1)
  \\set payee random(:payer + 1, :accounts)`;

const forUpdate: Anchor = {
  name: 'pgbench: SELECT … FOR UPDATE',
  schema: moneyTables,
  script: `${twoAccounts}
    BEGIN;
    SELECT balance FROM account WHERE id = :payer FOR UPDATE;
    SELECT balance FROM account WHERE id = :payee FOR UPDATE;
    UPDATE account SET balance = balance - ${stakeCoins} WHERE id = :payer;
    UPDATE account SET balance = balance + ${stakeCoins} WHERE id = :payee;
    INSERT INTO transfer (from_account, to_account, amount) VALUES (:payer, :payee, ${stakeCoins});
    COMMIT;`,
  movesPerTransaction: 1,
  count: 'SELECT count(*) AS moves FROM transfer',
};

const functionPerTransfer: Anchor = {
  ...forUpdate,
  name: 'pgbench: a function per transfer',
  schema: `${moneyTables}${moneyFunction}`,
  script: `${twoAccounts}
    SELECT move(:payer, :payee, ${stakeCoins});`,
};

const batchedFunction: Anchor = {
  ...forUpdate,
  name: `pgbench: a function per ${movesPerBatch} transfers`,
  // Each transfer of a batch fails on its own, which takes a subtransaction.
  schema: `${moneyTables}${moneyFunction}
    CREATE FUNCTION move_all(payers bigint[], payees bigint[], moved bigint) RETURNS boolean[] LANGUAGE plpgsql AS $$
    DECLARE
      outcomes boolean[] := '{}';
    BEGIN
      FOR place IN 1 .. cardinality(payers) LOOP
        BEGIN
          outcomes := outcomes || move(payers[place], payees[place], moved);
        EXCEPTION WHEN check_violation THEN
          outcomes := outcomes || false;
        END;
      END LOOP;
      RETURN outcomes;
    END $$;`,
  // In the order of the accounts: batches of different clients share accounts, and would block each other in a circle.
  script: `\\set span :accounts / :clients
    \\set first 1 + :client_id * :span + random(0, :span - ${2 * movesPerBatch} - 1)
    SELECT move_all(ARRAY(SELECT :first + n FROM generate_series(0, ${movesPerBatch - 1}) n),
      ARRAY(SELECT :first + ${movesPerBatch} + n FROM generate_series(0, ${movesPerBatch - 1}) n), ${stakeCoins});`,
  movesPerTransaction: movesPerBatch,
};

export const anchors: readonly Anchor[] = [bareLedger, batchedFunction, functionPerTransfer, forUpdate];

export const prepareAnchor = async (
  { query }: Database,
  { schema, script }: Anchor,
  { accounts, file }: { accounts: number; file: string },
): Promise<void> => {
  await query({ text: schema.replaceAll('$accounts', String(accounts)), values: [] });
  await query({ text: 'VACUUM ANALYZE', values: [] });
  // pgbench ends a statement at the end of a line that closes it: each is written on one line.
  const lines = script.split('\n').map((line) => line.trim());
  const statements = lines.filter((line) => !line.startsWith('\\')).join(' ');
  await writeFile(
    file,
    [...lines.filter((line) => line.startsWith('\\')), statements.replaceAll('; ', ';\n'), ''].join('\n'),
  );
};

export const countMoves = async ({ query }: Database, { count }: Anchor): Promise<number> => {
  const [row] = await query<{ moves: bigint }>({ text: count, values: [] });
  return Number(row?.moves);
};

/** The tables of the plain handler, which is in bets-plain-server.ts. */
export const plainSchema = `
  CREATE TABLE users (
    id bigint PRIMARY KEY, name text NOT NULL, balance bigint NOT NULL, token text NOT NULL UNIQUE,
    created_at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE bets (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, user_id bigint NOT NULL REFERENCES users, round bigint NOT NULL,
    amount bigint NOT NULL, created_at timestamptz NOT NULL DEFAULT now(), UNIQUE (round, user_id));
  CREATE TABLE transactions (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, user_id bigint NOT NULL REFERENCES users, kind text NOT NULL,
    amount bigint NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
  CREATE INDEX ON transactions (user_id);
  INSERT INTO users (id, name, balance, token)
  SELECT n, 'bench_' || n, ${coinsPerPlayer}, 'bench' || lpad(n::text, 38, '0') FROM generate_series(1, $accounts) n;`;
