/**
 * How often the instant mode bets while a key or a button is held: a third of what the site allows an address, which
 * other pages use too, and after a refusal not before it is read, or before the site allows it again.
 */
const leastMs = 150;
const afterRefusalMs = 1_000;

export function createPace() {
  let begunMs = 0;
  let freeAtMs = 0;
  return {
    /** Whether a bet may be placed now. Then none may until it has ended. */
    begin(nowMs: number): boolean {
      if (nowMs < freeAtMs) return false;
      begunMs = nowMs;
      freeAtMs = Number.POSITIVE_INFINITY;
      return true;
    },
    placed: () => void (freeAtMs = begunMs + leastMs),
    refused: (nowMs: number, retryAfterMs: number | null) =>
      void (freeAtMs = nowMs + Math.max(afterRefusalMs, retryAfterMs ?? 0)),
  };
}
