/**
 * A small model of a site with one game of rounds, which records what its clients see. Every call takes effect at one
 * moment between its start and its end, so what it records is always sound.
 */
import type { RecordedCall, RecordedEvent } from './events.ts';

const siteClockMs = 1_700_000_000_000;
const growthPerMs = 0.0001;
const instant = (ms: number): string => new Date(siteClockMs + ms).toISOString();

interface ModelBet {
  id: string;
  player: string;
  roundId: string;
  amount: number;
  amountWon: number;
  outcome: 'pending' | 'win' | 'loss' | 'void';
  crashMultiplier: number | null;
  cashOutMultiplier: number | null;
  autoCashOut: number | null;
  createdAt: string;
}

interface ModelTicket {
  id: string;
  player: string;
  bid: number;
  draw: number;
  state: 'pending' | 'placed' | 'over';
}

type BetRequest = Pick<ModelBet, 'amount' | 'roundId' | 'autoCashOut'>;

interface ModelPlayer {
  version: number;
  coins: number;
  winnings: number;
}

type State = 'betting' | 'sealed' | 'flying';
type Body = Record<string, unknown>;
type Outcome = { status: number; body: unknown };

export interface CallOptions {
  client?: string;
  key?: string;
  /** Whether the answer arrives, and whether the request did. */
  fate?: 'answered' | 'answer lost' | 'request lost';
  /** Between start and effect, and between effect and end. */
  lagMs?: number;
}

export class TestSite {
  readonly events: RecordedEvent[] = [];
  readonly bets: ModelBet[] = [];
  readonly ahead: ModelTicket[] = [];
  state: State = 'betting';
  private nowMs = 1_000;
  private round = 1;
  private draw = 1;
  private startedAtMs = 0;
  private readonly players = new Map<string, ModelPlayer>();
  private readonly requests = new Map<string, BetRequest>();
  private readonly kept = new Map<string, Outcome>();

  wait(ms: number): void {
    this.nowMs += ms;
  }

  register(player: string): void {
    this.call(player, 'POST', '/auth/guest', { adult: true }, {}, () => {
      this.players.set(player, { version: 1, coins: 1_000, winnings: 0 });
      return { status: 201, body: { token: 'secret', user: this.userOf(player) } };
    });
  }

  /** With a key that was used before, the same call again. */
  bet(player: string, stake: number, options: CallOptions = {}, auto: number | null = null): void {
    const name = `${player} ${options.key ?? this.requests.size}`;
    const request = this.requests.get(name) ?? {
      amount: stake,
      roundId: String(this.round),
      autoCashOut: auto,
    };
    this.requests.set(name, request);
    const { amount, roundId, autoCashOut } = request;
    this.call(player, 'POST', '/meadow/create', request, options, () => {
      const account = this.requirePlayer(player);
      if (roundId !== String(this.round) || this.state !== 'betting') return refusal('betting_closed');
      if (account.coins + account.winnings < amount) return refusal('insufficient_coins');
      const fromCoins = Math.min(account.coins, amount);
      this.change(player, -fromCoins, fromCoins - amount);
      const bet: ModelBet = {
        id: String(this.bets.length + 1),
        player,
        roundId,
        amount,
        amountWon: 0,
        outcome: 'pending',
        crashMultiplier: null,
        cashOutMultiplier: null,
        autoCashOut,
        createdAt: instant(this.nowMs),
      };
      this.bets.push(bet);
      return { status: 201, body: { user: this.userOf(player), bet: wire(bet) } };
    });
  }

  press(player: string, asked: number, options: CallOptions = {}): void {
    const body = { roundId: String(this.round), crashMultiplier: asked };
    this.call(player, 'POST', '/meadow/cashout', body, options, () => {
      const bet = this.bets.find((each) => each.player === player && each.outcome === 'pending');
      if (this.state !== 'flying' || !bet) return refusal('no_active_bet');
      if (this.curve() < 1.01) return refusal('too_early');
      this.win(bet, Math.min(asked, this.curve(), bet.autoCashOut ?? Infinity));
      return { status: 200, body: { user: this.userOf(player), bet: wire(bet) } };
    });
  }

