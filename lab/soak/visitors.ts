/**
 * Players of a soak who do what the players of a cluster do not: games that are settled at once, the wheel, ads, clubs,
 * pages, and signing out and in again. Their calls are part of the same history.
 */
import { setTimeout as pause } from 'node:timers/promises';
import WebSocket from 'ws';
import { seededRandom, type SeededRandom } from '../../apps/server/test/query-schedule.ts';
import { signedMessage } from '../../apps/server/test/test-line.ts';
import { password, type TimedSite } from '../../apps/server/test/test-site.ts';
import { gameSweeps } from '../../games/test/sweeps.ts';
import { ClusterClient, type Answer, type CallRecorder } from '../faults/cluster-client.ts';

const betweenStepsMs = 500;
const spinWithinMs = 5_000;
const pages = ['/', '/leaderboard', '/blog', ...gameSweeps.map(({ path }) => path)];
/** The players of the cluster bet on rounds. */
const instantBets = gameSweeps.flatMap(({ bet, page }) => (bet && page?.needsNoLive ? [bet] : []));
/** How many of a hundred steps are what; the others are bets. */
const shares = { look: 15, spin: 4, ad: 10, signInAgain: 4, club: 10 };

interface Acknowledged {
  game: string;
  bet: string;
  amount: number;
  outcome: 'acknowledged';
}

export interface Visitors {
  readonly bets: readonly Acknowledged[];
  /** Names of visitors without a successful call since then, on the monotonic clock. */
  findStuck(sinceMs: number): string[];
  stop(): Promise<void>;
}

/** What the visitors of a site have in common. */
interface Fair {
  urls: () => readonly string[];
  recorder: CallRecorder;
  bets: Acknowledged[];
  /** Codes of clubs that exist, or existed. */
  codes: string[];
}

/** `names` are those of new accounts. */
export const startVisitors = async (
  urls: Fair['urls'],
  names: readonly string[],
  recorder: CallRecorder,
): Promise<Visitors> => {
  const fair: Fair = { urls, recorder, bets: [], codes: [] };
  const visitors = names.map((name, index) => new Visitor(name, index, fair));
  await Promise.all(visitors.map((visitor) => visitor.signIn()));
  const visiting = Promise.all(visitors.map((visitor) => visitor.visit()));
  // One that cannot go on is reported by `stop`.
  visiting.catch(() => undefined);
  return {
    bets: fair.bets,
    findStuck: (sinceMs) => visitors.filter(({ servedMs }) => servedMs < sinceMs).map(({ name }) => name),
    async stop() {
      for (const visitor of visitors) visitor.isStopping = true;
      await visiting;
    },
  };
};

class Visitor extends ClusterClient {
  /** When a call succeeded last. */
  servedMs = 0;
  isStopping = false;
  private readonly random: SeededRandom;
  private readonly fair: Fair;

  constructor(name: string, index: number, fair: Fair) {
    super(name, index, fair.urls, fair.recorder);
    this.random = seededRandom(index);
    this.fair = fair;
  }

  /** Signs in, and registers where there is no account yet. */
  async signIn(): Promise<void> {
    this.token = '';
    const account = { username: this.name, email: `${this.name}@example.org`, password, adult: true };
    let answer = await this.intend<{ token?: string }>('/auth/login', { identifier: this.name, password });
    if (answer.status === 401) answer = await this.intend('/auth/register', account);
    // An earlier call that was not answered has registered it.
    if (answer.status === 409) return this.signIn();
    const { token } = answer.body;
    if (token === undefined) throw new Error(`${this.name} cannot sign in: ${JSON.stringify(answer)}`);
    this.token = token;
  }

  async visit(): Promise<void> {
    while (!this.isStopping) {
      await this.step();
      await pause(betweenStepsMs * (0.5 + this.random.next()));
    }
    await this.send('GET', '/user/me');
  }

  override async send<Body>(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    key?: string,
  ): Promise<Answer<Body>> {
    const answer = await super.send<Body>(method, path, body, key);
    if (answer.status >= 200 && answer.status < 300) this.servedMs = performance.now();
    return answer;
  }

