/** The baseline for bets: pgbench with the statement that the site runs for a bet. */
import { spawn, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { placeBets } from '../../games/aviator/server/sql/bets.sql.ts';
import type { EmbeddedAddress } from '../../apps/server/src/platform/database/embedded-postgres-server.ts';
import { addCleanup } from './lib/cleanups.ts';

const places = ['pgbench', '/usr/lib/postgresql/18/bin/pgbench', '/usr/lib/postgresql/15/bin/pgbench'];

/** The program, or undefined if it is not installed. */
export const findPgbench = (): string | undefined =>
  [process.env['PGBENCH_PATH'] ?? '', ...places].find(
    (program) => program !== '' && spawnSync(program, ['--version']).status === 0,
  );

export const pgbenchHint =
  'pgbench was skipped: it is not installed. On Debian: apt-get install postgresql; elsewhere set PGBENCH_PATH.';

/** As long as those of pages. */
export const clientSeed = '0123456789abcdef'.repeat(2);

/**
 * Writes the script. Each client counts its transactions, so that every bet is placed by a different player. The
 * statement is the site's prepared statement, with arrays of one bet, which has no key.
 */
export const writeScript = async (file: string, firstPlayer: number, stakeCoins: number): Promise<void> => {
  const filledStatement = placeBets.text
    .replace(/\$1\b/g, 'ARRAY[:player]::bigint[]')
    .replace(/\$2\b/g, `ARRAY[${stakeCoins}]::bigint[]`)
    .replace('$3::integer[]', 'ARRAY[NULL]::integer[]')
    .replace('$4::bigint[]', 'ARRAY[NULL]::bigint[]')
    .replace('$5::smallint[]', 'ARRAY[1]::smallint[]')
    .replace('$6::text[]', `ARRAY['${clientSeed}']::text[]`)
    .replace('$7::bigint[]', 'ARRAY[NULL]::bigint[]')
    .replace('$8::bigint[]', 'ARRAY[NULL]::bigint[]')
    .replace('$9::boolean[]', 'ARRAY[false]::boolean[]')
    .replace('$10::float8[]', 'ARRAY[0]::float8[]');
  if (/\$\d/.test(filledStatement)) throw new Error('the statement for a bet has unknown parameters');
  await writeFile(
    file,
    `\\set n :n + 1\n\\set player ${firstPlayer} + :client_id + :clients * (:n - 1)\n${filledStatement};\n`,
  );
};

export const runPgbench = async ({
  program,
  address,
  script,
  clients,
  length,
  role,
  variables = {},
}: {
  program: string;
  address: EmbeddedAddress;
  script: string;
  clients: number;
  /** Seconds in all, or transactions of each client: then the run ends with them, however long they take. */
  length: { seconds: number } | { transactions: number };
  /** Works under this role. */
  role?: string;
  variables?: Readonly<Record<string, number>>;
}) => {
  const { host, port, user, password, database } = address;
  const limit = 'seconds' in length ? ['-T', length.seconds] : ['-t', length.transactions];
  const args = ['-n', '-M', 'prepared', '-c', clients, '-j', 2, ...limit, '-f', script]
    .concat(['-D', 'n=0', '-D', `clients=${clients}`])
    .concat(Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]))
    .concat(['-h', host, '-p', port, '-U', user, database]);
  const child = spawn(program, args.map(String), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...(password === undefined ? {} : { PGPASSWORD: password }),
      ...(role === undefined ? {} : { PGOPTIONS: `-c role=${role}` }),
    },
  });
  const kill = addCleanup(() => void child.kill('SIGKILL'));
  let output = '';
  const collect = (chunk: Buffer) => (output += chunk.toString());
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  await kill();
  const rate = /^tps = ([\d.]+)/m.exec(output)?.[1];
  const transactions = /^number of transactions actually processed: (\d+)/m.exec(output)?.[1];
  if (code !== 0 || rate === undefined || transactions === undefined) {
    throw new Error(`pgbench failed:\n${output}`);
  }
  return {
    transactions: Number(transactions),
    /** Transactions per second, without the time to connect. */
    rate: Number(rate),
  };
};