  readBalance(player: string, options: CallOptions = {}): void {
    this.call(player, 'GET', '/user/me', undefined, options, () => ({
      status: 200,
      body: this.userOf(player),
    }));
  }

  readBets(player: string, options: CallOptions = {}): void {
    this.call(player, 'GET', '/meadow/userHistory', undefined, options, () => {
      const own = this.bets.filter((bet) => bet.player === player);
      return { status: 200, body: own.map(wire).toReversed() };
    });
  }

  /** For this draw and the next ones. */
  buyAhead(player: string, bid: number, draws: number, options: CallOptions = {}): void {
    this.call(player, 'POST', '/raffle/advance', { numbers: [7], bid, draws }, options, () => {
      const account = this.requirePlayer(player);
      if (account.coins + account.winnings < bid * draws) return refusal('insufficient_coins');
      const fromCoins = Math.min(account.coins, bid * draws);
      this.change(player, -fromCoins, fromCoins - bid * draws);
      const tickets = Array.from({ length: draws }, (_, at): ModelTicket => {
        const id = String(this.ahead.length + 1 + at);
        return { id, player, bid, draw: this.draw + at, state: 'pending' };
      });
      this.ahead.push(...tickets);
      return { status: 201, body: { user: this.userOf(player), tickets: tickets.map(wireAhead) } };
    });
  }

  /** The last one that waits. */
  takeBack(player: string, options: CallOptions = {}): void {
    const ticket = this.ahead.findLast((each) => each.player === player && each.state === 'pending');
    if (!ticket) return;
    this.call(player, 'POST', '/raffle/advance/cancel', { id: ticket.id }, options, () => {
      this.refund(ticket);
      return { status: 200, body: { user: this.userOf(player), id: ticket.id } };
    });
  }

  /** Makes tickets of those for the draw, and pays every other one; or they miss it, and are refunded. */
  drawTickets(isMissed = false): void {
    for (const ticket of this.ahead.filter(({ draw, state }) => draw === this.draw && state === 'pending'))
      if (isMissed) this.refund(ticket);
      else {
        ticket.state = 'placed';
        if (winsOf(ticket) > 0) this.change(ticket.player, 0, winsOf(ticket));
      }
    this.draw += 1;
  }

  readTickets(player: string, options: CallOptions = {}): void {
    const own = (state: string) =>
      this.ahead.filter((each) => each.player === player && each.state === state);
    this.call(player, 'GET', '/raffle/advance', undefined, options, () => {
      return { status: 200, body: own('pending').map(wireAhead) };
    });
    this.call(player, 'GET', `/ticket/userTickets/${player}`, undefined, options, () => {
      return { status: 200, body: own('placed').map(wireTicket).toReversed() };
    });
  }

  pushBalance(player: string): void {
    this.push(player, 'updatedUser_response', { user: this.userOf(player) });
  }

  seal(): void {
    this.state = 'sealed';
    this.announce('meadowSeal_response', { betsRoot: `root-${this.round}`, betCount: this.bets.length });
  }

  takeOff(): void {
    this.state = 'flying';
    this.startedAtMs = this.nowMs;
    this.announce('meadowDrawResult_response', this.flight('ongoing', 1));
  }

  crash(): void {
    const crash = this.curve();
    for (const bet of this.betsInFlight()) {
      bet.crashMultiplier = crash;
      if (bet.outcome === 'pending' && bet.autoCashOut !== null && bet.autoCashOut <= crash)
        this.win(bet, bet.autoCashOut);
      if (bet.outcome === 'pending') bet.outcome = 'loss';
    }
    this.announce('meadowDrawResult_response', {
      ...this.flight('finished', crash),
      seed: `seed-${this.round}`,
    });
    this.next();
  }

  void(): void {
    for (const bet of this.betsInFlight().filter(({ outcome }) => outcome === 'pending')) {
      bet.outcome = 'void';
      this.change(bet.player, bet.amount, 0);
    }
    this.next();
  }

  /** As load players do when they stop. */
  end(): void {
    if (this.state === 'betting') this.seal();
    if (this.state === 'sealed') this.takeOff();
    this.wait(500);
    this.crash();
    for (const player of this.players.keys()) {
      this.readBets(player);
      this.readTickets(player);
      this.readBalance(player);
    }
  }

