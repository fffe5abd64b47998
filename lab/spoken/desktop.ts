/** A desktop without a screen: X, D-Bus, the bus of accessibility, Speech Dispatcher, Orca and Firefox. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch, type Page } from 'puppeteer-core';
import { until } from '../../e2e/engine-steps.ts';
import { findProgram } from '../../scripts/find-program.ts';
import { addCleanup } from '../bench/lib/cleanups.ts';
import type { Utterance } from './heard.ts';

const synthesizer = fileURLToPath(new URL('synthesizer.ts', import.meta.url));
export const accessibilityBus = '/usr/libexec/at-spi-bus-launcher';

/** Programs that this cannot do without, and the package of Debian 12 that each comes with. */
export const needs: Readonly<Record<string, string>> = {
  Xvfb: 'xvfb',
  openbox: 'openbox',
  xdotool: 'xdotool',
  'dbus-daemon': 'dbus-daemon',
  gsettings: 'libglib2.0-bin',
  orca: 'orca at-spi2-core',
  'speech-dispatcher': 'speech-dispatcher',
  'firefox-esr': 'firefox-esr',
};

export interface Desktop {
  /** Observed with it, and not driven. */
  page: Page;
  /** Presses keys one after the other, by their X names. */
  key(...names: readonly string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** What was said until now, in order. */
  said(): Promise<readonly Utterance[]>;
}

const speechConfig = (folder: string): string =>
  ['LogLevel 1', `LogDir "${folder}"`, 'AddModule "heard" "sd_heard" "heard.conf"', 'DefaultModule heard']
    .concat(['DefaultLanguage "en"', 'DisableAutoSpawn', ''])
    .join('\n');

/** A cleanup ends its programs. */
export const startDesktop = async (): Promise<Desktop> => {
  const folder = await mkdtemp(join(tmpdir(), 'fairground-spoken-'));
  const children: ChildProcess[] = [];
  const path = (name: string): string => join(folder, name);
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    LANG: 'C.UTF-8',
    GNOME_ACCESSIBILITY: '1',
    SPEECHD_ADDRESS: `unix_socket:${path('speech.socket')}`,
  };
  for (const name of ['WAYLAND_DISPLAY', 'DBUS_SESSION_BUS_ADDRESS', 'AT_SPI_BUS_ADDRESS']) delete env[name];

  /** Starts a program; with `says`, waits for the first line that it prints there. */
  const start = async (program: string, args: readonly string[], says = false): Promise<string> => {
    const child = spawn(program, args, { env, stdio: ['ignore', says ? 'pipe' : 'ignore', 'ignore'] });
    children.push(child);
    if (!says) return '';
    const gone = once(child, 'exit').then(() => {
      throw new Error(`${program} ended`);
    });
    const [chunk] = (await Promise.race([once(child.stdout!, 'data'), gone])) as [Buffer];
    return chunk.toString().trim();
  };
  const run = async (program: string, ...args: readonly string[]): Promise<void> => {
    const child = spawn(program, args, { env, stdio: 'ignore' });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}`);
  };
  addCleanup(async () => {
    for (const child of children.toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await once(child, 'exit');
      clearTimeout(timer);
    }
  });
  const said = async (): Promise<Utterance[]> => {
    const lines = (await readFile(path('said'), 'utf8').catch(() => '')).split('\n').slice(0, -1);
    const utterances = lines.map((line) => JSON.parse(line) as Utterance);
    return [...new Map(utterances.map((utterance) => [utterance.startsAt, utterance])).values()];
  };

  await mkdir(path('modules'));
  await mkdir(path('config/modules'), { recursive: true });
  const shell = `#!/bin/sh\nexec '${process.execPath}' '${synthesizer}' '${path('said')}'\n`;
  await writeFile(path('modules/sd_heard'), shell);
  await chmod(path('modules/sd_heard'), 0o755);
  await writeFile(path('config/modules/heard.conf'), '');
  await writeFile(path('config/speechd.conf'), speechConfig(folder));
  const screen = ['-screen', '0', '1280x900x24', '-nolisten', 'tcp', '-displayfd', '1'];
  env['DISPLAY'] = `:${await start('Xvfb', screen, true)}`;
  const bus = ['--session', '--nofork', '--print-address'];
  env['DBUS_SESSION_BUS_ADDRESS'] = await start('dbus-daemon', bus, true);
  await start(accessibilityBus, ['--launch-immediately']);
  await start('openbox', []);
  const speech = ['-s', '-t', '0', '-C', path('config'), '-m', path('modules'), '-L', folder];
  await start('speech-dispatcher', [...speech, '-S', path('speech.socket'), '-P', path('speech.pid')]);
  await run('gsettings', 'set', 'org.gnome.desktop.interface', 'toolkit-accessibility', 'true');
  await start('orca', ['--replace']);
  await until('Orca', async () => (await said()).length > 0);
  const browser = await launch({
    browser: 'firefox',
    executablePath: findProgram('firefox-esr', 'firefox') ?? '',
    headless: false,
    defaultViewport: null,
    env,
    handleSIGINT: false,
    handleSIGTERM: false,
    extraPrefsFirefox: { 'accessibility.force_disabled': -1, 'focusmanager.testmode': false },
  });
  addCleanup(() => browser.close());
  const [page = await browser.newPage()] = await browser.pages();
  return {
    page,
    key: (...names) => run('xdotool', 'key', '--delay', '60', ...names),
    type: (text) => run('xdotool', 'type', '--delay', '30', text),
    said,
  };
};
