/** Records what clients see of a site, and checks at the end that one order of events explains it. */
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkHistory } from '../../../packages/histories/src/check.ts';
import {
  formatHistory,
  type RecordedCall,
  type RecordedEvent,
} from '../../../packages/histories/src/events.ts';

export class ClientHistory {
  private readonly events: RecordedEvent[] = [];
  private readonly shownFlights = new Set<string>();
  private readonly takenBack: { fromMs: number; untilMs: number }[] = [];

  /** Records a call when it is sent, so that one that is never answered is there too. Its answer goes to the result. */
  call(
    player: string,
    request: RecordedCall['request'],
  ): (answer: NonNullable<RecordedCall['answer']>) => void {
    const startMs = performance.now();
    const call: RecordedCall = {
      kind: 'call',
      client: player,
      player,
      startMs,
      endMs: startMs,
      request,
      answer: null,
    };
    this.events.push(call);
    return (answer) => Object.assign(call, { answer, endMs: performance.now() });
  }

  add(event: RecordedEvent): void {
    this.events.push(event);
  }

  /**
   * Left out, because there are many and nothing is concluded from them: tables of all bets,
   * and further ticks of a flight.
   */
  push(player: string, type: string, data: unknown, atMs = performance.now()): void {
    if (type.endsWith('Table_response')) return;
    const { roundId, status } = { ...(data as { roundId?: string; status?: string } | undefined) };
    if (status === 'ongoing') {
      const flight = `${player} ${type} ${roundId}`;
      if (this.shownFlights.has(flight)) return;
      this.shownFlights.add(flight);
    }
    this.events.push({ kind: 'push', client: player, player, atMs, type, data });
  }

  /**
   * Between these times a primary that was cut off had commits whose wait for the standby was canceled.
   * Whoever read there saw them, and the promotion of the standby took them back: nothing is concluded from what was
   * only read.
   */
  expectTakenBack(fromMs: number, untilMs: number): void {
    this.takenBack.push({ fromMs, untilMs });
  }

  private isConclusive(event: RecordedEvent): boolean {
    if (event.kind === 'call' && event.request.method !== 'GET') return true;
    const atMs = event.kind === 'call' ? event.endMs : event.atMs;
    return this.takenBack.every(({ fromMs, untilMs }) => atMs < fromMs || atMs > untilMs);
  }

  /** A history that no order explains is kept in a file. */
  async expectSound(): Promise<void> {
    if (this.events.length === 0) throw new Error('nothing was recorded');
    const { faults } = checkHistory(this.events.filter((event) => this.isConclusive(event)));
    if (faults.length === 0) return;
    const file = join(tmpdir(), `history-${process.pid}-${Date.now()}.ndjson`);
    await writeFile(file, formatHistory(this.events));
    throw new Error(`${faults.slice(0, 20).join('\n')}\n${faults.length} faults in the history ${file}`);
  }
}
