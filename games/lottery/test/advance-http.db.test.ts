/** Tickets for draws ahead and favourite numbers over HTTP. */
import type { User } from '@fairground/contract/user';
import { until } from '@fairground/server/test/player-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdvanceCreateAnswer, AdvanceTicket, LotteryProof, Ticket, TicketProof } from '../contract.ts';
import { verifyTicketProof } from '../verify.ts';
import { startLotterySite, type LotterySite } from './site.ts';

const six = [3, 11, 19, 26, 38, 45];

describe('a draw far away', () => {
  let lottery: LotterySite;
  let token: string;

  beforeAll(async () => {
    lottery = await startLotterySite({ LOTTERY_DRAW_CRON: '0 0 1 1 *' });
    ({ token } = await lottery.register('alice'));
    await lottery.status();
  });
  afterAll(() => lottery?.close());

  const list = async (after = '') =>
    (await lottery.get<AdvanceTicket[]>(`/lottery/advance${after}`, token)).body;

  it('needs a player', async () => {
    expect((await lottery.get('/lottery/advance')).status).toBe(401);
    expect((await lottery.get('/lottery/favourites')).status).toBe(401);
    expect((await lottery.post('/lottery/advance', { numbers: six, bid: 10, draws: 2 }, '')).status).toBe(
      401,
    );
  });

  it.each(
    [
      ...[0, 1, 8, 2.5, '3', null, -2, 1e21].map((draws) => ({ numbers: six, bid: 10, draws })),
      { numbers: six, bid: 10 },
      { numbers: six, bid: 15, draws: 2 },
      { numbers: [1, 2, 3, 4, 5, 5], bid: 10, draws: 2 },
      { numbers: six, bid: 10, draws: 2, state: 'placed' },
    ].map((body) => [JSON.stringify(body)]),
  )('answers 400 to %s', async (body) => {
    const answer = await lottery.post('/lottery/advance', body, token);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });

  it('sells, lists, and takes back, each with the player in the answer', async () => {
    const { next } = await lottery.status();
    const body = { numbers: six.toReversed(), bid: 20, draws: 3, drawId: next.drawId };
    const bought = await lottery.post<AdvanceCreateAnswer>('/lottery/advance', body, token, 'ahead-1');
    const again = await lottery.post('/lottery/advance', body, token, 'ahead-1');
    expect(bought).toMatchObject({ status: 201, body: { user: { coins: 940, todaysBids: 60 } } });
    expect(again.text).toBe(bought.text);
    const tickets = await list();
    expect(tickets).toEqual(bought.body.tickets);
    expect(tickets[0]).toMatchObject({
      numbers: six,
      bid: 20,
      drawsAt: next.drawsAt,
      closesAt: next.closesAt,
    });
    expect(await list(`?after=${tickets[1]?.id}`)).toEqual(tickets.slice(2));

    const id = tickets[2]?.id;
    const cancelled = await lottery.post<{ user: User }>('/lottery/advance/cancel', { id }, token, 'back-1');
    const repeated = await lottery.post('/lottery/advance/cancel', { id }, token, 'back-1');
    expect(cancelled).toMatchObject({ status: 200, body: { id, user: { coins: 960 } } });
    expect(repeated.text).toBe(cancelled.text);
    expect(await list()).toEqual(tickets.slice(0, 2));
    for (const wrong of [id, '1', 'x', '99999999999999999999']) {
      const answer = await lottery.post('/lottery/advance/cancel', { id: wrong }, token);
      expect(answer, wrong).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  });

  it('lists those of draws ahead among the tickets, as pending, page by page, to others too', async () => {
    const { next } = await lottery.status();
    const dora = await lottery.register('dora');
    const read = async (pageNo: number) =>
      (await lottery.get<Ticket[]>(`/ticket/userTickets/${dora.user.id}?pageNo=${pageNo}`, token)).body;
    const single = { numbers: six, bid: 10 };
    const buy = (draws: number) =>
      lottery.post<AdvanceCreateAnswer>('/lottery/advance', { ...single, draws }, dora.token);
    const first = (await buy(7)).body.tickets;
    const bought = await lottery.post<{ ticket: Ticket }>('/lottery/create', single, dora.token);
    const second = (await buy(7)).body.tickets;
    const ids = [...first, bought.body.ticket, ...second].map(({ id }) => id).toReversed();
    expect((await read(1)).map(({ id }) => id)).toEqual(ids.slice(0, 10));
    expect((await read(2)).map(({ id }) => id)).toEqual(ids.slice(10));
    expect(await read(3)).toEqual([]);
    const [ahead, today] = (await read(2)).slice(-2);
    const { id, closesAt, drawsAt } = first[1]!;
    expect(ahead).toEqual({
      id,
      createdAt: ahead?.createdAt,
      numbers: six,
      matchedNumbers: [],
      bid: 10,
      result: 'pending',
      coinsWon: 0,
      drawId: drawsAt,
      drawsAt,
      closesAt,
      drawResult: null,
    });
    expect(today).toMatchObject({ drawId: next.drawId, drawsAt: next.drawsAt, closesAt: next.closesAt });
    const profile = () =>
      lottery.get<{ ticketsPlayed: number }>(`/user/profile/${dora.user.username}`, token);
    expect((await profile()).body.ticketsPlayed).toBe(15);
    await lottery.post('/lottery/advance/cancel', { id }, dora.token);
    expect((await read(2)).map((ticket) => ticket.id)).not.toContain(id);
    expect((await profile()).body.ticketsPlayed).toBe(14);
  });

  it('stores six sets of numbers, also when they are stored at once', async () => {
    const bob = await lottery.register('bob');
    const store = (numbers: readonly number[]) =>
      lottery.post<{ favourites: number[][] }>('/lottery/favourites', { numbers }, bob.token);
    const sets = Array.from({ length: 9 }, (_, at) => [1, 2, 3, 4, 5, 10 + at]);
    expect((await store([6, 5, 4, 3, 2, 1])).body).toEqual({ favourites: [[1, 2, 3, 4, 5, 6]] });
    const answers = await Promise.all(sets.map(store));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ body }) => body.code === 'limit_reached')).toHaveLength(4);
    const stored = (await lottery.get<{ favourites: number[][] }>('/lottery/favourites', bob.token)).body;
    expect(stored.favourites).toHaveLength(6);
    expect((await store([1, 2, 3, 4, 5, 6])).body, 'storing again changes nothing').toEqual(stored);
    const removed = await lottery.post(
      '/lottery/favourites/remove',
      { numbers: [6, 1, 2, 3, 4, 5] },
      bob.token,
    );
    expect(removed.body).toEqual({ favourites: stored.favourites.slice(1) });
    expect((await lottery.get<{ favourites: number[][] }>('/lottery/favourites', token)).body).toEqual({
      favourites: [],
    });
    for (const numbers of [[1, 2, 3], [1, 1, 2, 3, 4, 5], 'x']) {
      expect((await lottery.post('/lottery/favourites', { numbers }, bob.token)).status).toBe(400);
    }
  });
});

