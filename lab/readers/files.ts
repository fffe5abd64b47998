/** What players take out: the file of their movements and their export, by programs that people open them with. */
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { betCalls } from '../../games/test/sweeps.ts';
import { demand, readingsOf, runTool, versionOf, type Part, type Reading } from './reading.ts';
import { startReaderSite, type ReaderSite } from './reader-site.ts';

const settings = { SIGNUP_COINS: '100000' };
const betsOfEach = 12;

interface Taken {
  folder: string;
  /** Paths of the files. */
  movements: string;
  data: string;
  /** Lines of the file, without its head. */
  lines: number;
  /** All that the player has. */
  coins: number;
}

/** A guest who has bet on each game, and the files of that guest. */
const takeOut = async ({ url }: ReaderSite): Promise<Taken> => {
  const folder = await mkdtemp(join(tmpdir(), 'fairground-readers-'));
  const json = { 'content-type': 'application/json' };
  const guest = await fetch(`${url}/api/auth/guest`, {
    method: 'POST',
    headers: json,
    body: '{"adult":true}',
  });
  const { token } = (await guest.json()) as { token: string };
  const headers = { ...json, authorization: `Bearer ${token}` };
  // Some are refused, where a bet is open already or betting is closed.
  for (let count = 0; count < betsOfEach; count += 1) {
    for (const { path, body } of betCalls)
      await fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  }
  const take = async (path: string, name: string): Promise<string> => {
    const answer = await fetch(`${url}/api${path}`, { headers });
    demand(answer.status === 200, `${path}: ${answer.status}`);
    const file = join(folder, name);
    await writeFile(file, Buffer.from(await answer.arrayBuffer()));
    return file;
  };
  const data = await take('/user/export', 'export.json');
  const movements = await take('/user/play/movements.csv', 'movements.csv');
  const text = await readFile(movements, 'utf8');
  const lines = text.trimEnd().split('\r\n').slice(1);
  const coins = lines.reduce((sum, line) => sum + Number(line.split(',')[6]), 0);
  return { folder, data, movements, lines: lines.length, coins };
};

const byLibreOffice = async ({ folder, movements, lines, coins }: Taken): Promise<Reading[]> => {
  const { readings, look } = readingsOf(`LibreOffice ${await versionOf('soffice')}`);
  await look('the file of movements', async () => {
    const { code, output } = await runTool('soffice', [
      `-env:UserInstallation=file://${join(folder, 'libreoffice')}`,
      '--headless',
      '--convert-to',
      'fods',
      '--outdir',
      folder,
      movements,
    ]);
    demand(code === 0, output);
    const sheet = await readFile(join(folder, 'movements.fods'), 'utf8');
    const dates = sheet.match(/office:value-type="date"/g)?.length ?? 0;
    const amounts = [...sheet.matchAll(/office:value-type="float" office:value="(-?\d+)"/g)].map(
      ([, value]) => Number(value),
    );
    demand(dates === lines, `${dates} dates in ${lines} lines`);
    demand(amounts.length === lines, `${amounts.length} numbers in ${lines} lines`);
    const sum = amounts.reduce((one, other) => one + other, 0);
    demand(sum === coins, `the amounts come to ${sum} instead of ${coins}`);
    return 'the day is a date, the amount a number; the time stays a text';
  });
  return readings;
};

const byGnumeric = async ({ folder, movements, lines, coins }: Taken): Promise<Reading[]> => {
  const { readings, look } = readingsOf(`Gnumeric ${await versionOf('ssconvert')}`);
  await look('the file of movements', async () => {
    const raw = join(folder, 'raw.txt');
    const format = ['-T', 'Gnumeric_stf:stf_assistant', '-O', 'format=raw separator=,'];
    const { code, output } = await runTool('ssconvert', [...format, movements, raw]);
    demand(code === 0, output);
    const rows = (await readFile(raw, 'utf8')).trimEnd().split(/\r?\n/).slice(1);
    const cells = rows.map((row) => row.split(',').map((cell) => cell.replaceAll('"', '')));
    demand(rows.length === lines, `${rows.length} rows of ${lines}`);
    // As numbers of days.
    demand(
      cells.every(([time, day]) => /^\d{5}\.\d+$/.test(time ?? '') && /^\d{5}$/.test(day ?? '')),
      'a time or a day is no date',
    );
    const sum = cells.reduce((total, cell) => total + Number(cell[6]), 0);
    demand(sum === coins, `the amounts come to ${sum} instead of ${coins}`);
    return 'time and day are dates, the amount is a number';
  });
  return readings;
};

