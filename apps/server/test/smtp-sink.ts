/** A mail server that stores what it accepts, for tests of outgoing mail. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and body as received. */
  source: string;
}

/** `answer` gives the reply to a whole mail, which is stored where that begins with 2; it may take its time. */
export const startSmtpSink = async (
  answer: (mail: ReceivedMail) => string | Promise<string> = () => '250 stored',
) => {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    let mail: ReceivedMail = { from: '', to: [], source: '' };
    let inData = false;
    let rest = '';
    const reply = (line: string) => socket.write(`${line}\r\n`);
    const receiveLine = (line: string) => {
      if (inData) {
        if (line === '.') {
          inData = false;
          const received = mail;
          mail = { from: '', to: [], source: '' };
          void Promise.resolve(answer(received)).then((line) => {
            if (line.startsWith('2')) mails.push(received);
            reply(line);
          });
        } else mail.source += `${line.replace(/^\./, '')}\n`;
        return;
      }
      const [verb = ''] = line.toUpperCase().split(/[ :]/, 1);
      const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
      if (verb === 'EHLO' || verb === 'HELO') reply('250 sink');
      else if (verb === 'MAIL') {
        mail.from = address;
        reply('250 ok');
      } else if (verb === 'RCPT') {
        mail.to.push(address);
        reply('250 ok');
      } else if (verb === 'DATA') {
        inData = true;
        reply('354 end with a dot');
      } else if (verb === 'QUIT') {
        reply('221 bye');
        socket.end();
      } else reply('250 ok');
    };
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) receiveLine(line);
    });
    reply('220 sink');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};

export type SmtpSink = Awaited<ReturnType<typeof startSmtpSink>>;