describe('draws every few seconds', () => {
  let lottery: LotterySite;

  beforeAll(async () => {
    lottery = await startLotterySite({
      LOTTERY_DRAW_CRON: '*/3 * * * * *',
      LOTTERY_CLOSE_MS: '1000',
      SIGNUP_COINS: '1000',
    });
  });
  afterAll(() => lottery?.close());

  it('make a ticket of each, with a proof, in draws that follow each other', async () => {
    const { token, user } = await lottery.register('carol');
    let bought = await lottery.post<AdvanceCreateAnswer>(
      '/lottery/advance',
      { numbers: six, bid: 10, draws: 3, clientSeed: 'three-ahead' },
      token,
    );
    await until('sales are open', async () => {
      if (bought.status !== 201) {
        const body = { numbers: six, bid: 10, draws: 3, clientSeed: 'three-ahead' };
        bought = await lottery.post('/lottery/advance', body, token);
      }
      return bought.status === 201;
    });
    await until('no advance ticket waits', async () => {
      const { body } = await lottery.get<AdvanceTicket[]>('/lottery/advance', token);
      return body.length === 0;
    });
    const tickets = await lottery.settledTickets(user.id, token);
    expect(tickets.map(({ drawsAt }) => drawsAt).toReversed()).toEqual(
      bought.body.tickets.map(({ drawsAt }) => drawsAt),
    );
    for (const { id, drawId, numbers, bid } of tickets) {
      const proof = (await lottery.get<LotteryProof>(`/fairness/lottery/${drawId}`)).body;
      const ticketProof = (await lottery.get<TicketProof>(`/fairness/lottery/${drawId}/tickets/${id}`)).body;
      expect(verifyTicketProof(ticketProof, { id, drawId, numbers, bid }, proof.rootHex ?? '')).toEqual({
        ok: true,
      });
      expect(ticketProof.leaf).toContain('"clientSeed":"three-ahead"');
      expect(proof).toMatchObject({ algorithm: 'lotto/v2', entropy: 'bettors' });
    }
    const won = tickets.reduce((sum, ticket) => sum + ticket.coinsWon, 0);
    const me = (await lottery.get<User>('/user/me', token)).body;
    expect(me).toMatchObject({ coins: 970, winningAmount: won, todaysBids: 30 });
    expect(await lottery.findViolations()).toEqual([]);
  });
});
