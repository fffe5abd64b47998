/**
 * Players of a cluster under faults: each has a live connection, bets in every round of Aviator that it shows and
 * cashes out, and bets on draws all the time. Now and then it buys lottery tickets ahead and takes one back. What has
 * no definite answer is sent again with its key, to the next process. Every answer is recorded.
 */
import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerEnvelope } from '@fairground/contract/live';
import type {
  AviatorBet,
  AviatorCashOutAnswer,
  AviatorCountdown,
  AviatorCreateAnswer,
  AviatorDrawResult,
} from '@fairground/game-aviator/contract';
import type { DoubleTroubleBet } from '@fairground/game-double-trouble/contract';
import type { AdvanceCreateAnswer, AdvanceTicket, Ticket } from '@fairground/game-lottery/contract';
import WebSocket from 'ws';
import { ClientHistory } from '../../apps/server/test/history.ts';
import { ClusterClient, retryAfterMs, type Call, type CallRecorder } from './cluster-client.ts';

/** Settings of a site for such players: short rounds, and coins for all of them. */
export const loadEnv = {
  AVIATOR_COUNTDOWN_MS: '1500',
  DOUBLE_TROUBLE_INTERVAL_MS: '3000',
  DOUBLE_TROUBLE_CLOSE_MS: '0',
  LOTTERY_DRAW_CRON: '*/5 * * * * *',
  LOTTERY_CLOSE_MS: '1000',
  SIGNUP_COINS: '1000000',
  GUESTS_PER_HOUR: '100000',
};

const betweenDrawBetsMs = 1_000;
/**
 * After so many bets on draws a player reads the balance and the newest bets, as pages do: less often than a list has
 * bets.
 */
const betsBetweenReads = 40;
const betsBetweenTickets = 12;
/** The countdown and the flight are published once a second at least: a connection without them is dead. */
const silentAfterMs = 3_000;
const reconnectAfterMs = 250;
const stakeCoins = 10;
/** Half of the players cash out by hand, and half automatically. */
const cashOutAt = 1.02;

export interface PlacedBet {
  game: 'aviator' | 'doubleTrouble';
  bet: string;
}

export interface CashOut {
  bet: string;
  amountWonCoins: number;
}

export interface ClusterPlayers {
  readonly count: number;
  readonly calls: readonly Call[];
  readonly bets: readonly PlacedBet[];
  readonly cashOuts: readonly CashOut[];
  /** All that the players saw. */
  readonly history: ClientHistory;
  /** How often live connections ended, by close code, since they were last counted. */
  takeCloseCodes(): Map<number, number>;
  /** Take-offs that were shown, on the wall clock. */
  readonly takeOffs: ReadonlySet<number>;
  /** How many players have been shown a take-off after that moment, on the wall clock. */
  countShownSince(startedAfterMs: number): number;
  /** Writes the acknowledged stakes as `audit --acks` reads them. */
  writeAcknowledgements(file: string): Promise<void>;
  /** Ends after every call has a definite answer, and every bet is shown as decided. */
  stop(): Promise<void>;
}

interface DoubleTroubleCreateAnswer {
  bet: DoubleTroubleBet;
}

/** `urls` returns the processes that there are now; `origin` is that of the pages where it is not theirs. */
export const startClusterPlayers = async (
  urls: () => readonly string[],
  count: number,
  origin?: string,
): Promise<ClusterPlayers> => {
  const calls: Call[] = [];
  const bets: PlacedBet[] = [];
  const cashOuts: CashOut[] = [];
  const takeOffs = new Set<number>();
  const history = new ClientHistory();
  const players: ClusterPlayer[] = [];
  let closeCodes = new Map<number, number>();
  const record = {
    history,
    call: (call: Call) => void calls.push(call),
    bet: (bet: PlacedBet) => void bets.push(bet),
    cashOut: (cashOut: CashOut) => void cashOuts.push(cashOut),
    tookOff: (atMs: number) => void takeOffs.add(atMs),
    closed: (code: number) => void closeCodes.set(code, (closeCodes.get(code) ?? 0) + 1),
  };
  for (let index = 0; index < count; index++) players.push(new ClusterPlayer(index, urls, record, origin));
  await Promise.all(players.map((player) => player.register()));
  const playing = players.map((player) => player.play());

  return {
    count,
    calls,
    bets,
    cashOuts,
    history,
    takeOffs,
    takeCloseCodes() {
      const taken = closeCodes;
      closeCodes = new Map();
      return taken;
    },
    countShownSince: (startedAfterMs) =>
      players.filter((player) => player.shownTakeOffMs > startedAfterMs).length,
    writeAcknowledgements: (file) =>
      writeFile(
        file,
        bets
          .map((placed) => ({ ...placed, amount: stakeCoins, outcome: 'acknowledged' }))
          .map((entry) => `${JSON.stringify(entry)}\n`)
          .join(''),
      ),
    async stop() {
      for (const player of players) player.stop();
      await Promise.all(playing);
    },
  };
};

