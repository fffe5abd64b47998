#!/usr/bin/env bash
# An option of Playwright's tests that is a list: test.use({ patterns: [/a/, /b/] }) gives the test the first pattern alone, and a
# method of lists fails there. A list whose second entry is an object, such as a regular expression, is read as the pair of a
# value and its options; what follows is dropped in silence. A list of strings stays a list.
# Guess: a list is a list. Seen on 2026-11-28 with @playwright/test 1.65.1. Source: run; the documentation describes the pair
# for declaring a fixture.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm install --silent --no-audit --no-fund @playwright/test@1.65.1 >/dev/null
cat > seen.spec.js <<'JS'
const { test: base } = require('@playwright/test');
const test = base.extend({ patterns: [[], { option: true }] });
const lists = [[/a/], [/a/, /b/], [/a/, /b/, /c/], ['a', 'b', 'c', 'd']];
for (const list of lists)
  test.describe(`${list.length} entries`, () => {
    test.use({ patterns: list });
    test('are seen', ({ patterns }) => {
      console.log(`SEEN ${list.length}: ${Array.isArray(patterns) ? `a list of ${patterns.length}` : `no list, ${patterns}`}`);
    });
  });
JS
npx playwright test --reporter=line 2>&1 | grep -o 'SEEN.*' | sort | tee seen.txt
diff seen.txt - <<'SEEN'
SEEN 1: a list of 1
SEEN 2: no list, /a/
SEEN 3: no list, /a/
SEEN 4: a list of 4
SEEN
