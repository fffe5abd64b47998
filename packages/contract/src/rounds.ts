/** Rounds, games, draws and spins that are over, as their public pages show them. */
import * as z from 'zod/mini';
import { coins, id, instant } from './primitives.ts';

const texts = z.object({
  /** Names the round, as in "Round 12". */
  title: z.string().check(z.minLength(1)),
  /** The result in one sentence. */
  summary: z.string().check(z.minLength(1)),
});

export const roundLanguages = ['en', 'es'] as const;
export type RoundLanguage = (typeof roundLanguages)[number];
export type RoundTexts = z.infer<typeof texts>;

/**
 * GET /rounds/{game}/{id}, for what is over; anything else is not found. `round` has the game's own shape, `proof` that of
 * GET /fairness/{game}/{id}. Neither names a player.
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
    texts: z.object({ en: texts, es: texts }),
    round,
    proof,
  });

/** As a page reads it before it knows the game. */
export const anyRoundAnswer = roundAnswer(z.unknown(), z.unknown());
export type AnyRound = z.infer<typeof anyRoundAnswer>;

const lines = z.array(z.string());

/**
 * GET /rounds/{game}/{id}/receipt: the player's own stakes in a round that is over, from the rows that were committed; no
 * entries where they had none.
 */
export const roundReceipt = z.array(
  z.object({
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
    /** What happened to it and when, in sentences. Times are UTC. */
    lines: z.object({ en: lines, es: lines }),
  }),
);

export type RoundReceipt = z.infer<typeof roundReceipt>;
