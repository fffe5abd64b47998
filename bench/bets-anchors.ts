/**
 * What bets are compared with, each as its own users would write it: a bare double-entry ledger without guards, and a
 * batched function, the quickest way to move money in PostgreSQL that softwaremill/tb-perf compares with TigerBeetle.
 * Each has a database of its own, with as many accounts as the site has players.
 */
import { writeFile } from 'node:fs/promises';
import type { Database } from '../apps/server/src/platform/database/database.ts';

export interface Anchor {
  name: string;
  /** Creates tables and functions. `$accounts` is the number of accounts. */
  schema: string;
  /** Of pgbench. */
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
    CREATE TABLE bet (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, account bigint NOT NULL, amount bigint NOT NULL);
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

const batchedFunction: Anchor = {
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
  count: 'SELECT count(*) AS moves FROM transfer',
};

export const anchors: readonly Anchor[] = [bareLedger, batchedFunction];

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
