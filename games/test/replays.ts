/** The models whose traces are replayed against the site, each with how. */
import type { DatabaseAddress } from '@fairground/server/platform/database/connection';
import { openLedgerReplay } from '@fairground/server/test/ledger-replay';
import type { Replay } from '@fairground/server/test/quint';
import { openRoundReplay } from '../aviator/test/replay.ts';

export const replays: readonly {
  name: string;
  open: (server?: DatabaseAddress) => Promise<Replay<never>>;
}[] = [
  { name: 'round', open: openRoundReplay },
  { name: 'ledger', open: openLedgerReplay },
];