  private step(): Promise<void> {
    let chance = this.random.below(100);
    for (const [name, share] of Object.entries(shares)) {
      if (chance < share) return this[name as keyof typeof shares]();
      chance -= share;
    }
    return this.bet();
  }

  private async bet(): Promise<void> {
    const site = { call: this.callAsSite, time: { advance: (ms: number) => pause(ms / 4) } };
    try {
      // This much of a site is enough for a game that is settled at once.
      await this.random.pick(instantBets).playForFun(site as unknown as TimedSite, '', this.random);
    } catch {
      // A call was refused, and its answer had not what the game expects: it may still be open.
      const { status, body } = await this.send<{ id?: string }>('GET', '/mineField/current');
      if (status === 200) await this.intend('/mineField/update', { id: body.id, gemsFound: 0 });
    }
  }

  private readonly callAsSite = async (
    _method: string,
    path: string,
    _token: string,
    body: { amount?: number; bidAmount?: number },
  ): Promise<Answer<unknown>> => {
    const made = await this.intend<{ id?: string; bet?: { id: string }; game?: { id: string } }>(path, body);
    const [, game = '', action] = path.split('/');
    const bet = made.body.bet?.id ?? made.body.game?.id ?? made.body.id;
    const amount = body.amount ?? body.bidAmount ?? 0;
    if (action === 'create' && made.status === 201 && bet !== undefined)
      this.fair.bets.push({ game, bet, amount, outcome: 'acknowledged' });
    return made;
  };

  async look(): Promise<void> {
    const headers = { authorization: `Bearer ${this.token}` };
    const page = await fetch(`${this.url()}${this.random.pick(pages)}`, { headers }).catch(() => undefined);
    await page?.arrayBuffer().catch(() => undefined);
    await this.send('GET', '/user/me');
  }

  /** All but the first one of a day are refused. */
  spin(): Promise<void> {
    const { history } = this.fair.recorder;
    const answered = history.call(this.name, { method: 'SOCKET', path: 'spinWheel' });
    return new Promise((resolve) => {
      const socket = new WebSocket(`${this.url().replace('http', 'ws')}/ws`);
      const limit = setTimeout(() => socket.terminate(), spinWithinMs);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        clearTimeout(limit);
        resolve();
      });
      socket.on('message', (bytes: Buffer) => {
        const { type, payload } = JSON.parse(bytes.toString()) as {
          type: string;
          payload: { success: boolean; data?: object };
        };
        if (type !== 'spinWheel_response') return;
        answered({ status: payload.success ? 200 : 409, body: payload.data, isReplay: false });
        socket.terminate();
      });
      const message = { type: 'spinWheel', requestId: 'spin', nowMs: Date.now(), token: this.token };
      socket.on('open', () => socket.send(signedMessage(message)));
    });
  }

  async ad(): Promise<void> {
    const { status, body } = await this.intend<{ id: string; seconds: number }>('/ads/start', {});
    if (status !== 201) return;
    await pause(1_000 * body.seconds);
    await this.intend('/ads/complete', { id: body.id });
  }

  async signInAgain(): Promise<void> {
    await this.intend('/auth/logout', {});
    await this.signIn();
  }

  async club(): Promise<void> {
    const { body } = await this.send<{ clubs?: { id: string }[] }>('GET', '/clubs');
    const [club] = body.clubs ?? [];
    if (club === undefined) {
      const code = this.random.next() < 0.8 ? this.random.pick(this.fair.codes) : undefined;
      if (code !== undefined) await this.intend('/clubs/join', { code });
      else await this.intend('/clubs', { name: `Club of ${this.name}` });
      return;
    }
    const shown = await this.send<{ invite?: { code: string } }>('GET', `/clubs/${club.id}`);
    if (shown.body.invite) this.fair.codes.push(shown.body.invite.code);
    if (this.random.next() < 0.2) await this.intend(`/clubs/${club.id}/leave`, {});
  }
}
