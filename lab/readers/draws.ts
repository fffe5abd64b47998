/** The draws of docs/fairness.md, written in languages whose numbers and bytes are others, on the published vectors. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { demand, readingsOf, reasonIn, runTool, versionOf, type Part, type Reading } from './reading.ts';

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const vectors = pathOf('../../packages/fairness/vectors.json');

const draw = async (
  name: string,
  [program, ...args]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv = {},
): Promise<Reading[]> => {
  const { readings, look } = readingsOf(name);
  await look('`packages/fairness/vectors.json`, by a program of its own', async () => {
    const { code, output } = await runTool(program, [...args, vectors], { env });
    demand(code === 0, reasonIn(output));
    return `all ${output.trim()} are right`;
  });
  return readings;
};

export const draws: Part = {
  needs: { go: 'golang-go', php: 'php-cli', ruby: 'ruby' },
  async read() {
    const folder = await mkdtemp(join(tmpdir(), 'fairground-readers-'));
    const ofGo = { GO111MODULE: 'off', GOCACHE: join(folder, 'cache'), GOFLAGS: '' };
    return [
      ...(await draw(
        `Go ${await versionOf('go', 'version')}`,
        ['go', 'run', pathOf('draws/draws.go')],
        ofGo,
      )),
      ...(await draw(`PHP ${await versionOf('php')}`, ['php', pathOf('draws/draws.php')])),
      ...(await draw(`Ruby ${await versionOf('ruby')}`, ['ruby', pathOf('draws/draws.rb')])),
    ];
  },
};
