/** Mails, judged by SpamAssassin and by Python's parser, and sent to mail servers that are late or refuse. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../apps/server/test/player-client.ts';
import { startSmtpSink, type ReceivedMail, type SmtpSink } from '../../apps/server/test/smtp-sink.ts';
import { demand, readingsOf, runTool, versionOf, type Part } from './reading.ts';
import { startReaderSite, type ReaderSite } from './reader-site.ts';

const password = 'a meadow of lanterns';
const operator = 'operator@example.org';

const mailSettings = (sink: SmtpSink): Record<string, string> => ({
  SMTP_URL: sink.url,
  MAIL_FROM: 'Fairground <play@example.org>',
  OPERATOR_EMAIL: operator,
  SITE_URL: 'http://fair.example.org',
});

const callOf =
  (site: ReaderSite) =>
  async (path: string, body: object, token?: string): Promise<{ token?: string }> => {
    const answer = await fetch(`${site.url}/api${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    demand(answer.ok, `POST ${path}: ${answer.status} ${text}`);
    return text === '' ? {} : (JSON.parse(text) as { token?: string });
  };

const subjectOf = ({ source }: ReceivedMail): string => /^Subject: (.*)$/m.exec(source)?.[1] ?? '';

/** The token in the link of a mail whose lines may be wrapped. */
const tokenIn = ({ source }: ReceivedMail): string =>
  /#\w+=(?:3D)?([\w.-]+)/.exec(source.replaceAll(/=\n/g, ''))?.[1] ?? '';

/** Makes the site write to a player, to somebody who only reads, and to its operator. */
const askForMails = async (site: ReaderSite, sink: SmtpSink): Promise<void> => {
  const call = callOf(site);
  const mailTo = async (to: string, part: string): Promise<ReceivedMail> => {
    let found: ReceivedMail | undefined;
    await until(`"${part}" arrives`, () => {
      found = sink.mails.find((mail) => mail.to.includes(to) && subjectOf(mail).includes(part));
      return found !== undefined;
    });
    return found!;
  };
  const account = { username: 'reader_one', email: 'one@example.org', password, adult: true };
  const { token } = await call('/auth/register', account);
  await call('/auth/confirm-email', { token: tokenIn(await mailTo(account.email, 'Confirm your email')) });
  await call('/auth/register', { ...account, username: 'reader_two' }).catch(() => undefined);
  await call('/auth/forgot-password', { email: account.email });
  await mailTo(account.email, 'new Fairground password');
  await call('/user/email', { email: 'new@example.org', password }, token);
  for (const [to, part] of [
    ['new@example.org', 'Confirm your new'],
    [account.email, 'is to have'],
  ] as const) {
    await call('/auth/confirm-new-email', { token: tokenIn(await mailTo(to, part)) });
  }
  await mailTo(account.email, 'was changed');
  await call('/newsletter', { email: 'news@example.org' });
  await call('/newsletter/confirm', { token: tokenIn(await mailTo('news@example.org', 'Confirm the')) });
  await mailTo('news@example.org', 'You get');
  const message = {
    name: 'Cleo',
    email: 'cleo@example.org',
    title: 'Hours',
    description: 'When do you open?',
  };
  await call('/contactus/create', message);
  await mailTo(operator, '');
};

/** What Python says is wrong with the mail, one defect a line; nothing where it is well. */
const defectsScript = `
import email, email.policy, sys
message = email.message_from_binary_file(open(sys.argv[1], 'rb'), policy=email.policy.default)
for part in message.walk():
    for defect in part.defects:
        print(type(defect).__name__)
for name in ('From', 'To', 'Date', 'Message-ID', 'Subject', 'Auto-Submitted'):
    if message[name] is None:
        print('no ' + name)
`;

