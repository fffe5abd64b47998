/** WebKitGTK's MiniBrowser, driven by Selenium on a display in memory. Its language is "C". */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Builder } from 'selenium-webdriver';
import { findFreePort } from '../../apps/server/test/free-port.ts';
import { findProgram } from '../../scripts/find-program.ts';
import type { EnginePage, Size } from '../../e2e/engine-page.ts';
import { until } from '../../e2e/engine-steps.ts';

const miniBrowser = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
const programs = ['WebKitWebDriver', 'xvfb-run', 'xauth', 'dbus-run-session'];
const onDisplay = ['-a', '-s', '-screen 0 1600x1200x24', 'dbus-run-session', '--', 'WebKitWebDriver'];

const browser = {
  browserName: 'MiniBrowser',
  'webkitgtk:browserOptions': {
    binary: miniBrowser,
    args: ['--automation', '--enable-write-console-messages-to-stdout=true'],
  },
};

export const webKitMissing = (): string | undefined =>
  programs.every((name) => findProgram(name)) && existsSync(miniBrowser)
    ? undefined
    : 'on Debian: apt-get install webkit2gtk-driver libwebkit2gtk-4.1-0 xvfb xauth dbus';

export const openWebKit = async (size: Size): Promise<EnginePage> => {
  const port = await findFreePort();
  // In a group of its own, because the browser's processes are not children of the driver.
  const server = spawn('xvfb-run', [...onDisplay, `--port=${port}`], {
    env: { ...process.env, LIBGL_ALWAYS_SOFTWARE: '1', GDK_BACKEND: 'x11' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const end = (): void => {
    if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid, 'SIGTERM');
  };
  const errors: string[] = [];
  const read = (chunk: Buffer): void => {
    for (const line of chunk.toString().split('\n'))
      if (/CONSOLE \S+ ERROR/.test(line)) errors.push(line.trim());
  };
  server.stdout.on('data', read);
  server.stderr.on('data', read);

  const url = `http://127.0.0.1:${port}`;
  const answers = () =>
    fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
  const driver = await until('the driver of WebKit', answers)
    .then(() => new Builder().usingServer(url).withCapabilities(browser).build())
    .catch((error: unknown) => {
      end();
      throw error;
    });
  await driver.manage().setTimeouts({ pageLoad: 120_000, script: 120_000 });
  const run: EnginePage['run'] = (script, ...args) => driver.executeScript(script as never, ...args) as never;
  // The window has a frame and a bar: it is made larger by what they take.
  const window = driver.manage().window();
  await window.setRect({ x: 0, y: 0, ...size });
  const inner = await run(() => ({ width: innerWidth, height: innerHeight }));
  await window.setRect({
    x: 0,
    y: 0,
    width: 2 * size.width - inner.width,
    height: 2 * size.height - inner.height,
  });

  return {
    open: (path) => driver.get(path),
    run,
    pressAt: (x, y) =>
      driver
        .actions()
        .move({ x: Math.round(x), y: Math.round(y), duration: 0 })
        .click()
        .perform(),
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    errors: () => errors,
    async close() {
      await driver.quit().catch(() => undefined);
      end();
    },
  };
};
