/** Rounds, games, draws and spins that are over, as their public pages show them. */
import * as z from 'zod/mini';
import { coins, id, instant } from './primitives.ts';

export const roundTexts = z.object({
  /** Names the round, as in "Round 12". */
  title: z.string().check(z.minLength(1)),
  /** The result in one sentence. */
  summary: z.string().check(z.minLength(1)),
});

export const roundLanguages = ['en', 'es'] as const;
export type RoundLanguage = (typeof roundLanguages)[number];
export type RoundTexts = z.infer<typeof roundTexts>;

/**
 * GET /rounds/{game}/{id}, for what is over; anything else is not found. `round` has the game's own shape, `proof`
 * that of GET /fairness/{game}/{id}. Neither names a player.
 *
 * A round is **over** once its result is out, and **settled** once every bet on it is decided and paid. In
 * between, sums of won and paid coins in `round` still grow; only what is settled may be kept.
 */
export const roundAnswer = <Round extends z.ZodMiniType, Proof extends z.ZodMiniType>(
  round: Round,
  proof: Proof,
) =>
  z.object({
    /** The game's wire id. */
    game: z.string(),
    id,
    /** When it was over. */
    endedAt: instant,
    /** Whether every bet on it is decided and paid: from then on `round` never changes. */
    settled: z.boolean(),
    texts: z.object({ en: roundTexts, es: roundTexts }),
    round,
    proof,
  });

/** As a page reads it before it knows the game. */
export const anyRoundAnswer = roundAnswer(z.unknown(), z.unknown());
export type AnyRound = z.infer<typeof anyRoundAnswer>;

const lines = z.array(z.string());

/** A player's own stake in a round that is over, once it is decided, from the row that was committed. */
const ownStake = z.object({
  id,
  /** 0 if it was free. */
  stake: coins,
  /** What it paid, or what was refunded. */
  payout: coins,
  outcome: z.enum(['win', 'loss', 'void']),
  placedAt: instant,
  /** The player's press that ended it, or the first one that came too late; where its arrival is recorded. */
  press: z.optional(
    z.object({
      /** When the server had received all of it, on the clock that judged it. */
      receivedAt: instant,
      /** Milliseconds after the end of the round; negative before it. */
      afterEndMs: z.number(),
    }),
  ),
  /** Why it ended, in the game's word for it; where the game has several. */
  endedBy: z.optional(z.string()),
  /** When a connection of the player had answered last, where the site ended it for that reason. */
  lastAnswerAt: z.optional(instant),
  /** What happened to it and when, in sentences. Times are UTC. */
  lines: z.object({ en: lines, es: lines }),
});

export type OwnStake = z.infer<typeof ownStake>;

/** The newest are listed, of those who have more in one round. */
export const maxOwnStakes = 200;

/** GET /rounds/{game}/{id}/receipt: the path's word for a player's own stakes. Nothing in it is signed. */
export const ownStakes = z.object({
  /** At most `maxOwnStakes`, the newest; none while nothing is decided, or if the player had no stake. */
  entries: z.array(ownStake),
  /** All stakes of the player in the round, listed or not, decided or not; 0 while it is not over. */
  total: z.number(),
  /** Whether all of them are decided: from then on the answer never changes. False if there are none. */
  settled: z.boolean(),
});

export type OwnStakes = z.infer<typeof ownStakes>;
