/**
 * `npm run test:operations`: runs the blocks of docs/operations/*.md that are marked `<!-- tested: NAME -->`, in a scratch
 * folder with Debian's PostgreSQL, and prints which passed. `npm` and `fairground-admin` are small programs that act on its server.
 * Needs root, to run PostgreSQL as its own user.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findFreePort } from '../apps/server/test/free-port.ts';

const root = join(import.meta.dirname, '..');
const initdb = globSync('/usr/lib/postgresql/*/bin/initdb').toSorted().at(-1);
if (process.getuid?.() !== 0 || initdb === undefined) {
  console.log(
    'The blocks of docs/operations need root and PostgreSQL. On Debian: apt-get install postgresql.',
  );
  process.exit(0);
}

/** In the order of an installation; each acts on what those before it left. */
const order = ['roles', 'migrate', 'staff', 'maintenance'];

const scratch = mkdtempSync(join(tmpdir(), 'fairground-operations-'));
const inScratch = (path: string): string => join(scratch, path);
const data = inScratch('/data');
const port = await findFreePort();
const owner = `postgres://fairground:...@127.0.0.1:${port}/fairground`;
const binaries = dirname(initdb);

const asPostgres = 'setpriv --reuid=postgres --regid=postgres --clear-groups';
const writeProgram = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\nset -eu\n${text}\n`);
  chmodSync(path, 0o755);
};
const serverWith = (verb: string): string =>
  `${asPostgres} pg_ctl ${verb} -w -s -m fast -D ${data} -l ${inScratch('/log')} \\
    -o "-p ${port} -c unix_socket_directories=${scratch} -c listen_addresses=127.0.0.1"`;

writeProgram(
  inScratch('/bin/npm'),
  `cd ${root}\n[ "$*" = 'run migrate' ]\nexec ${process.execPath} apps/server/src/admin.ts migrate`,
);
writeProgram(
  inScratch('/bin/fairground-admin'),
  `cd ${root}\nexport DATABASE_URL='${owner}' DATA_DIR=${inScratch('/site')}
exec ${process.execPath} apps/server/src/admin.ts "$@"`,
);

const environment = {
  ...process.env,
  PATH: [inScratch('/bin'), binaries, process.env['PATH']].join(':'),
  PGHOST: scratch,
  PGPORT: String(port),
  PGUSER: 'postgres',
  PGDATABASE: 'postgres',
};
interface Finished {
  ok: boolean;
  output: string;
}
const run = (command: string, ...args: string[]): Finished => {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: scratch,
    env: environment,
    timeout: 120_000,
  });
  return { ok: status === 0, output: `${stdout.toString()}${stderr.toString()}` };
};
const requireOk = ({ ok, output }: Finished): void => {
  if (!ok) throw new Error(output);
};

interface Block {
  name: string;
  language: string;
  text: string;
}
const readBlocks = (): Block[] => {
  const documents = globSync(join(root, 'docs/operations/*.md')).map((file) => readFileSync(file, 'utf8'));
  const marked = /^<!-- tested: ([a-z-]+) -->\n+```(\w+)\n(.*?)^```$/gms;
  return [...documents.join('\n').matchAll(marked)].map(([, name = '', language = '', text = '']) => ({
    name,
    language,
    text,
  }));
};

/** What the reader fills in. */
const fillIn = (text: string): string => text.replaceAll('db.example.org', `127.0.0.1:${port}`);

const check = ({ language, text }: Block): Finished => {
  const file = write(fillIn(text));
  return language === 'sql'
    ? run('psql', '-Xq', '-v', 'ON_ERROR_STOP=1', '-f', file)
    : run('sh', '-eu', file);
};
const write = (text: string): string => {
  const file = inScratch('/block');
  writeFileSync(file, text);
  return file;
};

const blocks = readBlocks();
const unknown = blocks.map(({ name }) => name).filter((name) => !order.includes(name));
if (unknown.length > 0 || blocks.length !== order.length) {
  console.error(
    `docs/operations marks ${blocks.map(({ name }) => name).join(', ')}: expected are ${order.join(', ')}.`,
  );
  process.exit(1);
}

let failed = 0;
try {
  for (const folder of [data, inScratch('/site')]) mkdirSync(folder);
  chmodSync(scratch, 0o755);
  requireOk(run('chown', 'postgres:postgres', data));
  chmodSync(data, 0o700);
  requireOk(run('sh', '-c', `touch log && chown postgres log && chgrp postgres . && chmod 775 .`));
  requireOk(run('sh', '-c', `${asPostgres} initdb -D ${data} -U postgres -A trust --no-sync`));
  requireOk(run('sh', '-c', serverWith('start')));
  for (const name of order) {
    const block = blocks.find((each) => each.name === name);
    const { ok, output } = block ? check(block) : { ok: false, output: 'it is missing' };
    console.log(`${ok ? 'passed' : 'FAILED'}  ${name}`);
    if (!ok) {
      failed += 1;
      console.log(output.replaceAll(/^/gm, '        '));
      break;
    }
  }
} finally {
  if (existsSync(join(data, 'postmaster.pid'))) run('sh', '-c', serverWith('stop'));
  rmSync(scratch, { recursive: true, force: true });
}
process.exitCode = failed > 0 ? 1 : 0;
