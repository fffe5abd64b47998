/** The database's own yardstick: pgbench with the very statement that the site places one bet with. */
import { spawn, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { placeBets } from '../games/aviator/server/queries.ts';
import type { EmbeddedAddress } from '../apps/server/src/platform/postgres/embedded-postgres-server.ts';
import { undoLater } from './lib/cleanups.ts';

const places = ['pgbench', '/usr/lib/postgresql/18/bin/pgbench', '/usr/lib/postgresql/15/bin/pgbench'];

/** The program's name, or undefined where the machine has none. */
export const findPgbench = (): string | undefined =>
  [process.env['PGBENCH_PATH'] ?? '', ...places].find(
    (program) => program !== '' && spawnSync(program, ['--version']).status === 0,
  );

export const howToGetPgbench =
  'No pgbench here: install your system\'s PostgreSQL (Debian: "postgresql") or set PGBENCH_PATH; its rows are left out.';

export interface PgbenchRun {
  program: string;
  address: EmbeddedAddress;
  script: string;
  clients: number;
  seconds: number;
}

export interface PgbenchResult {
  transactions: number;
  /** Transactions a second, without the time that connecting took. */
  rate: number;
}

/**
 * Writes the script. Each client counts its own transactions, so that every bet is another player's; the
 * statement is the site's, with arrays of one bet, as its prepared statement has them.
 */
export const writeScript = async (file: string, firstPlayer: number, stakeCoins: number): Promise<void> => {
  let statement = '';
  await placeBets(
    async (asked) => {
      statement = asked.text;
      return [];
    },
    [{ playerId: 0n, stakeCoins, autoHundredths: null, roundId: null }],
  );
  const filled = statement
    .replace(/\$1\b/g, 'ARRAY[:player]::bigint[]')
    .replace(/\$2\b/g, `ARRAY[${stakeCoins}]::bigint[]`)
    .replace('$3::integer[]', 'ARRAY[NULL]::integer[]')
    .replace('$4::bigint[]', 'ARRAY[NULL]::bigint[]');
  if (/\$\d/.test(filled)) throw new Error('the statement for a bet has parameters that are not known here');
  await writeFile(
    file,
    `\\set n :n + 1\n\\set player ${firstPlayer} + :client_id + :clients * (:n - 1)\n${filled};\n`,
  );
};

export const runPgbench = async ({
  program,
  address,
  script,
  clients,
  seconds,
}: PgbenchRun): Promise<PgbenchResult> => {
  const { host, port, user, database } = address;
  const args = ['-n', '-M', 'prepared', '-c', clients, '-j', 2, '-T', seconds, '-f', script]
    .concat(['-D', 'n=0', '-D', `clients=${clients}`])
    .concat(['-h', host, '-p', port, '-U', user, database]);
  const child = spawn(program, args.map(String), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PGOPTIONS: '-c role=fairground_app' },
  });
  const kill = undoLater(() => void child.kill('SIGKILL'));
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
  return { transactions: Number(transactions), rate: Number(rate) };
};
