/** What monitoring and the supervisor read: metrics, rules of alerts, and units. */
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../../apps/server/test/free-port.ts';
import { demand, readingsOf, runTool, versionOf, type Part } from './reading.ts';
import { startReaderSite } from './reader-site.ts';

const deploy = fileURLToPath(new URL('../../deploy', import.meta.url));
/** Node's own, which prom-client names, and whose names promtool finds wrong for a gauge. */
const notOurs = /^nodejs_active_/;

export const metrics: Part = {
  needs: { promtool: 'prometheus', 'systemd-analyze': 'systemd' },
  async read() {
    const folder = await mkdtemp(join(tmpdir(), 'fairground-readers-'));
    const promtool = readingsOf(`promtool ${await versionOf('promtool')}`);
    await promtool.look('`/metrics`', async () => {
      const port = await findFreePort();
      const site = await startReaderSite({ METRICS_PORT: String(port) });
      try {
        const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
        const file = join(folder, 'metrics');
        await writeFile(file, text);
        const { output } = await runTool('sh', ['-c', `promtool check metrics < ${file}`]);
        const ours = output.split('\n').filter((line) => line !== '' && !notOurs.test(line));
        demand(ours.length === 0, ours.join('; '));
        const count = text.match(/^# TYPE/gm)?.length ?? 0;
        demand(count > 0, 'no metrics');
        return `${count} metrics; only names of prom-client's own are found wrong`;
      } finally {
        await site.end();
      }
    });
    await promtool.look('the rules of our alerts, and its own settings', async () => {
      const rules = await runTool('promtool', ['check', 'rules', join(deploy, 'prometheus/alerts.yaml')]);
      demand(rules.code === 0, rules.output);
      // They name the rules where they are installed.
      const settings = await readFile(join(deploy, 'prometheus/prometheus.yaml'), 'utf8');
      const file = join(folder, 'prometheus.yaml');
      await writeFile(
        file,
        settings.replaceAll(/[\w/.-]*alerts\.yaml/g, join(deploy, 'prometheus/alerts.yaml')),
      );
      const config = await runTool('promtool', ['check', 'config', file]);
      demand(config.code === 0, config.output);
      return /\d+ rules found/.exec(rules.output)?.[0] ?? rules.output.trim();
    });
    const systemd = readingsOf(`systemd ${await versionOf('systemd-analyze')}`);
    await systemd.look('the units', async () => {
      const exposures: string[] = [];
      for (const unit of ['fairground.service', 'fairground@.service']) {
        const file = join(deploy, unit);
        const verified = await runTool('systemd-analyze', ['verify', '--man=no', file]);
        // The program that a unit starts is not installed here. Some lines name the unit without its folder.
        const faults = verified.output
          .split('\n')
          .filter((line) => /fairground/.test(line) && !/is not executable/.test(line));
        demand(faults.length === 0, faults.join('; '));
        const rated = await runTool('systemd-analyze', ['security', '--offline=true', file]);
        exposures.push(/exposure level for .*: ([\d.]+)/.exec(rated.output)?.[1] ?? 'unknown');
      }
      demand(
        exposures.every((exposure) => Number(exposure) < 2),
        `exposed: ${exposures.join(', ')}`,
      );
      return `nothing to say; exposure ${exposures.join(' and ')} of 10`;
    });
    return [...promtool.readings, ...systemd.readings];
  },
};
