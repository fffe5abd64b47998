/** What a mail server's refusal of a recipient (RFC 5321, RFC 3463) says about the address. */

/** As nodemailer throws them. */
interface SmtpError {
  command?: unknown;
  responseCode?: unknown;
  response?: unknown;
}

/** No such mailbox or host, one that moved or was closed. Not among them: faults of the sender (5.1.7, 5.1.8). */
const goneStatus = /^5\.(1\.(1|2|3|6|10)|2\.1)$/;
/** Replies that say so where there is no enhanced status. */
const goneReplies: readonly unknown[] = [550, 551, 553];
/** Servers answer 550 to what they do not relay or suspect too, which says nothing about the address. */
const aboutTheSender = /relay|block|spam|denied|policy|reputation|authenticat|listed/i;

/**
 * `hard` where the address does not exist, `soft` where it did not take this mail; undefined where the recipient was not
 * refused for good.
 */
export const refusalOf = (error: unknown): 'hard' | 'soft' | undefined => {
  const { command, responseCode, response } = (error ?? {}) as SmtpError;
  if (command !== 'RCPT TO' || typeof responseCode !== 'number' || responseCode < 500) return undefined;
  const text = typeof response === 'string' ? response : '';
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})(?!\S)/.exec(text)?.[1];
  const isGone =
    status === undefined
      ? goneReplies.includes(responseCode) && !aboutTheSender.test(text)
      : goneStatus.test(status);
  return isGone ? 'hard' : 'soft';
};
