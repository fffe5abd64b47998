/** The public log, read by the code of Go's checksum database: alone, with a witness's line, and after a restore. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { LogInfo } from '@fairground/contract/fairness';
import { findFreePort } from '../../apps/server/test/free-port.ts';
import { until } from '../../apps/server/test/player-client.ts';
import { addCleanup } from '../bench/lib/cleanups.ts';
import { demand, readingsOf, reasonIn, runTool, versionOf, type Part } from './reading.ts';
import { startReaderSite, type ReaderSite } from './reader-site.ts';

const goFile = fileURLToPath(new URL('go/main.go', import.meta.url));
const witnessFile = fileURLToPath(new URL('../../scripts/witness.ts', import.meta.url));
/** They fill the log: a whole tile has 256 entries. */
const shortDraws = { DOUBLE_TROUBLE_INTERVAL_MS: '400', DOUBLE_TROUBLE_CLOSE_MS: '100' };
const wantedEntries = 260;

interface Go {
  program: string;
  /** The size of the log, and how many signatures besides the site's it has; throws with what Go said. */
  read(base: string, key: string, older?: string): Promise<{ size: number; others: number }>;
}

const buildGo = async (folder: string): Promise<Go> => {
  const env = {
    GO111MODULE: 'off',
    GOPATH: '/usr/share/gocode',
    GOCACHE: join(folder, 'cache'),
    GOFLAGS: '',
  };
  const program = join(folder, 'read-log');
  const built = await runTool('go', ['build', '-o', program, goFile], { env });
  demand(built.code === 0, built.output);
  const modules = await runTool('dpkg-query', ['-W', '-f', '${Version}', 'golang-golang-x-mod-dev']);
  return {
    program: `Go ${await versionOf('go', 'version')}, x/mod ${modules.output}`,
    async read(base, key, older) {
      const { code, output } = await runTool(program, [base, key, ...(older === undefined ? [] : [older])]);
      demand(code === 0, reasonIn(output));
      const [, size, others] = /size (\d+)\nother signatures (\d+)/.exec(output) ?? [];
      return { size: Number(size), others: Number(others) };
    },
  };
};

interface Witness {
  url: string;
  key: string;
  end(): Promise<void>;
}

const startWitness = async (siteUrl: string, folder: string): Promise<Witness> => {
  const port = await findFreePort();
  const child: ChildProcess = spawn(
    process.execPath,
    [witnessFile, siteUrl, '--folder', join(folder, 'witness'), '--listen', String(port), '--every', '2'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const gone = once(child, 'exit');
  const end = addCleanup(async () => {
    child.kill('SIGTERM');
    await gone;
  });
  const key = await new Promise<string>((resolve, reject) => {
    void gone.then(() => reject(new Error('the witness ended')));
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const found = /^key: (.+)$/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  return {
    url: `http://127.0.0.1:${port}`,
    key,
    end,
  };
};

const readInfo = async (site: ReaderSite): Promise<LogInfo> =>
  (await (await fetch(`${site.url}/api/fairness/log`)).json()) as LogInfo;

const readCheckpoint = async (site: ReaderSite): Promise<string> =>
  (await fetch(`${site.url}/log/checkpoint`)).text();

const sizeOf = (checkpoint: string): number => Number(checkpoint.split('\n')[1] ?? 0);

export const log: Part = {
  needs: { go: 'golang-go golang-golang-x-mod-dev' },
  async read() {
    const folder = await mkdtemp(join(tmpdir(), 'fairground-readers-'));
    const port = await findFreePort();
    const witness = await startWitness(`http://127.0.0.1:${port}`, folder);
    const witnesses = `${witness.url} ${witness.key}`;
    const go = await buildGo(folder);
    const { readings, look } = readingsOf(go.program);
    const site = await startReaderSite({ ...shortDraws, WITNESSES: witnesses, PORT: String(port) });
    try {
      await until('there is a first checkpoint', async () => sizeOf(await readCheckpoint(site)) > 0);
      const { verifierKey: key } = await readInfo(site);
      const base = `${site.url}/log`;
      const older = join(folder, 'older');
      await look('the running log: key, signature, root, each entry and each older size', async () => {
        await writeFile(older, await readCheckpoint(site));
        const { size } = await go.read(base, key);
        return `all holds, ${size} entries`;
      });
      await look("a checkpoint with a witness's line", async () => {
        await until('the witness has signed', async () => (await go.read(base, key)).others > 0, 60_000);
        return 'holds; the line is one of a signer that Go does not know';
      });
      await look('the log once it has a whole tile, and the checkpoint of before', async () => {
        await until(
          `there are ${wantedEntries} entries`,
          async () => sizeOf(await readCheckpoint(site)) >= wantedEntries,
          30 * 60_000,
        );
        const { size } = await go.read(base, key, older);
        return `all holds, ${size} entries`;
      });
      await look('the log after a restore, and the tree that it continues', async () => {
        const { origin } = await readInfo(site);
        const backup = join(folder, 'site.backup');
        await writeFile(older, await readCheckpoint(site));
        await site.admin('backup', backup);
        await site.restoreFrom(backup);
        await until(
          'the log has another origin',
          async () => (await readInfo(site)).origin !== origin,
          60_000,
        );
        await until('it has a checkpoint', async () => sizeOf(await readCheckpoint(site)) > 0, 60_000);
        const info = await readInfo(site);
        const numbered = (name: string): string => `${base}/${name.split('/').at(-1) ?? ''}`;
        const now = await go.read(base, info.verifierKey);
        const before = await go.read(numbered(origin), key, older);
        return `both hold: ${before.size} entries of origin ${origin.split('/').at(-1)}, ${now.size} of the next`;
      });
    } finally {
      await site.end();
      await witness.end();
    }
    return readings;
  },
};
