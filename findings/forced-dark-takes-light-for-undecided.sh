#!/usr/bin/env bash
# Versions: chromium-headless-shell 156 of Debian 12, puppeteer-core 25.15.0; 2026-11-30.
# Guess: `color-scheme: light` says that a page is made for light, so the setting that darkens all sites (Android's
# "Dark theme for sites") leaves it alone, as it leaves a page that says `dark`.
# Seen: it is darkened like a page that says nothing. `only light`, `dark` and `light dark` are left alone; all of that
# also for an element of a page. Where the visitor prefers light pages nothing is left alone, not even `dark`.
# Source: run. The standard says of `only` that it forbids the browser to choose another scheme.
# Meaning: what is drawn as paper says `only light` (styles.test.ts). A drawing keeps its colors and its texts do not:
# the stub of a lottery ticket by night, and all games in the day's look, were white on cream.
set -euo pipefail
command -v chromium-headless-shell >/dev/null || { echo 'needs apt-get install chromium-headless-shell' >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund puppeteer-core@25.15.0 >/dev/null
cat > run.mjs <<'JS'
import { launch } from 'puppeteer-core';
const browser = await launch({
  executablePath: '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu', '--blink-settings=forceDarkModeEnabled=true'],
});
const page = await browser.newPage();
await page.setViewport({ width: 100, height: 100 });
const isLight = async () => {
  const picture = await page.screenshot({ encoding: 'base64' });
  return page.evaluate(async (encoded) => {
    const image = new Image();
    image.src = `data:image/png;base64,${encoded}`;
    await image.decode();
    const context = new OffscreenCanvas(100, 100).getContext('2d');
    context.drawImage(image, 0, 0);
    return context.getImageData(50, 50, 1, 1).data[0] > 127;
  }, picture);
};
for (const preferred of ['dark', 'light']) {
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: preferred }]);
  for (const scheme of ['normal', 'light', 'only light', 'dark', 'light dark']) {
    const seen = [];
    for (const [root, inner] of [[scheme, ''], ['', scheme]]) {
      await page.setContent(
        `<!doctype html><html style="color-scheme:${root}"><body style="margin:0">` +
          `<div style="color-scheme:${inner};background:#fffbe0;height:100px"></div>`,
      );
      seen.push((await isLight()) ? 'left alone' : 'darkened');
    }
    console.log(`prefers ${preferred}, ${scheme}: page ${seen[0]}, element ${seen[1]}`);
  }
}
await browser.close();
JS
node run.mjs | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
prefers dark, normal: page darkened, element darkened
prefers dark, light: page darkened, element darkened
prefers dark, only light: page left alone, element left alone
prefers dark, dark: page left alone, element left alone
prefers dark, light dark: page left alone, element left alone
prefers light, normal: page darkened, element darkened
prefers light, light: page darkened, element darkened
prefers light, only light: page darkened, element darkened
prefers light, dark: page darkened, element darkened
prefers light, light dark: page darkened, element darkened
SEEN
