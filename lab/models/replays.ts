/** The models whose traces are replayed against the site, each with how. */
import type { DatabaseAddress } from '@fairground/server/platform/database/connection';
import { openLedgerReplay } from './ledger-replay.ts';
import type { Replay } from './quint.ts';
import { openRoundReplay } from './round-replay.ts';

export const replays: readonly {
  name: string;
  open: (server?: DatabaseAddress) => Promise<Replay<never>>;
}[] = [
  { name: 'round', open: openRoundReplay },
  { name: 'ledger', open: openLedgerReplay },
];