interface Recorder extends CallRecorder {
  bet(bet: PlacedBet): void;
  cashOut(cashOut: CashOut): void;
  tookOff(atMs: number): void;
  closed(code: number): void;
}

/** What the live connection showed last. */
interface ShownRound {
  roundId: string;
  phase: 'betting' | 'flying' | 'over';
}

class ClusterPlayer extends ClusterClient {
  /** When the newest round took off that was shown. */
  shownTakeOffMs = 0;
  private readonly index: number;
  private readonly record: Recorder;
  private readonly origin: string | undefined;
  private id = '';
  private socket: WebSocket | undefined;
  private watch: NodeJS.Timeout | undefined;
  private receivedAtMs = 0;
  private shown: ShownRound | undefined;
  private wake: (() => void) | undefined;
  private isStopping = false;

  constructor(index: number, urls: () => readonly string[], record: Recorder, origin: string | undefined) {
    super(`player ${index}`, index, urls, record);
    this.origin = origin;
    this.index = index;
    this.record = record;
  }

  async register(): Promise<void> {
    const answer = await this.intend<{ token?: string; user?: { id: string } }>('/auth/guest', {
      adult: true,
    });
    if (answer.status !== 201) throw new Error(`no guest was created: ${JSON.stringify(answer.body)}`);
    this.token = answer.body.token ?? '';
    this.id = answer.body.user?.id ?? '';
  }

  async play(): Promise<void> {
    this.connect();
    // A connection to a frozen process stays open and is silent. What waits to be received is received first.
    const endSilent = () => {
      if (performance.now() - this.receivedAtMs > silentAfterMs) this.socket?.terminate();
    };
    this.watch = setInterval(() => setImmediate(endSilent), 500);
    await Promise.all([this.playRounds(), this.betOnDraws()]);
    while (await this.readBack()) await pause(betweenDrawBetsMs);
    clearInterval(this.watch);
    this.socket?.terminate();
  }

  stop(): void {
    this.isStopping = true;
    this.wake?.();
  }

  private async betOnDraws(): Promise<void> {
    for (let placedBets = 1; !this.isStopping; placedBets++) {
      const placed = await this.intend<DoubleTroubleCreateAnswer>('/doubleTrouble/create', {
        drawType: 'Under',
        amount: stakeCoins,
      });
      if (placed.status === 201) this.record.bet({ game: 'doubleTrouble', bet: placed.body.bet.id });
      await pause(betweenDrawBetsMs);
      if (placedBets % betsBetweenTickets === this.index % betsBetweenTickets) await this.buyAhead();
      if (placedBets % betsBetweenReads === this.index % betsBetweenReads) await this.readBack();
    }
  }

  private async buyAhead(): Promise<void> {
    const order = { numbers: [3, 11, 19, 26, 38, 45], bid: stakeCoins, draws: 2 };
    const bought = await this.intend<AdvanceCreateAnswer>('/lottery/advance', order);
    if (bought.status !== 201) return;
    await this.send('GET', '/lottery/advance');
    // Sales for its draw may be closed by then.
    await this.intend('/lottery/advance/cancel', { id: bought.body.tickets[1]?.id });
  }

  /** Reads until there was an answer to everything: what a list shows no more is never explained. */
  private async readBack(): Promise<boolean> {
    for (;;) {
      const isOpen = await this.readOnce();
      if (isOpen !== undefined) return isOpen;
      this.turn += 1;
      await pause(betweenDrawBetsMs);
    }
  }

