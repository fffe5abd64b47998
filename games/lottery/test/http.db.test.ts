/** The lottery over HTTP: tickets, refusals, a draw, its proofs. */
import type { AnyRound, OwnStakes } from '@fairground/contract/rounds';
import type { LotteryCreateAnswer, LotteryDraw, LotteryProof, Ticket, TicketProof } from '../contract.ts';
import type { User } from '@fairground/contract/user';
import { verifyLotteryProof, verifyTicketProof } from '../verify.ts';
import { settleTicket } from '../rules.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLotterySite, type LotterySite } from './site.ts';
import { until } from '@fairground/server/test/player-client';

const six = [3, 11, 19, 26, 38, 45];

describe('a draw far away', () => {
  let lottery: LotterySite;
  let token: string;
  let user: User;

  beforeAll(async () => {
    lottery = await startLotterySite({ LOTTERY_DRAW_CRON: '0 0 1 1 *' });
    ({ token, user } = await lottery.register('alice'));
    await lottery.status();
  });
  afterAll(() => lottery?.close());

  const balance = async () => {
    const { body } = await lottery.get<User>('/user/me', token);
    return body.coins + body.winningAmount;
  };

  const bodies = [
    { numbers: [3, 3, 19, 26, 38, 45], bid: 10 },
    { numbers: [0, 11, 19, 26, 38, 45], bid: 10 },
    { numbers: [3, 11, 19, 26, 38, 50], bid: 10 },
    { numbers: [3, 11, 19, 26, 38], bid: 10 },
    { numbers: [3, 11, 19, 26, 38, 45, 46], bid: 10 },
    { numbers: [3, 11, 19, 26, 38, 45.5], bid: 10 },
    { numbers: [3, 11, 19, 26, 38, '45'], bid: 10 },
    { numbers: '3,11,19,26,38,45', bid: 10 },
    { numbers: null, bid: 10 },
    { numbers: {}, bid: 10 },
    { bid: 10 },
    { numbers: six },
    ...[0, -10, 5, 15, 10.5, '10', 10_010, 1e21, 2 ** 53, null, []].map((bid) => ({ numbers: six, bid })),
    { numbers: six, bid: 10, result: 'win' },
    { numbers: six, bid: 10, coinsWon: 100 },
    '{"numbers":[3,11,19,26,38,45],"bid":NaN}',
    '{"numbers":[3,11,19,26,38,45],"bid":10,"__proto__":{"admin":true}}',
    '{"numbers":[3,11,19,26,38,45],"bid":10,"constructor":{"prototype":{"admin":true}}}',
    '[]',
    'null',
  ];
  it.each(bodies.map((body) => [typeof body === 'string' ? body : JSON.stringify(body)]))(
    'A15, A17, A20: answers 400 to %s and moves nothing',
    async (body) => {
      const before = await balance();
      const answer = await lottery.post('/lottery/create', body, token);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ code: 'invalid_request' });
      expect(await balance()).toBe(before);
    },
  );

  it('shows the lottery to a visitor, who cannot buy', async () => {
    expect((await lottery.get('/lottery')).status).toBe(200);
    expect((await lottery.get('/lottery/draws')).body).toEqual([]);
    expect((await lottery.post('/lottery/create', { numbers: six, bid: 10 }, '')).status).toBe(401);
    expect((await lottery.get(`/ticket/userTickets/${user.id}`)).status).toBe(401);
  });

  it('shows the next draw, the tiers and the limits', async () => {
    const status = await lottery.status();
    expect(status).toMatchObject({ latest: null, minBid: 10, maxBid: 10_000, step: 10 });
    expect(status.next.commitment).toMatch(/^[0-9a-f]{64}$/);
    expect(Date.parse(status.next.drawsAt) - Date.parse(status.next.closesAt)).toBe(60_000);
    expect(status.tiers[0]).toEqual({ matches: 6, multiplier: 1_000_000, oneIn: 13_983_816 });
    expect((await lottery.get('/games/config')).body).toMatchObject({
      lottery: { rtpBp: expect.closeTo(9_400.34, 2), balls: 49, picks: 6 },
    });
  });

  it('answers a ticket with 201, user and ticket, sorted and pending, and the same bytes for its key', async () => {
    const { next } = await lottery.status();
    const body = { numbers: six.toReversed(), bid: 50, drawId: next.drawId };
    const first = await lottery.post<LotteryCreateAnswer>('/lottery/create', body, token, 'ticket-1');
    const again = await lottery.post('/lottery/create', body, token, 'ticket-1');
    const other = await lottery.post('/lottery/create', { ...body, bid: 60 }, token, 'ticket-1');
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      user: { coins: 950, todaysBids: 50 },
      ticket: {
        numbers: six,
        matchedNumbers: [],
        bid: 50,
        result: 'pending',
        coinsWon: 0,
        drawId: next.drawId,
        drawsAt: next.drawsAt,
        drawResult: null,
      },
    });
    expect(again.text).toBe(first.text);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(other.body).toMatchObject({ code: 'idempotency_mismatch' });
  });

  it('A4: refuses a ticket for another draw and one above the balance, and moves no coins', async () => {
    const before = await balance();
    const other = await lottery.buy(token, { numbers: six, bid: 10, drawId: '2020-01-01' });
    expect(other).toMatchObject({ status: 409, body: { code: 'betting_closed' } });
    const rich = await lottery.buy(token, { numbers: six, bid: 10_000 });
    expect(rich).toMatchObject({ status: 409, body: { code: 'insufficient_coins' } });
    expect(await balance()).toBe(before);
  });

  it('accepts several tickets per day, and lists 10 per page, newest first', async () => {
    const bob = await lottery.register('bob');
    for (let at = 0; at < 12; at++) {
      expect((await lottery.buy(bob.token, { numbers: six, bid: 10 * (at + 1) })).status).toBe(201);
    }
    const page = (pageNo: number | string) =>
      lottery.get<Ticket[]>(`/ticket/userTickets/${bob.user.id}?pageNo=${pageNo}`, token);
    expect((await page(1)).body.map((ticket) => ticket.bid)).toEqual([
      120, 110, 100, 90, 80, 70, 60, 50, 40, 30,
    ]);
    expect((await page(2)).body.map((ticket) => ticket.bid)).toEqual([20, 10]);
    expect((await page(3)).body).toEqual([]);
    for (const wrong of [0, -1, 'x', 1.5]) expect((await page(wrong)).status, String(wrong)).toBe(400);
    expect((await lottery.get<Ticket[]>('/ticket/userTickets/nobody', token)).body).toEqual([]);
  });

  it('A16: reveals no seed, root or outcome in the proof of an open draw, and no proofs of its tickets', async () => {
    const { next } = await lottery.status();
    const proof = await lottery.get<LotteryProof>(`/fairness/lottery/${next.drawId}`);
    expect(proof.body).toMatchObject({
      algorithm: 'lotto/v2',
      commitment: next.commitment,
      date: next.drawId,
      seed: null,
      rootHex: null,
      beacon: null,
      outcome: null,
      entropy: null,
      status: 'open',
    });
    const [ticket] = (await lottery.get<Ticket[]>(`/ticket/userTickets/${user.id}`, token)).body;
    expect((await lottery.get(`/fairness/lottery/${next.drawId}/tickets/${ticket?.id}`)).status).toBe(404);
    for (const id of [next.drawId, '2020-01-01', 'x', '1']) {
      expect((await lottery.get(`/rounds/lottery/${id}`)).status, id).toBe(404);
    }
    expect((await lottery.get('/fairness/lottery/2020-01-01')).status).toBe(404);
    expect((await lottery.get('/fairness/lottery/2020-01-01/tickets/x')).status).toBe(404);
  });
});

