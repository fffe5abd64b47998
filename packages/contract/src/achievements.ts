/** Achievements: what a player has reached, by the ids of the site's and its games' achievements. */
import * as z from 'zod/mini';
import { instant } from './primitives.ts';

const achievementId = z.string().check(z.minLength(1), z.maxLength(64));

/** GET /user/achievements: all that there are, in their order. */
export const achievementsAnswer = z.array(z.object({ id: achievementId, reachedAt: z.nullable(instant) }));

/** Achievements that a player has, on their public profile. */
export const reachedAchievements = z.array(z.object({ id: achievementId, reachedAt: instant }));

export type Achievements = z.infer<typeof achievementsAnswer>;
export type ReachedAchievement = z.infer<typeof reachedAchievements>[number];
