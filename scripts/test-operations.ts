/**
 * `npm run test:operations`: runs the blocks of docs/operations.md that are marked `<!-- tested: NAME -->`, in a scratch folder
 * with Debian's PostgreSQL, and prints which passed. Absolute paths are moved into the folder; `systemctl`, `runuser`, `npm` and
 * `fairground-admin` are small programs that act on its server. Needs root, to run PostgreSQL as its own user.
 */
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
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
    'The blocks of docs/operations.md need root and PostgreSQL. On Debian: apt-get install postgresql.',
  );
  process.exit(0);
}

/** In the order of an installation; each acts on what those before it left. */
const order = [
  'roles',
  'migrate',
  'staff',
  'maintenance',
  'archive',
  'archiver',
  'recover',
  'after-recovery',
];

const scratch = mkdtempSync(join(tmpdir(), 'fairground-operations-'));
const inScratch = (path: string): string => join(scratch, path);
const data = inScratch('/var/lib/postgresql/15/main');
const conf = inScratch('/etc/postgresql/15/main/conf.d');
const port = await findFreePort();
const owner = `postgres://fairground:...@127.0.0.1:${port}/fairground`;
const binaries = dirname(initdb);

/** Where a document's absolute paths lie here. */
const relocate = (text: string): string =>
  text.replaceAll(/(?<![\w.$}])\/(usr\/local\/sbin|var|etc|opt)\//g, `${scratch}/$1/`);

const asPostgres = 'setpriv --reuid=postgres --regid=postgres --clear-groups';
const writeProgram = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\nset -eu\n${text}\n`);
  chmodSync(path, 0o755);
};
const serverWith = (verb: string): string =>
  `${asPostgres} ${binaries}/pg_ctl ${verb} -w -s -m fast -D ${data} -l ${inScratch('/log')} \\
    -o "-p ${port} -c unix_socket_directories=${scratch} -c listen_addresses=127.0.0.1"`;

writeProgram(
  inScratch('/bin/systemctl'),
  `case "$1" in ${['start', 'stop', 'restart']
    .map((verb) => `${verb}) ${serverWith(verb)} ;;`)
    .join('\n')} *) exit 2 ;; esac`,
);
writeProgram(
  inScratch('/bin/runuser'),
  `user=$2\nshift 3\nexec setpriv --reuid="$user" --regid="$user" --clear-groups "$@"`,
);
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
  PATH: [inScratch('/bin'), inScratch('/usr/local/sbin'), binaries, process.env['PATH']].join(':'),
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
const requireOk = ({ ok, output }: Finished): string => {
  if (!ok) throw new Error(output);
  return output.trim();
};
const psql = (text: string): Finished => run('psql', '-XAt', '-v', 'ON_ERROR_STOP=1', '-c', text);

interface Block {
  name: string;
  language: string;
  text: string;
}
const readBlocks = (): Block[] => {
  const document = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  const marked = /^<!-- tested: ([a-z-]+) -->\n+```(\w+)\n(.*?)^```$/gms;
  return [...document.matchAll(marked)].map(([, name = '', language = '', text = '']) => ({
    name,
    language,
    text,
  }));
};

/** What the reader fills in. */
const fillIn = (text: string): string =>
  relocate(text)
    .replaceAll('db.example.org', `127.0.0.1:${port}`)
    .replaceAll('/COPY ', () => `/${readdirSync(inScratch('/var/backups/fairground-base')).at(-1) ?? ''} `)
    .replaceAll(/'\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+00'/g, `'${momentToRecover}'`);

let momentToRecover = '';
/** What happens between two blocks on a site that is used. */
const before: Readonly<Record<string, () => void>> = {
  recover() {
    requireOk(psql('CREATE TABLE before_the_moment ()'));
    momentToRecover = requireOk(psql('SELECT clock_timestamp()'));
    requireOk(psql('CREATE TABLE after_the_moment ()'));
    requireOk(psql('SELECT pg_switch_wal()'));
    requireOk(
      run(
        'sh',
        '-c',
        `until psql -XAt -c "SELECT last_archived_wal FROM pg_stat_archiver" | grep -q .; do sleep 0.1; done; sleep 1`,
      ),
    );
  },
};
const after: Readonly<Record<string, () => void>> = {
  recover() {
    requireOk(
      run('sh', '-c', 'until psql -XAt -c "SELECT pg_is_in_recovery()" | grep -q f; do sleep 0.1; done'),
    );
    const tables = requireOk(psql(`SELECT relname FROM pg_class WHERE relname LIKE '%the_moment'`));
    if (tables !== 'before_the_moment') throw new Error(`recovered are the tables ${tables}`);
  },
};

const check = ({ name, language, text }: Block): Finished => {
  try {
    before[name]?.();
    const filled = fillIn(text);
    const finished =
      language === 'sql'
        ? run('psql', '-Xq', '-v', 'ON_ERROR_STOP=1', '-f', write(filled))
        : run('sh', '-eu', write(filled));
    requireOk(finished);
    after[name]?.();
    return finished;
  } catch (error) {
    return { ok: false, output: error instanceof Error ? error.message : String(error) };
  }
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
    `docs/operations.md marks ${blocks.map(({ name }) => name).join(', ')}: expected are ${order.join(', ')}.`,
  );
  process.exit(1);
}

let failed = 0;
try {
  for (const folder of [
    data,
    conf,
    inScratch('/etc/cron.d'),
    inScratch('/usr/local/sbin'),
    inScratch('/site'),
  ]) {
    mkdirSync(folder, { recursive: true });
  }
  chmodSync(scratch, 0o755);
  cpSync(join(root, 'deploy'), inScratch('/deploy'), { recursive: true });
  const archiveConf = inScratch('/deploy/postgresql/archive.conf');
  writeFileSync(archiveConf, relocate(readFileSync(archiveConf, 'utf8')));
  requireOk(run('chown', '-R', 'postgres:postgres', inScratch('/var/lib/postgresql')));
  chmodSync(data, 0o700);
  requireOk(run('sh', '-c', `touch log && chown postgres log && chgrp postgres . && chmod 775 .`));
  requireOk(run('sh', '-c', `${asPostgres} initdb -D ${data} -U postgres -A trust --no-sync`));
  // Debian's own configuration reads that folder.
  appendFileSync(join(data, 'postgresql.conf'), `include_dir = '${conf}'\n`);
  requireOk(run('systemctl', 'start', 'postgresql@15-main'));
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
  if (existsSync(join(data, 'postmaster.pid'))) run('systemctl', 'stop', 'postgresql@15-main');
  rmSync(scratch, { recursive: true, force: true });
}
process.exitCode = failed > 0 ? 1 : 0;
