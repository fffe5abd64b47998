import { expect, it } from 'vitest';
import { siteOfCalls } from '../../apps/server/test/site-process.ts';
import { valkeyProgram } from '../../apps/server/test/valkey-server.ts';
import { soak } from './soak.ts';

it.runIf(valkeyProgram !== undefined)(
  'loses nothing when a process is killed under play, and reads what the site takes',
  async () => {
    const lines: string[] = [];
    const { readings, kills, bets, problems, logLines } = await soak({
      minutes: 0.15,
      sockets: 5,
      players: 2,
      processes: 2,
      killEveryMinutes: 0.05,
      shiftMinutes: 0,
      readEveryMinutes: 0.15,
      program: siteOfCalls,
      print: (line) => lines.push(line),
    });
    expect(problems).toEqual([]);
    expect(kills.map(({ what }) => what)).toEqual(['leader']);
    expect(bets).toBeGreaterThan(0);
    const [reading] = readings;
    expect(reading?.watchers).toMatchObject({ open: 5, missed: 0 });
    for (const process of reading?.processes ?? []) {
      for (const figure of Object.values(process).filter((value) => typeof value === 'number'))
        expect(figure).toBeGreaterThan(0);
    }
    expect(reading?.database.statements.length).toBeGreaterThan(10);
    expect([...logLines.keys()].join('\n')).toContain('Fairground is open');
    expect(lines.join('\n')).toContain('open:5');
  },
);
