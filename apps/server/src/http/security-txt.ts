/** /.well-known/security.txt (RFC 9116): where to report a vulnerability. */
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../platform/clock.ts';

export interface SecurityTxtOptions {
  clock: Pick<Clock, 'now'>;
  /** The public address without a final slash. */
  siteUrl: () => string;
  operatorEmail: string | null;
}

const day = 86_400_000;
/** Readers distrust a file that is past its date; this one is written with each request. */
const validDays = 90;

export const securityTxt =
  ({ clock, siteUrl, operatorEmail }: SecurityTxtOptions) =>
  (app: FastifyInstance): void => {
    app.get('/.well-known/security.txt', { schema: { hide: true } }, async (_request, reply) => {
      const expires = new Date((Math.floor(clock.now() / day) + validDays) * day).toISOString();
      const contacts = [
        ...(operatorEmail === null ? [] : [`mailto:${operatorEmail}`]),
        `${siteUrl()}/contact-us`,
      ];
      const lines = [
        ...contacts.map((contact) => `Contact: ${contact}`),
        `Expires: ${expires}`,
        'Preferred-Languages: en, es',
        `Canonical: ${siteUrl()}/.well-known/security.txt`,
      ];
      return reply
        .type('text/plain; charset=utf-8')
        .header('cache-control', 'public, max-age=3600')
        .send(`${lines.join('\n')}\n`);
    });
  };
