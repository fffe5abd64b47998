/**
 * The hash of the ledger's head: the leader closes blocks of transfers behind the newest ones, and publishes the hash
 * of the end of each site day. The auditor recomputes every block.
 */
import type { RowOf } from '@fairground/sql';
import type { Engine } from '../../director/director.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/logger.ts';
import { closeBlock, inspectLedger } from './sql/heads.sql.ts';

export interface LedgerHeadsRules {
  maxTransfersPerBlock: number;
  /** After so long no open transaction can add a transfer with a lower id. */
  settledMs: number;
}

export const ledgerHeadsRules: LedgerHeadsRules = { maxTransfersPerBlock: 10_000, settledMs: 600_000 };

const checkEveryMs = 60_000;

interface Block {
  through: bigint;
  /** The day that ends with it. */
  day: string | null;
}

/** The block that is due, or undefined. A block contains transfers of one site day alone. */
const findDue = (ledger: RowOf<typeof inspectLedger>, isFull: boolean): Block | undefined => {
  const { last_id: lastId, last_id_before_today: lastOfDay, ended_day: endedDay } = ledger;
  const full = isFull && lastId !== null ? { through: lastId, day: null } : undefined;
  const isPublished = ledger.published_day !== null && ledger.published_day >= endedDay;
  if (!isPublished && ledger.is_ended_day_settled) {
    return full && lastOfDay === lastId ? full : { through: lastOfDay ?? ledger.through, day: endedDay };
  }
  return ledger.are_settled === true ? full : undefined;
};

export const createLedgerHeads = ({
  database: { query },
  log,
  rules = ledgerHeadsRules,
}: {
  database: Pick<Database, 'query'>;
  log: Pick<Log, 'info'>;
  rules?: LedgerHeadsRules;
}): Engine => ({
  name: 'ledger-heads',
  async step({ epoch }) {
    const ledger = await inspectLedger.first(query, {
      settledMs: rules.settledMs,
      maxTransfers: rules.maxTransfersPerBlock,
    });
    if (!ledger) return checkEveryMs;
    const due = findDue(ledger, ledger.waiting === rules.maxTransfersPerBlock);
    if (!due) return checkEveryMs;
    const closed = await closeBlock.first(query, { epoch, block: ledger.block, ...due });
    if (closed && due.day !== null) {
      const { transfers, hash } = closed;
      log.info({ day: due.day, transfers, hash: hash.toString('hex') }, 'ledger head');
    }
    // After a time without a leader there are many to close.
    return 0;
  },
});
