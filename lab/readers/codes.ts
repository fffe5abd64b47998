/** The second factor: its QR code read from pictures of the page, and its codes made by another program. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { launchBrowser } from '../bench/lib/browser.ts';
import { demand, readingsOf, runTool, versionOf, type Part } from './reading.ts';
import { startReaderSite, type ReaderSite } from './reader-site.ts';

const password = 'a meadow of lanterns';

interface View {
  name: string;
  width: number;
  scale: number;
}

const views: readonly View[] = [
  { name: 'phone', width: 360, scale: 1 },
  { name: 'phone of three dots a pixel', width: 390, scale: 3 },
  { name: 'desktop', width: 1_440, scale: 1 },
];
const themes = ['light', 'dark'] as const;

interface Code {
  /** The view and the theme. */
  name: string;
  picture: string;
  secret: string;
}

const register = async (page: Page, site: ReaderSite, username: string): Promise<void> => {
  const answer = await page.context().request.post(`${site.url}/api/auth/register`, {
    headers: { origin: site.url },
    data: { username, email: `${username}@example.org`, password, adult: true },
  });
  demand(answer.ok(), `could not register: ${answer.status()}`);
};

/** The code as the whole window shows it, as a camera or another program would see it. */
const showCode = async (
  page: Page,
  site: ReaderSite,
  picture: string,
): Promise<{ secret: string; turnOn: (code: string) => Promise<boolean> }> => {
  await page.goto(`${site.url}/profile/security`);
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('img', { name: 'QR code with the key' }).waitFor();
  await page.screenshot({ path: picture });
  return {
    secret: (await dialog.locator('code').innerText()).replaceAll(' ', ''),
    async turnOn(code) {
      await dialog.getByLabel('Six digits').fill(code);
      await dialog.getByRole('button', { name: 'Turn it on' }).click();
      const codes = dialog.getByRole('list', { name: 'Your recovery codes' });
      return codes.waitFor({ timeout: 10_000 }).then(
        () => true,
        () => false,
      );
    },
  };
};

/** By program: what it finds in a picture. */
const scanners = [
  {
    name: async () => `zbar ${await versionOf('zbarimg')}`,
    read: async (picture: string) => (await runTool('zbarimg', ['--raw', '-q', picture])).output.trim(),
  },
  {
    name: async () => {
      const { code, output } = await runTool('dpkg-query', ['-W', '-f', '${Version}', 'python3-zxing-cpp']);
      demand(code === 0, 'zxing-cpp is missing: apt-get install python3-zxing-cpp python3-pil');
      return `zxing-cpp ${output}`;
    },
    read: async (picture: string) => {
      const script =
        'import sys, zxingcpp; from PIL import Image; ' +
        'print(*[code.text for code in zxingcpp.read_barcodes(Image.open(sys.argv[1]))])';
      return (await runTool('/usr/bin/python3', ['-c', script, picture])).output.trim();
    },
  },
];

export const codes: Part = {
  needs: { zbarimg: 'zbar-tools', oathtool: 'oathtool' },
  async read() {
    const folder = await mkdtemp(join(tmpdir(), 'fairground-readers-'));
    const site = await startReaderSite();
    const browser = await launchBrowser();
    try {
      const shown: Code[] = [];
      const oath = readingsOf(`oathtool ${await versionOf('oathtool')}`);
      for (const theme of themes) {
        for (const { name, width, scale } of views) {
          const page = await openPage(browser, theme, width, scale);
          await register(page, site, `reader${shown.length}`);
          const picture = join(folder, `${shown.length}.png`);
          const { secret, turnOn } = await showCode(page, site, picture);
          if (shown.length === 0) {
            await oath.look('the key that the page shows', async () => {
              const { output } = await runTool('oathtool', ['--totp', '--base32', secret]);
              demand(await turnOn(output.trim()), `${output.trim()} is refused`);
              return 'the site takes the code that it makes';
            });
          }
          shown.push({ name: `${name}, ${theme}`, picture, secret });
          await page.context().close();
        }
      }
      const readings = [...oath.readings];
      for (const scanner of scanners) {
        const { readings: own, look } = readingsOf(await scanner.name());
        await look('the QR code on pictures of three windows in both themes', async () => {
          for (const { name, picture, secret } of shown) {
            const text = await scanner.read(picture);
            demand(text.startsWith('otpauth://totp/'), `${name}: ${text || 'nothing found'}`);
            demand(new URL(text).searchParams.get('secret') === secret, `${name}: another key`);
          }
          return `the key in all ${shown.length}`;
        });
        readings.push(...own);
      }
      return readings;
    } finally {
      await browser.close();
      await site.end();
    }
  },
};

const openPage = async (
  browser: Browser,
  theme: (typeof themes)[number],
  width: number,
  scale: number,
): Promise<Page> => {
  const context = await browser.newContext({
    colorScheme: theme,
    viewport: { width, height: 900 },
    deviceScaleFactor: scale,
  });
  return context.newPage();
};
