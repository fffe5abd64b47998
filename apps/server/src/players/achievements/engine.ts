/**
 * Awards achievements. Transfers are judged in the order of their ids, in bounded batches; each rule
 * remembers how far it has been applied, so that a new rule starts with the first transfer and a new leader
 * continues where another stopped.
 */
import type { Engine } from '../../director/director.ts';
import { createHorizon } from '../../director/horizon.ts';
import { workOnEach } from '../../director/work-on-each.ts';
import type { EventBus } from '../../platform/messaging/event-bus.ts';
import type { Database } from '../../platform/database/database.ts';
import { composeAwards, maxAwardBatch } from './composed-awards.ts';
import { achievementReachedEvent } from './events.ts';
import type { AchievingGame } from './rules.ts';
import { addRules, findHorizon, findProgress, planOnce } from './sql/achievements.sql.ts';

const idleMs = 1_000;
/**
 * Between batches where more is waiting, so that calls and the director's other engines are not delayed: the longer a
 * busy server takes for a batch, the longer the pause.
 */
const minPauseMs = 20;
const pausePerBatch = 2;
/** Only what was reached within this time is published. */
const newsMs = 10 * 60_000;

export const createAchievementsEngine = ({
  database: { query, transaction },
  bus,
  noticesChanged,
  games,
  batch = maxAwardBatch,
}: {
  database: Pick<Database, 'query' | 'transaction'>;
  bus: Pick<EventBus, 'publish'>;
  /** Called after the commit with players whose lists of notices have a new entry. */
  noticesChanged: (playerIds: readonly bigint[]) => void;
  games: readonly AchievingGame[];
  /**
   * Transfers that one step reads for each group of rules, at most `maxAwardBatch`. Its statement holds the lease,
   * which is renewed every second.
   */
  batch?: number;
}): Engine => {
  const groups = composeAwards(games);
  const ids = groups.flatMap(({ group }) => group.rules.map((rule) => rule.id));
  const readCommitted = createHorizon(() => findHorizon.first(query));
  let addedEpoch: bigint | undefined;

  const applyGroup = async (
    { group, award }: (typeof groups)[number],
    { epoch, newest, nowMs }: { epoch: bigint; newest: bigint; nowMs: number },
  ): Promise<boolean> => {
    const progress = await findProgress.run(query, { ids: group.rules.map((rule) => rule.id) });
    const after = progress.reduce<bigint | undefined>(
      (least, row) => (least === undefined || row.applied_through < least ? row.applied_through : least),
      undefined,
    );
    if (after === undefined || after >= newest) return false;
    const through = after + BigInt(batch) < newest ? after + BigInt(batch) : newest;
    const rules = progress.filter((row) => row.applied_through === after).map((row) => row.id);
    // It has a subquery for each rule: its plan takes several times as long to make as a batch takes to judge.
    const [, rows] = await transaction((within) =>
      Promise.all([
        planOnce.run(within),
        award.run(within, { epoch, rules, after, through, newsMs: BigInt(newsMs) }),
      ]),
    );
    noticesChanged(rows[0]?.notified ?? []);
    for (const { id, player_id: playerId, reached_at: at } of rows) {
      if (id === null || playerId === null || at === null) continue;
      if (nowMs - Date.parse(at) > newsMs) continue;
      bus.publish(achievementReachedEvent, { playerId: String(playerId), id });
    }
    const applied = rows[0]?.through ?? after;
    return applied > after && applied < newest;
  };

  return {
    name: 'achievements',
    async step({ epoch, databaseNowMs }) {
      if (addedEpoch !== epoch) {
        await addRules.run(query, { epoch, ids });
        addedEpoch = epoch;
      }
      const startedMs = databaseNowMs();
      const newest = await readCommitted();
      let isBehind = false;
      await workOnEach(
        groups,
        ({ group }) => group.rules.map(({ id }) => id).join('+'),
        async (group) => {
          if (await applyGroup(group, { epoch, newest, nowMs: databaseNowMs() })) isBehind = true;
        },
      );
      const tookMs = databaseNowMs() - startedMs;
      return isBehind ? Math.min(Math.max(minPauseMs, pausePerBatch * tookMs), idleMs) : idleMs;
    },
  };
};