  /**
   * Reads the newest bets, then the balance, then what became of the newest rounds. Gives whether a bet was open;
   * undefined if an answer was missing.
   */
  private async readOnce(): Promise<boolean | undefined> {
    const draws = await this.send<DoubleTroubleBet[]>('GET', '/doubleTrouble/userHistory');
    const rounds = await this.send<AviatorBet[]>('GET', '/aviator/userHistory');
    const ahead = await this.send<AdvanceTicket[]>('GET', '/lottery/advance');
    const tickets = await this.send<Ticket[]>('GET', `/ticket/userTickets/${this.id}`);
    const balance = await this.send('GET', '/user/me');
    if ([draws, rounds, ahead, tickets, balance].some(({ status }) => status !== 200)) return undefined;
    const draw = draws.body.find(({ status }) => status !== 'pending');
    const round = rounds.body.find(({ outcome }) => outcome !== 'pending');
    // From a standby, where there is one.
    await this.send('GET', '/user/leaderboard');
    if (draw) await this.send('GET', `/fairness/doubleTrouble/${draw.drawId}`);
    if (round) await this.send('GET', `/fairness/aviator/${round.roundId}`);
    await this.send('GET', '/aviator/globalHistory');
    return (
      ahead.body.length > 0 ||
      tickets.body.some(({ result }) => result === 'pending') ||
      draws.body.some(({ status }) => status === 'pending') ||
      rounds.body.some(({ outcome }) => outcome === 'pending')
    );
  }

  private async playRounds(): Promise<void> {
    let played = '';
    while (!this.isStopping) {
      const round = await this.waitFor(({ roundId, phase }) => phase === 'betting' && roundId !== played);
      if (round === undefined) continue;
      played = round.roundId;
      await this.playRound(played);
    }
  }

  private async playRound(roundId: string): Promise<void> {
    const isAutomatic = this.index % 2 === 0;
    const placed = await this.intend<AviatorCreateAnswer>('/aviator/create', {
      amount: stakeCoins,
      roundId,
      ...(isAutomatic ? { autoCashOut: cashOutAt } : {}),
    });
    if (placed.status !== 201) return;
    this.record.bet({ game: 'aviator', bet: placed.body.bet.id });
    if (isAutomatic) return;
    await this.waitFor((shown) => shown.roundId !== roundId || shown.phase !== 'betting');
    for (;;) {
      const out = await this.intend<AviatorCashOutAnswer>('/aviator/cashout', {
        roundId,
        crashMultiplier: cashOutAt,
      });
      if (out.status === 200) {
        const { id, amountWon } = out.body.aviatorBidSave;
        this.record.cashOut({ bet: id, amountWonCoins: amountWon });
      }
      if (out.body.code !== 'too_early' || this.isStopping) return;
      await pause(retryAfterMs);
    }
  }

  private connect(): void {
    if (this.isStopping) return;
    const url = this.url();
    this.receivedAtMs = performance.now();
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, {
      headers: { cookie: `session=${this.token}`, origin: this.origin ?? url },
    });
    this.socket = socket;
    let wasOpen = false;
    socket.on('open', () => (wasOpen = true));
    // The connection ends too.
    socket.on('error', () => undefined);
    socket.on('close', (code) => {
      if (wasOpen) this.record.closed(code);
      this.turn += 1;
      setTimeout(() => this.connect(), reconnectAfterMs);
    });
    socket.on('message', (data: Buffer) => this.receive(JSON.parse(data.toString()) as ServerEnvelope));
  }

  private receive({ type, payload }: ServerEnvelope): void {
    this.receivedAtMs = performance.now();
    if (!payload.success) return;
    this.record.history.push(this.name, type, payload.data);
    if (type === 'aviatorCountdown_response') {
      const { roundId } = payload.data as AviatorCountdown;
      this.shown = { roundId, phase: 'betting' };
    } else if (type === 'aviatorDrawResult_response') {
      const { roundId, status, startedAt } = payload.data as AviatorDrawResult;
      this.shown = { roundId, phase: status === 'ongoing' ? 'flying' : 'over' };
      if (status === 'ongoing') {
        this.shownTakeOffMs = Date.parse(startedAt);
        this.record.tookOff(this.shownTakeOffMs);
      }
    } else return;
    this.wake?.();
  }

  /** Undefined when the player stops first. */
  private async waitFor(fits: (shown: ShownRound) => boolean): Promise<ShownRound | undefined> {
    while (!this.isStopping) {
      if (this.shown !== undefined && fits(this.shown)) return this.shown;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
    return undefined;
  }
}
