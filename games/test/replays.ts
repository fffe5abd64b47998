/** The models whose traces are replayed against the site, each with how. */
import type { DatabaseAddress } from '@fairground/server/platform/database/database';
import { openLedgerReplay } from '@fairground/server/test/ledger-replay';
import type { ModelStep } from '@fairground/server/test/quint';
import { openRoundReplay } from '../aviator/test/replay.ts';

export interface Replay {
  /** Returns what differs first, with the step. */
  replay(trace: readonly ModelStep<never>[]): Promise<string | undefined>;
  close(): Promise<void>;
}

export const replays: readonly { name: string; open: (server?: DatabaseAddress) => Promise<Replay> }[] = [
  { name: 'round', open: openRoundReplay },
  { name: 'ledger', open: openLedgerReplay },
];
