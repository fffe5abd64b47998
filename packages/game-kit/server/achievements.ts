/** What a game contributes to the achievements of the fair. */
import type { NoticeLanguage } from '@fairground/contract/notices';

export interface AchievementRule {
  /** Unique on the site: begins with the game's folder. */
  id: string;
  /**
   * A SELECT of `(player_id, at)`: who reached it when, by movements of coins alone. `moved` is what it selects from:
   * committed transfers of players, as `(id, kind, source, player_id, amount, at)`. What else it reads must not change
   * after the movement, so that the audit comes to the same result at any time.
   */
  reached(moved: string): string;
}

/** Each badge by the key `badge.ID`. */
export type BadgeNames = Readonly<Record<NoticeLanguage, Readonly<Record<string, string>>>>;

export interface GameAchievements {
  rules: readonly AchievementRule[];
  /** The texts of the game's badges, the part `badges` of its pages: notices have the names. */
  names: BadgeNames;
  /**
   * The id of the rule that a player's first bet in the game fulfils; to have played every game is an achievement too.
   */
  first?: string;
  /**
   * A SELECT of one moment, or null: movements at that moment or later must not be judged yet, since the result that
   * they belong to is not public.
   */
  undecidedSince?: string;
}

/** The first bet in a game. */
export const firstStakeRule = (id: string, { prefix }: { prefix: string }): AchievementRule => ({
  id,
  reached: (moved) =>
    `SELECT m.player_id, m.at FROM ${moved} m WHERE m.kind IN ('${prefix}_stake_coins', '${prefix}_stake_winnings')`,
});

/** A bet that was paid, of row `b` of the game's table. */
export const paidRule = (
  id: string,
  { prefix }: { prefix: string },
  { table, condition }: { table: string; condition: string },
): AchievementRule => ({
  id,
  reached: (moved) =>
    `SELECT m.player_id, m.at FROM ${moved} m JOIN ${table} b ON b.player_id = m.player_id AND b.id = m.source
      WHERE m.kind = '${prefix}_payout' AND ${condition}`,
});
