/** The complete site in this process, with lottery draws as often as a test needs. */
import { until } from '@fairground/server/test/player-client';
import { startTestSite, type Answer, type TestSite } from '@fairground/server/test/test-site';
import type { LotteryCreateAnswer, LotteryStatus, Ticket } from '../contract.ts';

type AnswerOf<Body> = Omit<Answer, 'body'> & { body: Body & { code?: string } };

export interface LotterySite extends TestSite {
  get<Body>(path: string, token?: string): Promise<AnswerOf<Body>>;
  post<Body>(path: string, body: unknown, token: string, key?: string): Promise<AnswerOf<Body>>;
  buy(
    token: string,
    body: { numbers: number[]; bid: number; drawId?: string; clientSeed?: string },
  ): Promise<AnswerOf<LotteryCreateAnswer>>;
  status(): Promise<LotteryStatus>;
  /** A player's tickets, when none of them is pending any more. */
  settledTickets(userId: string, token: string): Promise<Ticket[]>;
}

export const startLotterySite = async (env: Record<string, string>): Promise<LotterySite> => {
  const site = await startTestSite({ env: { DOUBLE_TROUBLE_INTERVAL_MS: '600000', ...env } });
  const get: LotterySite['get'] = async <Body>(path: string, token?: string) =>
    (await site.call('GET', path, token)) as AnswerOf<Body>;
  const post: LotterySite['post'] = async <Body>(path: string, body: unknown, token: string, key?: string) =>
    (await site.call('POST', path, token, body, key)) as AnswerOf<Body>;
  return {
    ...site,
    get,
    post,
    buy: (token, body) => post('/lottery/create', body, token),
    async status() {
      let answer = await get<LotteryStatus>('/lottery');
      await until('a draw is open', async () => {
        answer = await get<LotteryStatus>('/lottery');
        return answer.status === 200;
      });
      return answer.body;
    },
    async settledTickets(userId, token) {
      let tickets: Ticket[] = [];
      await until('no ticket is pending', async () => {
        tickets = [];
        for (let page = 1; ; page++) {
          const { body } = await get<Ticket[]>(`/ticket/userTickets/${userId}?pageNo=${page}`, token);
          tickets.push(...body);
          if (body.length === 0) break;
        }
        return tickets.every((ticket) => ticket.result !== 'pending');
      });
      return tickets;
    },
  };
};
