/** The complete site in this process on its own database, with lottery draws as often as a test needs. */
import type { LotteryCreateAnswer, LotteryStatus, Ticket } from '../contract.ts';
import type { User } from '@fairground/contract/user';
import { audit } from '@fairground/server/test/site';
import type { Site } from '@fairground/server/test/site';
import type { TestDatabase } from '@fairground/server/test/harness';
import { until } from '@fairground/server/test/player-client';
import { startTestSite } from '@fairground/server/test/test-site';

export interface Answer<Body> {
  status: number;
  body: Body & { code?: string };
  text: string;
  headers: Record<string, unknown>;
}

export interface LotterySite {
  site: Site;
  test: TestDatabase;
  register(username: string): Promise<{ token: string; user: User }>;
  get<Body>(path: string, token?: string): Promise<Answer<Body>>;
  post<Body>(path: string, body: unknown, token: string, key?: string): Promise<Answer<Body>>;
  buy(
    token: string,
    body: { numbers: number[]; bid: number; drawId?: string },
  ): Promise<Answer<LotteryCreateAnswer>>;
  status(): Promise<LotteryStatus>;
  /** A player's tickets, when none of them is pending any more. */
  settledTickets(userId: string, token: string): Promise<Ticket[]>;
  /** The auditor's findings that are broken. */
  audit(): Promise<object[]>;
  close(): Promise<void>;
}

export const startLotterySite = async (env: Record<string, string>): Promise<LotterySite> => {
  const { site, test, register, close } = await startTestSite({
    env: { DOUBLE_TROUBLE_INTERVAL_MS: '600000', ...env },
  });

  const call = async <Body>(
    method: 'GET' | 'POST',
    path: string,
    { token, body, key }: { token?: string | undefined; body?: unknown; key?: string | undefined },
  ): Promise<Answer<Body>> => {
    const response = await site.app.inject({
      method,
      url: `/api${path}`,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const { statusCode: status, headers, body: text } = response;
    return { status, headers, text, body: response.json() };
  };

  const here: LotterySite = {
    site,
    test,
    register,
    get: (path, token) => call('GET', path, { token }),
    post: (path, body, token, key) => call('POST', path, { body, token, key }),
    buy: (token, body) => call('POST', '/lottery/create', { token, body }),
    async status() {
      let answer = await call<LotteryStatus>('GET', '/lottery', {});
      await until('a draw is open', async () => {
        answer = await call<LotteryStatus>('GET', '/lottery', {});
        return answer.status === 200;
      });
      return answer.body;
    },
    async settledTickets(userId, token) {
      let tickets: Ticket[] = [];
      await until('no ticket is pending', async () => {
        tickets = [];
        for (let page = 1; ; page++) {
          const { body } = await call<Ticket[]>('GET', `/ticket/userTickets/${userId}?pageNo=${page}`, {
            token,
          });
          tickets.push(...body);
          if (body.length === 0) break;
        }
        return tickets.every((ticket) => ticket.result !== 'pending');
      });
      return tickets;
    },
    async audit() {
      return (await audit(test.database)).filter((finding) => finding.broken.length > 0);
    },
    close,
  };
  return here;
};
