/**
 * Remembers which messages a connection has sent, in bounded memory: when an old one must be forgotten,
 * everything sent at its time or before is refused afterwards, so no message is accepted twice.
 */
const maxRemembered = 1024;

export function createReplayGuard() {
  const seen = new Map<string, number>();
  let forgottenUpToMs = Number.NEGATIVE_INFINITY;
  return {
    /** False for a message that was, or may have been, taken before. */
    admit(requestId: string, sentAtMs: number) {
      if (sentAtMs <= forgottenUpToMs || seen.has(requestId)) return false;
      seen.set(requestId, sentAtMs);
      if (seen.size > maxRemembered) {
        const [oldest] = seen;
        if (oldest !== undefined) {
          seen.delete(oldest[0]);
          forgottenUpToMs = Math.max(forgottenUpToMs, oldest[1]);
        }
      }
      return true;
    },
  };
}

export type ReplayGuard = ReturnType<typeof createReplayGuard>;
