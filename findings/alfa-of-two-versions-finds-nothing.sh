#!/usr/bin/env bash
# Versions: @siteimprove/alfa-rules and alfa-act 0.114.0, alfa-playwright 0.81.4, playwright-core 1.65.1, chromium 156
# of Debian 12; 2026-11-29.
# Guess: parts of Alfa whose versions do not fit fail loudly, or work.
# Seen: the newest alfa-playwright brings an older alfa-dom, whose documents the newest rules do not know as such: every
# rule is "inapplicable", and a page with an unnamed picture and an unnamed field has no fault. With rules of 0.112.0,
# the version of that alfa-dom, the same page has faults. npm installs the pair that finds nothing without a warning,
# since it is asked for by `npm install` of both names.
# Source: run; the wanted version stands in alfa-playwright's peerDependencies, which its own dependencies fulfill.
# Meaning: a check of accessibility also demands that rules have passed.
set -euo pipefail
chromium=$(command -v chromium) || { echo 'needs apt-get install chromium' >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for rules in 0.114.0 0.112.0; do
  mkdir "$rules"
  cd "$rules"
  echo '{"private":true,"type":"module"}' > package.json
  npm install --silent --ignore-scripts --no-audit --no-fund playwright-core@1.65.1 \
    @siteimprove/alfa-playwright@0.81.4 @siteimprove/alfa-rules@"$rules" @siteimprove/alfa-act@"$rules" > /dev/null
  cat > run.js <<'JS'
import { Audit, Outcome } from '@siteimprove/alfa-act';
import { Playwright } from '@siteimprove/alfa-playwright';
import rules from '@siteimprove/alfa-rules';
import { chromium } from 'playwright-core';
const browser = await chromium.launch({ executablePath: process.argv[2], args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage();
await page.setContent('<html lang="en"><title>Fair</title><main><h1>Fair</h1><input><img src="one.png"></main></html>');
const document = await Playwright.toPage(await page.evaluateHandle(() => window.document));
const outcomes = [...(await Audit.of(document, rules).evaluate())];
const some = (kind) => (outcomes.some(kind) ? 'some' : 'none');
console.log(`rules ${process.argv[3]}: failed ${some(Outcome.isFailed)}, passed ${some(Outcome.isPassed)}`);
await browser.close();
JS
  node run.js "$chromium" "$rules" >> ../seen.txt
  cd ..
done
cat seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
rules 0.114.0: failed none, passed none
rules 0.112.0: failed some, passed some
SEEN