  private refund(ticket: ModelTicket): void {
    ticket.state = 'over';
    this.change(ticket.player, ticket.bid, 0);
  }

  private betsInFlight(): ModelBet[] {
    return this.bets.filter(({ roundId }) => roundId === String(this.round));
  }

  private next(): void {
    this.round += 1;
    this.state = 'betting';
    this.announce('meadowCountdown_response', { countdown: 5, commitment: `commitment-${this.round}` });
  }

  private curve(): number {
    return Math.floor(100 * Math.exp(growthPerMs * (this.nowMs - this.startedAtMs)) + 1e-6) / 100;
  }

  private flight(status: string, crashMultiplier: number): Body {
    return { status, crashMultiplier, startedAt: instant(this.startedAtMs), growthPerMs };
  }

  private win(bet: ModelBet, multiplier: number): void {
    const cashOut = Math.round(multiplier * 100) / 100;
    const amountWon = Math.floor((bet.amount * Math.round(cashOut * 100)) / 100);
    Object.assign(bet, { outcome: 'win', cashOutMultiplier: cashOut, amountWon });
    this.change(bet.player, 0, amountWon);
  }

  private change(player: string, coins: number, winnings: number): void {
    const account = this.requirePlayer(player);
    account.version += 1;
    account.coins += coins;
    account.winnings += winnings;
  }

  private requirePlayer(player: string): ModelPlayer {
    const found = this.players.get(player);
    if (!found) throw new Error(`${player} is not registered`);
    return found;
  }

  private userOf(player: string): Body {
    const { version, coins, winnings } = this.requirePlayer(player);
    return { id: player, username: player, version, coins, winningAmount: winnings };
  }

  private announce(type: string, data: Body): void {
    for (const player of this.players.keys())
      this.push(player, type, { roundId: String(this.round), ...data });
  }

  private push(player: string, type: string, data: unknown): void {
    this.nowMs += 1;
    this.events.push({ kind: 'push', client: `${player}'s page`, player, atMs: this.nowMs, type, data });
  }

  /** A repeat has what the call made, and the player as they are now. */
  private answerNow(player: string, outcome: Outcome): Outcome {
    const { body, ...rest } = copy(outcome);
    const hasPlayer = typeof body === 'object' && body !== null && 'user' in body;
    return { ...rest, body: hasPlayer ? { ...body, user: this.userOf(player) } : body };
  }

  private call(
    player: string,
    method: string,
    path: string,
    body: object | undefined,
    { client = `${player}'s page`, key, fate = 'answered', lagMs = 0.5 }: CallOptions,
    act: () => Outcome,
  ): void {
    this.nowMs += 1;
    const name = `${player} ${path} ${key}`;
    const kept = key === undefined ? undefined : this.kept.get(name);
    const outcome = fate === 'request lost' ? undefined : (kept ?? act());
    if (outcome && key !== undefined) this.kept.set(name, copy(outcome));
    const answer =
      outcome && fate === 'answered'
        ? { ...this.answerNow(player, outcome), isReplay: kept !== undefined }
        : null;
    this.events.push({
      kind: 'call',
      client,
      player,
      startMs: this.nowMs - lagMs,
      endMs: this.nowMs + lagMs,
      request: { method, path, ...(body ? { body } : {}), ...(key === undefined ? {} : { key }) },
      answer,
    } satisfies RecordedCall);
  }
}

const copy = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

const refusal = (code: string): Outcome => ({ status: 409, body: { code } });

const wire = ({ player: _player, ...bet }: ModelBet): Body => ({ ...bet });

const winsOf = ({ id, bid }: ModelTicket): number => (Number(id) % 2 === 0 ? 3 * bid : 0);

const wireAhead = ({ id, bid, draw }: ModelTicket): Body => {
  const drawsAt = instant(draw * 1_000);
  return { id, bid, numbers: [7], drawsAt, closesAt: drawsAt };
};

const wireTicket = (ticket: ModelTicket): Body => ({
  ...wireAhead(ticket),
  id: `t${ticket.id}`,
  closesAt: undefined,
  createdAt: instant(ticket.draw * 1_000),
  result: winsOf(ticket) > 0 ? 'win' : 'loss',
  coinsWon: winsOf(ticket),
  drawId: String(ticket.draw),
});