describe('draws every ten seconds', () => {
  let lottery: LotterySite;
  beforeAll(async () => {
    lottery = await startLotterySite({
      LOTTERY_DRAW_CRON: '*/10 * * * * *',
      LOTTERY_CLOSE_MS: '4000',
      SIGNUP_COINS: '100000',
    });
  });
  afterAll(() => lottery?.close());

  it('sell, close, draw, pay and prove every ticket', async () => {
    const players = await Promise.all(['carol', 'dave', 'erin'].map((name) => lottery.register(name)));
    const [carol] = players as [(typeof players)[0]];
    const { next: before } = await lottery.status();
    await until('a draw opened whose sales have just begun', async () => {
      const { next } = await lottery.status();
      return next.drawId !== before.drawId;
    });
    const { next } = await lottery.status();
    const bought: Ticket[] = [];
    for (let round = 0; round < 7; round++) {
      const answers = await Promise.all(
        players.map(({ token }, at) =>
          lottery.buy(token, {
            numbers: Array.from({ length: 6 }, (_, i) => 1 + (((round * 3 + at) * 2 + i * 8) % 49)),
            bid: 10 + 10 * round,
            drawId: next.drawId,
            ...(at === 0 ? { clientSeed: `seed-${round}` } : {}),
          }),
        ),
      );
      for (const { status, body } of answers) {
        expect(status).toBe(201);
        bought.push(body.ticket);
      }
    }

    await until('sales are closed', async () => {
      const { body } = await lottery.get<LotteryProof>(`/fairness/lottery/${next.drawId}`);
      return body.rootHex !== null;
    });
    // Between close and draw the closed draw is still the next one, and its root is published before its seed.
    const late = await lottery.buy(carol.token, { numbers: six, bid: 10, drawId: next.drawId });
    expect(late).toMatchObject({ status: 409, body: { code: 'betting_closed' } });
    const closed = (await lottery.get<LotteryProof>(`/fairness/lottery/${next.drawId}`)).body;
    expect((await lottery.status()).next.drawId).toBe(next.drawId);
    expect(closed).toMatchObject({ seed: null, outcome: null, status: 'closed', ticketCount: bought.length });
    expect((await lottery.get(`/rounds/lottery/${next.drawId}`)).status).toBe(404);

    await until('the draw is drawn', async () => (await lottery.status()).latest?.drawId === next.drawId);
    const readProof = async () => (await lottery.get<LotteryProof>(`/fairness/lottery/${next.drawId}`)).body;
    // The log follows by a fraction of a second.
    await until('its result is in the log', async () => typeof (await readProof()).log?.result === 'number');
    const proof = await readProof();
    expect(proof.rootHex).toBe(closed.rootHex);
    expect(proof.commitment).toBe(next.commitment);
    expect(proof).toMatchObject({ algorithm: 'lotto/v2', entropy: 'bettors', beacon: '0'.repeat(64) });
    const page = await lottery.get<AnyRound>(`/rounds/lottery/${next.drawId}`);
    expect(page).toMatchObject({
      status: 200,
      body: {
        round: {
          status: 'drawn',
          winningNumbers: proof.outcome?.winningNumbers,
          ticketCount: bought.length,
        },
        proof,
      },
    });
    expect(page.body.texts.en.summary).toBe(`The six numbers: ${proof.outcome?.winningNumbers.join(', ')}.`);
    const verdict = verifyLotteryProof(proof);
    expect(verdict).toEqual({ ok: true, winningNumbers: proof.outcome?.winningNumbers });
    const winningNumbers = proof.outcome?.winningNumbers ?? [];

    for (const { token, user } of players) {
      const tickets = await lottery.settledTickets(user.id, token);
      let won = 0;
      for (const ticket of tickets) {
        const settled = settleTicket({ numbers: ticket.numbers, bidCoins: ticket.bid }, winningNumbers);
        expect(ticket).toMatchObject({
          result: settled.result,
          coinsWon: settled.payoutCoins,
          matchedNumbers: settled.matchedNumbers,
          drawResult: { winningNumbers },
        });
        won += settled.payoutCoins;
      }
      const ownStakes = await lottery.get<OwnStakes>(`/rounds/lottery/${next.drawId}/receipt`, token);
      const ofDraw = tickets.filter((ticket) => ticket.drawId === next.drawId);
      expect(ownStakes.body.entries.map(({ id, stake, payout }) => [id, stake, payout])).toEqual(
        ofDraw.map(({ id, bid, coinsWon }) => [id, bid, coinsWon]),
      );
      const me = (await lottery.get<User>('/user/me', token)).body;
      const bids = tickets.reduce((sum, ticket) => sum + ticket.bid, 0);
      expect(me.coins).toBe(100_000 - bids);
      expect(me.winningAmount).toBe(won);
      for (const { id, drawId, numbers, bid } of tickets) {
        const ticketProof = (await lottery.get<TicketProof>(`/fairness/lottery/${drawId}/tickets/${id}`))
          .body;
        const ticket = { id, drawId, numbers, bid };
        expect(verifyTicketProof(ticketProof, ticket, proof.rootHex ?? '')).toEqual({ ok: true });
        expect(ticketProof.ticketCount).toBe(bought.length);
      }
    }
    const draws = (await lottery.get<LotteryDraw[]>('/lottery/draws?pageNo=1')).body;
    expect(draws.find((draw) => draw.drawId === next.drawId)).toMatchObject({
      winningNumbers,
      ticketCount: bought.length,
    });
    expect(await lottery.findViolations()).toEqual([]);
  });

  it('gives the draws of a day distinct names', async () => {
    await until('three draws are drawn', async () => {
      const { body } = await lottery.get<LotteryDraw[]>('/lottery/draws');
      return body.length >= 3;
    });
    const { body } = await lottery.get<LotteryDraw[]>('/lottery/draws');
    expect(new Set(body.map((draw) => draw.drawId)).size).toBe(body.length);
    for (const { drawId } of body) expect(drawId).toMatch(/^\d{4}-\d\d-\d\d(-\d+)?$/);
    expect(body.map((draw) => draw.drawnAt)).toEqual(
      body
        .map((draw) => draw.drawnAt)
        .toSorted()
        .toReversed(),
    );
  });
});
