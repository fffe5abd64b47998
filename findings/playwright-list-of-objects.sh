#!/usr/bin/env bash
# Versions: @playwright/test 1.65.1; 2026-11-28.
# Guess: an option of a test that is a list stays a list, whatever is in it.
# Seen: test.use({ patterns: [/a/, /b/] }) gives the test the first pattern alone. A list whose second entry is an
# object, such as a regular expression, is read as the pair of a value and its options, and what follows is dropped
# in silence. A list of strings stays a list.
# Source: run; the documentation describes the pair for declaring a fixture.
# Meaning: wrap such a list, or keep one entry in it.
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
      const seen = Array.isArray(patterns) ? `a list of ${patterns.length}` : `no list, ${patterns}`;
      console.log(`SEEN ${list.length}: ${seen}`);
    });
  });
JS
npx playwright test --reporter=line 2>&1 | grep -o 'SEEN.*' | sort | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
SEEN 1: a list of 1
SEEN 2: no list, /a/
SEEN 3: no list, /a/
SEEN 4: a list of 4
SEEN
