/**
 * `npm run witness -- URL`: watches the public log of a site. It keeps what it has seen, and stops with a sentence
 * that names the fault once the log does not follow from it. With --listen PORT it also signs the site's checkpoints.
 */
import { parseArgs } from 'node:util';
import { formatVerifierKey } from '@fairground/fairness/log-note';
import { openWitness, WitnessFault } from './witness/keep.ts';
import { lookAt, Unreachable } from './witness/look.ts';
import { createSigner } from './witness/serve.ts';

const usage = `Usage: npm run witness -- URL [--folder ./witness] [--every SECONDS] [--once]
         [--listen PORT [--host 127.0.0.1] [--name witness.example.org]]`;

const end = (line: string, status: number): never => {
  console.error(line);
  process.exit(status);
};

const readOptions = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        folder: { type: 'string', default: './witness' },
        every: { type: 'string', default: '10' },
        once: { type: 'boolean', default: false },
        listen: { type: 'string' },
        host: { type: 'string', default: '127.0.0.1' },
        name: { type: 'string', default: 'witness' },
      },
    });
  } catch {
    return end(usage, 2);
  }
};

const { values, positionals } = readOptions();
const [given = ''] = positionals;
const everySeconds = Number(values.every);
const port = Number(values.listen ?? 0);
const isPort = Number.isInteger(port) && port >= 0 && port < 65_536;
if (
  !/^https?:$/.test(URL.parse(given)?.protocol ?? '') ||
  positionals.length > 1 ||
  !(everySeconds >= 1) ||
  !isPort
)
  end(usage, 2);
const site = given.replace(/\/+$/, '');

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const stop = (error: unknown): never =>
  end(error instanceof WitnessFault ? `FAULT: ${error.message}` : sentenceOf(error), 1);
const warn = (line: string): void => console.error(`${new Date().toISOString()} ${line}`);

const kept = await openWitness(values.folder, { site, name: values.name }).catch(stop);

if (values.listen !== undefined) {
  const server = createSigner(kept, {
    atSeconds: () => Math.floor(Date.now() / 1000),
    failed: (error) => {
      if (error instanceof WitnessFault) stop(error);
      warn(`a checkpoint was not signed: ${sentenceOf(error)}`);
    },
  });
  server.on('error', stop);
  server.listen(port, values.host, () => {
    console.log(`signing checkpoints at http://${values.host}:${values.listen}`);
    console.log(`key: ${formatVerifierKey(kept.witness.key)}`);
  });
}

for (;;) {
  try {
    const line = await lookAt(site, kept);
    if (line !== undefined) console.log(`${new Date().toISOString()} ${line}`);
  } catch (error) {
    if (error instanceof WitnessFault) stop(error);
    warn(error instanceof Unreachable ? error.message : `the log was not compared: ${sentenceOf(error)}`);
    if (values.once) process.exit(1);
  }
  if (values.once) process.exit(0);
  await new Promise((resolve) => setTimeout(resolve, everySeconds * 1_000));
}
