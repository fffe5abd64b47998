/** WebKitGTK's MiniBrowser, by WebDriver over HTTP, on a display in memory. Its language is "C". */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { EnginePage, Size } from './engine-page.ts';
import { findProgram } from '../../scripts/find-program.ts';

const miniBrowser = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
const programs = ['WebKitWebDriver', 'Xvfb', 'dbus-run-session'];

export const webKitMissing = (): string | undefined =>
  programs.every((name) => findProgram(name)) && existsSync(miniBrowser)
    ? undefined
    : 'on Debian: apt-get install webkit2gtk-driver libwebkit2gtk-4.1-0 xvfb dbus';

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** X chooses the number of the display, and writes it to the descriptor. */
const startDisplay = (): Promise<{ display: string; child: ChildProcess }> =>
  new Promise((resolve, reject) => {
    const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    child.once('error', reject);
    child.stdio[3]?.once('data', (line: Buffer) => resolve({ display: `:${line.toString().trim()}`, child }));
  });

export const openWebKit = async (size: Size): Promise<EnginePage> => {
  const { display, child: xvfb } = await startDisplay();
  const port = await freePort();
  // In a group of its own, because the browser's processes are not children of the driver.
  const driver = spawn('dbus-run-session', ['--', 'WebKitWebDriver', `--port=${port}`], {
    env: { ...process.env, DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: '1', GDK_BACKEND: 'x11' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const errors: string[] = [];
  const read = (chunk: Buffer): void => {
    for (const line of chunk.toString().split('\n'))
      if (/CONSOLE \S+ ERROR/.test(line)) errors.push(line.trim());
  };
  driver.stdout.on('data', read);
  driver.stderr.on('data', read);

  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`WebKit: ${JSON.stringify(value)}`);
    return value;
  };

  const createSession = async (): Promise<string> => {
    const alwaysMatch = {
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': {
        binary: miniBrowser,
        args: ['--automation', '--enable-write-console-messages-to-stdout=true'],
      },
    };
    for (;;) {
      try {
        const { sessionId } = (await call('POST', '/session', { capabilities: { alwaysMatch } })) as {
          sessionId: string;
        };
        return `/session/${sessionId}`;
      } catch (error) {
        // The driver does not listen yet.
        if (!(error instanceof TypeError) || driver.exitCode !== null) throw error;
        await delay(100);
      }
    }
  };

  const end = (): void => {
    if (driver.pid !== undefined && driver.exitCode === null) process.kill(-driver.pid, 'SIGTERM');
    xvfb.kill();
  };
  const session = await createSession().catch((error: unknown) => {
    end();
    throw error;
  });
  const run: EnginePage['run'] = async (script, ...args) =>
    (await call('POST', `${session}/execute/sync`, {
      script: `return (${script.toString()}).apply(null, arguments)`,
      args,
    })) as never;
  await call('POST', `${session}/timeouts`, { pageLoad: 120_000, script: 120_000 });
  // The window has a frame and a bar: it is made larger by what they take.
  await call('POST', `${session}/window/rect`, { ...size });
  const inner = await run(() => ({ width: innerWidth, height: innerHeight }));
  await call('POST', `${session}/window/rect`, {
    width: 2 * size.width - inner.width,
    height: 2 * size.height - inner.height,
  });

  return {
    async open(url) {
      await call('POST', `${session}/url`, { url });
    },
    run,
    async pressAt(x, y) {
      const pointer = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' } };
      const actions = [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await call('POST', `${session}/actions`, { actions: [{ ...pointer, actions }] });
    },
    screenshot: async () => Buffer.from((await call('GET', `${session}/screenshot`)) as string, 'base64'),
    errors: () => errors,
    async close() {
      await call('DELETE', session).catch(() => undefined);
      end();
    },
  };
};
