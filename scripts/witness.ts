/**
 * `npm run witness -- URL`: watches the public log of a site. It keeps what it has seen, and stops with a sentence that names the
 * fault once the log does not follow from it. With --listen PORT it also signs the site's checkpoints.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { parseArgs } from 'node:util';
import { judgeAddCheckpoint } from '@fairground/fairness/log-cosigner';
import { formatVerifierKey } from '@fairground/fairness/log-note';
import { openWitness, WitnessFault } from './witness/keep.ts';
import { lookAt } from './witness/look.ts';

const { values, positionals } = parseArgs({
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
const [given] = positionals;
const everySeconds = Number(values.every);
if (given === undefined || positionals.length > 1 || !URL.canParse(given) || !(everySeconds >= 1)) {
  console.error('Usage: npm run witness -- URL [--folder ./witness] [--every SECONDS] [--once]');
  console.error('         [--listen PORT [--host 127.0.0.1] [--name witness.example.org]]');
  process.exit(2);
}
const site = given.replace(/\/+$/, '');
const kept = await openWitness(values.folder, { site, name: values.name });

const stop = (error: unknown): never => {
  console.error(error instanceof WitnessFault ? `FAULT: ${error.message}` : error);
  process.exit(1);
};

const maxBody = 65_536;
const readBody = async (request: IncomingMessage): Promise<string> => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8') as AsyncIterable<string>) {
    body += chunk;
    if (body.length > maxBody) throw new Error('the request is too long');
  }
  return body;
};

if (values.listen !== undefined) {
  // One request at a time: each is stored before the next is judged.
  let last: Promise<unknown> = Promise.resolve();
  const server = createServer((request, response) => {
    last = last.then(async () => {
      if (request.method !== 'POST' || request.url !== '/add-checkpoint') {
        response.writeHead(404).end();
        return;
      }
      const judged = judgeAddCheckpoint(await readBody(request), {
        logKey: kept.logKey,
        isKnown: kept.isKnown,
        lastOf: kept.signedOf,
        witness: kept.witness,
        atSeconds: Math.floor(Date.now() / 1000),
      });
      if (judged.status === 200) await kept.storeSigned(judged.signed);
      const type = judged.status === 409 ? 'text/x.tlog.size' : 'text/plain; charset=utf-8';
      response.writeHead(judged.status, { 'content-type': type }).end(judged.body);
    });
    last = last.catch((error: unknown) => {
      if (error instanceof WitnessFault) stop(error);
      response.writeHead(500).end();
    });
  });
  server.on('error', (error) => stop(error.message));
  server.listen(Number(values.listen), values.host, () => {
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
    console.error(`${new Date().toISOString()} ${site} does not answer: ${String(error)}`);
    if (values.once) process.exit(1);
  }
  if (values.once) process.exit(0);
  await new Promise((resolve) => setTimeout(resolve, everySeconds * 1_000));
}
