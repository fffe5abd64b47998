/**
 * The blocks of docs/operations/*.md that are marked `<!-- tested: NAME -->`, on Debian's PostgreSQL. `npm` and
 * `fairground-admin` are small programs that act on its server. Needs root, to run PostgreSQL as its own user.
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
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../apps/server/test/free-port.ts';

const root = join(import.meta.dirname, '..');
const initdb = globSync('/usr/lib/postgresql/*/bin/initdb').toSorted().at(-1) ?? '';
const canRun = process.getuid?.() === 0 && initdb !== '';
if (!canRun)
  console.log(
    'The blocks of docs/operations were skipped: they need root and PostgreSQL. On Debian: apt-get install postgresql.',
  );

interface Block {
  language: string;
  text: string;
}
const marked = /^<!-- tested: ([a-z-]+) -->\n+```(\w+)\n(.*?)^```$/gms;
const blocks = new Map<string, Block>(
  globSync('docs/operations/*.md', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(marked)].map(
      ([, name = '', language = '', text = '']): [string, Block] => [name, { language, text }],
    ),
  ),
);

/** In the order of an installation; each acts on what those before it left. */
const order = ['roles', 'migrate', 'staff', 'maintenance'];

describe.skipIf(!canRun)('the blocks of docs/operations that are marked', () => {
  const asPostgres = 'setpriv --reuid=postgres --regid=postgres --clear-groups';
  let scratch = '';
  let port = 0;
  let env: NodeJS.ProcessEnv = {};
  const inScratch = (path: string): string => join(scratch, path);

  /** Throws with what the program said where it fails. */
  const run = (program: string, ...args: string[]): void => {
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: scratch, env, timeout: 120_000 });
    if (status !== 0) throw new Error(`${stdout.toString()}${stderr.toString()}`);
  };
  const writeFile = (path: string, text: string): string => {
    mkdirSync(dirname(inScratch(path)), { recursive: true });
    writeFileSync(inScratch(path), text);
    return inScratch(path);
  };
  const writeProgram = (path: string, text: string): void =>
    chmodSync(writeFile(path, `#!/bin/sh\nset -eu\ncd ${root}\n${text}\n`), 0o755);
  const controlServer = (verb: string): void =>
    run(
      'sh',
      '-c',
      `${asPostgres} pg_ctl ${verb} -w -s -m fast -D data -l log \\
      -o "-p ${port} -c unix_socket_directories=${scratch} -c listen_addresses=127.0.0.1"`,
    );

  beforeAll(async () => {
    scratch = mkdtempSync(join(tmpdir(), 'fairground-operations-'));
    port = await findFreePort();
    env = {
      ...process.env,
      PATH: [inScratch('bin'), dirname(initdb), process.env['PATH']].join(':'),
      PGHOST: scratch,
      PGPORT: String(port),
      PGUSER: 'postgres',
      PGDATABASE: 'postgres',
    };
    const admin = `exec ${process.execPath} apps/server/src/admin.ts`;
    writeProgram('bin/npm', `[ "$*" = 'run migrate' ]\n${admin} migrate`);
    writeProgram(
      'bin/fairground-admin',
      `export DATABASE_URL='postgres://fairground:...@127.0.0.1:${port}/fairground' DATA_DIR=${inScratch('site')}
${admin} "$@"`,
    );
    for (const folder of ['data', 'site']) mkdirSync(inScratch(folder));
    chmodSync(scratch, 0o775);
    run('sh', '-c', 'touch log && chown postgres:postgres data log && chgrp postgres . && chmod 700 data');
    run('sh', '-c', `${asPostgres} initdb -D data -U postgres -A trust --no-sync`);
    controlServer('start');
  });
  afterAll(() => {
    if (existsSync(inScratch('data/postmaster.pid'))) controlServer('stop');
    rmSync(scratch, { recursive: true, force: true });
  });

  it('are those that are tried here', () => {
    expect([...blocks.keys()].toSorted()).toEqual(order.toSorted());
  });

  it.each(order)('do what they say: %s', (name) => {
    const { language = '', text = '' } = blocks.get(name) ?? {};
    // What the reader fills in.
    const file = writeFile('block', text.replaceAll('db.example.org', `127.0.0.1:${port}`));
    if (language === 'sql') run('psql', '-Xq', '-v', 'ON_ERROR_STOP=1', '-f', file);
    else run('sh', '-eu', file);
  });
});
