/**
 * The rules of achievements: the site's own, and those that games declare. Each is a SELECT over movements of coins, so
 * that the director can apply it to new ones in batches, and the audit to all of them.
 */

export interface AchievementRule {
  id: string;
  /** A SELECT of `(player_id, at)` from `moved (id, kind, source, player_id, amount, at)`. */
  reached(moved: string): string;
}

/** What a game declares, as the kit describes it. */
export interface AchievingGame {
  achievements?: {
    rules: readonly AchievementRule[];
    first?: string;
    undecidedSince?: string;
  };
}

/** Rules that are applied together. */
export interface RuleGroup {
  name: string;
  rules: readonly AchievementRule[];
  /** A SELECT of the moment from which on movements cannot be judged yet. */
  undecidedSince?: string;
}

/** Friends are counted by the transfers that rewarded them, up to the movement: no clock says which came first. */
const invited = (moved: string, friends: number): string =>
  `SELECT m.player_id, m.at FROM ${moved} m
    WHERE m.kind = 'referral' AND m.source % 2 = 0 AND (
      SELECT count(*) FROM referral r
      JOIN transfer t ON t.kind = 'referral' AND t.source = 2 * r.referred_id AND t.id <= m.id
      WHERE r.referrer_id = m.player_id AND r.state = 'rewarded') >= ${friends}`;

const ownRules: readonly AchievementRule[] = [
  {
    id: 'first-win',
    reached: (moved) =>
      `SELECT m.player_id, m.at FROM ${moved} m WHERE right(m.kind, 7) = '_payout' AND m.amount > (
        SELECT coalesce(sum(s.amount), 0) FROM transfer s
        WHERE s.source = m.source AND s.kind = ANY (ARRAY[
          left(m.kind, -7) || '_stake_coins', left(m.kind, -7) || '_stake_winnings']::transfer_kind[]))`,
  },
  { id: 'friend', reached: (moved) => invited(moved, 1) },
  { id: 'three-friends', reached: (moved) => invited(moved, 3) },
  {
    id: 'seven-stamps',
    reached: (moved) => `SELECT m.player_id, m.at FROM ${moved} m WHERE m.kind = 'card'`,
  },
  {
    // With the first movement after a seed was revealed.
    id: 'turned-seed',
    reached: (moved) =>
      `SELECT m.player_id, m.at FROM ${moved} m WHERE EXISTS (
        SELECT FROM player_seed s WHERE s.player_id = m.player_id AND s.revealed_after < m.id)`,
  },
  {
    // With the first movement after the month was over.
    id: 'season-hundred',
    reached: (moved) =>
      `SELECT m.player_id, m.at FROM ${moved} m WHERE EXISTS (
        SELECT FROM season_place p JOIN season s ON s.month = p.month
        WHERE p.player_id = m.player_id AND s.after_transfer < m.id)`,
  },
];

/** Every game of the list was played. */
const tourOf = (games: readonly AchievingGame[]) => ({
  id: 'grand-tour',
  needs: games.flatMap(({ achievements }) => achievements?.first ?? []),
});

/** Reached with the last of several achievements. */
export type Collection = ReturnType<typeof tourOf>;

export const listAchievements = (games: readonly AchievingGame[]) => {
  const collection = tourOf(games);
  const declared = games.flatMap(({ achievements }) => achievements ?? []);
  // A first bet is no secret, and the collection needs all of them in one group.
  const isFirst = ({ id }: AchievementRule) => collection.needs.includes(id);
  const decided = declared.flatMap(({ rules, undecidedSince }) =>
    undecidedSince === undefined ? rules : rules.filter(isFirst),
  );
  const groups: RuleGroup[] = [{ name: 'all', rules: [...ownRules, ...decided] }];
  for (const { rules, undecidedSince } of declared) {
    if (undecidedSince === undefined) continue;
    groups.push({
      name: `late-${groups.length}`,
      rules: rules.filter((rule) => !isFirst(rule)),
      undecidedSince,
    });
  }
  return {
    /** All ids, in the order in which pages show them. */
    ids: [
      ...ownRules.map(({ id }) => id),
      collection.id,
      ...declared.flatMap(({ rules }) => rules.map(({ id }) => id)),
    ] satisfies readonly string[],
    groups,
    collection,
  };
};
