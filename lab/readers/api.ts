/** The description of the API: linted, and made into clients by four generators; and Java's own client on the calls. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installPackages, type Installed } from './installed.ts';
import { demand, readingsOf, reasonIn, runTool, versionOf, type Part, type Reading } from './reading.ts';
import { startReaderSite, type ReaderSite } from './reader-site.ts';

const versions = {
  redocly: '2.77.0',
  openapiTypescript: '7.13.0',
  heyApi: '0.99.0',
  orval: '8.38.0',
  oazapfts: '7.5.0',
  typescript: '5.9.3',
};

interface Generator {
  name: string;
  args(description: string, out: string): readonly string[];
  program: string;
  /** What it writes, below its folder: one of these is compiled. */
  entry: string;
}

const generators: readonly Generator[] = [
  {
    name: `openapi-typescript ${versions.openapiTypescript}`,
    program: 'openapi-typescript',
    args: (description, out) => [description, '-o', join(out, 'api.ts')],
    entry: 'api.ts',
  },
  {
    name: `hey-api ${versions.heyApi}`,
    program: 'openapi-ts',
    args: (description, out) => ['-i', description, '-o', out, '-c', '@hey-api/client-fetch'],
    entry: 'index.ts',
  },
  {
    name: `orval ${versions.orval}`,
    program: 'orval',
    args: (description, out) => [
      '--input',
      description,
      '--output',
      join(out, 'api.ts'),
      '--client',
      'fetch',
    ],
    entry: 'api.ts',
  },
  {
    name: `oazapfts ${versions.oazapfts}`,
    program: 'oazapfts',
    args: (description, out) => [description, join(out, 'api.ts')],
    entry: 'api.ts',
  },
];

export const api: Part = {
  needs: { java: 'default-jdk-headless' },
  async read() {
    const installed = await installPackages([
      `@redocly/cli@${versions.redocly}`,
      `openapi-typescript@${versions.openapiTypescript}`,
      `@hey-api/openapi-ts@${versions.heyApi}`,
      `orval@${versions.orval}`,
      `oazapfts@${versions.oazapfts}`,
      '@oazapfts/runtime@1.2.0',
      `typescript@${versions.typescript}`,
    ]);
    const site = await startReaderSite();
    try {
      const description = join(installed.folder, 'openapi.json');
      await writeFile(description, await (await fetch(`${site.url}/api/docs/json`)).text());
      const readings: Reading[] = [];
      const redocly = readingsOf(`Redocly ${versions.redocly}`);
      await redocly.look('the description of the API', async () => {
        const { output } = await runTool(
          installed.bin('redocly'),
          ['lint', '--format', 'json', '--extends', 'recommended', description],
          { cwd: installed.folder },
        );
        const { totals } = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)) as {
          totals: { errors: number; warnings: number };
        };
        demand(totals.errors === 0, `${totals.errors} errors`);
        return `no error, ${totals.warnings} warnings`;
      });
      readings.push(...redocly.readings);
      for (const generator of generators) readings.push(await generate(generator, installed, description));
      readings.push(...(await callFromJava(site, installed.folder)));
      return readings;
    } finally {
      await site.end();
    }
  },
};

const generate = async (
  { name, program, args, entry }: Generator,
  { folder, bin }: Installed,
  description: string,
): Promise<Reading> => {
  const { readings, look } = readingsOf(name);
  await look('the description of the API', async () => {
    const out = join(folder, program);
    await mkdir(out);
    const generated = await runTool(bin(program), args(description, out), { cwd: folder });
    demand(generated.code === 0, reasonIn(generated.output));
    const compiled = await runTool(
      bin('tsc'),
      [
        '--noEmit',
        '--strict',
        '--skipLibCheck',
        '--target',
        'es2022',
        '--module',
        'esnext',
        '--moduleResolution',
        'bundler',
        '--lib',
        'es2023,dom,dom.iterable',
        join(out, entry),
      ],
      { cwd: folder },
    );
    demand(compiled.code === 0, compiled.output.split('\n')[0] ?? '');
    return 'a client that TypeScript compiles';
  });
  return readings[0]!;
};

/** By default it asks for HTTP/2 on a plain connection. */
const javaClient = `
import java.net.URI;
import java.net.http.*;

public class Client {
  static final HttpClient client = HttpClient.newHttpClient();
  static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }
  static HttpRequest.Builder to(String address) {
    return HttpRequest.newBuilder(URI.create(address)).header("content-type", "application/json");
  }
  public static void main(String[] args) throws Exception {
    var guest = send(to(args[0] + "/api/auth/guest").POST(HttpRequest.BodyPublishers.ofString("{\\"adult\\":true}")));
    var token = guest.body().replaceAll(".*\\"token\\":\\"([^\\"]+)\\".*", "$1");
    var bet = send(to(args[0] + "/api/highStriker/create").header("authorization", "Bearer " + token)
      .header("idempotency-key", "java-1")
      .POST(HttpRequest.BodyPublishers.ofString("{\\"amount\\":100,\\"target\\":2}")));
    var page = send(to(args[0] + "/"));
    System.out.println(guest.statusCode() + " " + bet.statusCode() + " " + page.statusCode() + " " + page.version());
  }
}
`;

const callFromJava = async (site: ReaderSite, folder: string): Promise<Reading[]> => {
  const { readings, look } = readingsOf(`Java ${await versionOf('java', '-version')}, HttpClient`);
  await look('a guest, a bet with a key, and a page', async () => {
    const file = join(folder, 'Client.java');
    await writeFile(file, javaClient);
    const { code, output } = await runTool('java', [file, site.url]);
    demand(code === 0, reasonIn(output));
    demand(output.startsWith('201 201 200'), output.trim());
    return `201, 201, 200 by ${output.trim().split(' ').at(-1)}`;
  });
  return readings;
};