const byTables = async ({ movements, lines, coins }: Taken): Promise<Reading[]> => {
  const sqlite = readingsOf(`SQLite ${await versionOf('sqlite3')}`);
  await sqlite.look('the file of movements, by `.import --csv`', async () => {
    const { output } = await runTool('sqlite3', [
      ':memory:',
      `.import --csv ${movements} movement`,
      'SELECT count(*), sum(amount), count(date(day)), count(julianday(time)) FROM movement',
    ]);
    demand(output.trim() === `${lines}|${coins}|${lines}|${lines}`, output.trim());
    return 'all are texts; its functions of dates take time and day';
  });
  const csvkit = readingsOf(`csvkit ${await versionOf('csvsql')}`);
  await csvkit.look('the file of movements, for a table', async () => {
    const { output } = await runTool('csvsql', ['-i', 'postgresql', movements]);
    for (const column of ['time TIMESTAMP', 'amount DECIMAL', 'day DATE', 'entry VARCHAR'])
      demand(output.includes(`\t${column}`), output.replaceAll(/\s+/g, ' '));
    return 'time, number, date and texts';
  });
  const miller = readingsOf(`Miller ${await versionOf('mlr')}`);
  await miller.look('the file of movements, summed by day', async () => {
    const { output } = await runTool('mlr', [
      '--icsv',
      '--ojson',
      'stats1',
      '-a',
      'sum',
      '-f',
      'amount',
      '-g',
      'day',
      movements,
    ]);
    const sums = (JSON.parse(output) as { amount_sum: number }[]).map(({ amount_sum: sum }) => sum);
    demand(sums.reduce((one, other) => one + other, 0) === coins, output);
    return 'the sum is what the player has';
  });
  return [...sqlite.readings, ...csvkit.readings, ...miller.readings];
};

/** What came in, less what went out. */
const sumOfTransfers = `[.transfers[] | (if .to_balance then .amount else 0 end) -
  (if .from_balance then .amount else 0 end)] | add`;

const byProgramsOfJson = async ({ data }: Taken): Promise<Reading[]> => {
  const jq = readingsOf(`jq ${(await runTool('jq', ['--version'])).output.trim().replace(/^jq-/, '')}`);
  await jq.look('the export: transfers next to the balance', async () => {
    const { output } = await runTool('jq', [
      '-c',
      `[.user.coins + .user.winningAmount, (${sumOfTransfers})]`,
      data,
    ]);
    const [balance, sum] = JSON.parse(output) as [number, number];
    demand(balance === sum, `${sum} instead of ${balance}`);
    return 'they come to what the player has';
  });
  const python = readingsOf(`Python ${await versionOf('python3')}`);
  await python.look('the export: each time', async () => {
    const script = `
import datetime, json, re, sys
times = []
def walk(value):
    if isinstance(value, dict):
        for each in value.values(): walk(each)
    elif isinstance(value, list):
        for each in value: walk(each)
    elif isinstance(value, str) and re.match(r'\\d{4}-\\d\\d-\\d\\dT', value): times.append(value)
walk(json.load(open(sys.argv[1])))
print(len(times), sum(datetime.datetime.fromisoformat(each).utcoffset() is None for each in times))
`;
    const { code, output } = await runTool('python3', ['-c', script, data]);
    const [times, without] = output.trim().split(' ').map(Number);
    demand(code === 0 && Number(times) > 0 && without === 0, output);
    return 'all are instants';
  });
  return [...jq.readings, ...python.readings];
};

export const files: Part = {
  needs: {
    soffice: 'libreoffice-calc',
    ssconvert: 'gnumeric',
    sqlite3: 'sqlite3',
    csvsql: 'csvkit',
    mlr: 'miller',
    jq: 'jq',
    python3: 'python3',
  },
  async read() {
    const site = await startReaderSite(settings);
    try {
      const taken = await takeOut(site);
      return [
        ...(await byLibreOffice(taken)),
        ...(await byGnumeric(taken)),
        ...(await byTables(taken)),
        ...(await byProgramsOfJson(taken)),
      ];
    } finally {
      await site.end();
    }
  },
};