export const mails: Part = {
  needs: { spamassassin: 'spamassassin', python3: 'python3' },
  async read() {
    const folder = await mkdtemp(join(tmpdir(), 'fairground-readers-'));
    const written = await writeMails(folder);
    const spam = readingsOf(`SpamAssassin ${await versionOf('spamassassin')}`);
    await spam.look(`${written.length} kinds of mail`, async () => {
      let most = 0;
      for (const { file, subject } of written) {
        // Without questions to servers on the internet.
        const { output } = await runTool('sh', ['-c', `spamassassin -L -t < ${file}`]);
        const points = Number(/Content analysis details:\s+\((-?[\d.]+) points/.exec(output)?.[1]);
        demand(points < 1, `"${subject}": ${points} of 5 points`);
        most = Math.max(most, points);
      }
      return `at most ${most} of the 5 points that make spam`;
    });
    const python = readingsOf(`Python ${await versionOf('python3')}, email`);
    await python.look(`${written.length} kinds of mail`, async () => {
      for (const { file, subject } of written) {
        const { output } = await runTool('python3', ['-c', defectsScript, file]);
        demand(output === '', `"${subject}": ${output.trim().replaceAll('\n', ', ')}`);
      }
      return 'no defects, all with date, id and `Auto-Submitted`';
    });
    return [...spam.readings, ...python.readings, ...(await readServers())];
  },
};

const writeMails = async (folder: string): Promise<{ file: string; subject: string }[]> => {
  const sink = await startSmtpSink();
  const site = await startReaderSite(mailSettings(sink));
  try {
    await askForMails(site, sink);
    return await Promise.all(
      sink.mails.map(async (mail, at) => {
        const file = join(folder, `${at}.eml`);
        await writeFile(file, mail.source.replaceAll('\n', '\r\n'));
        return { file, subject: subjectOf(mail) };
      }),
    );
  } finally {
    await site.end();
    await sink.close();
  }
};

/** Mail servers as they behave towards a sender that they do not know. */
const readServers = async () => {
  const { readings, look } = readingsOf('a mail server of ours');
  const register = async (
    answer: (mail: ReceivedMail) => string | Promise<string>,
    seen: (sink: SmtpSink, site: ReaderSite) => Promise<string>,
  ): Promise<string> => {
    const sink = await startSmtpSink(answer);
    const site = await startReaderSite(mailSettings(sink));
    try {
      await callOf(site)('/auth/register', {
        username: 'reader',
        email: 'one@example.org',
        password,
        adult: true,
      });
      return await seen(sink, site);
    } finally {
      await site.end();
      await sink.close();
    }
  };
  await look('a confirmation that it takes only at the second try (greylisting)', () => {
    let tries = 0;
    return register(
      () => ((tries += 1) === 1 ? '451 4.7.1 try again later' : '250 stored'),
      async ({ mails: stored }) => {
        const startedAt = performance.now();
        await until('the mail arrives', () => stored.length > 0, 10 * 60_000);
        await sleep(2_000);
        demand(stored.length === 1, `it arrives ${stored.length} times`);
        return `arrives once, after ${Math.ceil((performance.now() - startedAt) / 60_000)} minutes`;
      },
    );
  });
  await look('a confirmation that it refuses for good', () => {
    let tries = 0;
    return register(
      () => {
        tries += 1;
        return '550 5.1.1 no such mailbox';
      },
      async () => {
        await sleep(90_000);
        demand(tries === 1, `tried ${tries} times`);
        return 'tried once';
      },
    );
  });
  await look('a confirmation that it takes after 40 s', () => {
    let tries = 0;
    return register(
      async () => {
        tries += 1;
        await sleep(40_000);
        return '250 stored';
      },
      async ({ mails: stored }, site) => {
        const health = await fetch(`${site.url}/api/health/ready`);
        demand(health.ok, `the site is not ready meanwhile: ${health.status}`);
        await until('the mail arrives', () => stored.length > 0, 3 * 60_000);
        await sleep(30_000);
        demand(tries === 1, `sent ${tries} times`);
        return 'sent once; the registration did not wait for it';
      },
    );
  });
  return readings;
};
