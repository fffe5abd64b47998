/**
 * Who may hold up push messages. Browsers name the host that they are sent to, so a player can name ones that never
 * answer. A host that answers is known and has no limit of its own; to others two messages are sent at a time, and
 * after three that timed out theirs wait. Kept by the leader alone: the next one learns it again within some messages.
 */
import type { PushResult } from './push-sender.ts';

export const postponedMs = 600_000;
const maxTimeouts = 3;
const maxPerPlayer = 2;
const maxPerHost = 2;
/** Push services of browsers are few. Those that were used last are kept. */
const maxKept = 1_000;

export const createPushHosts = () => {
  const timeouts = new Map<string, number>();
  const silent = new Set<string>();
  return {
    /** Hosts whose last answer came in time. */
    known: (): string[] => [...timeouts].flatMap(([host, count]) => (count === 0 ? [host] : [])),
    record(host: string, result: PushResult) {
      const hasTimedOut = result.state === 'failed' && result.hasTimedOut === true;
      // A refused connection is no answer, and holds up nothing.
      if (result.state === 'failed' && !hasTimedOut) return;
      const count = hasTimedOut ? Math.min((timeouts.get(host) ?? 0) + 1, maxTimeouts) : 0;
      timeouts.delete(host);
      timeouts.set(host, count);
      if (count === maxTimeouts) silent.add(host);
      for (const oldest of timeouts.keys()) {
        if (timeouts.size <= maxKept) break;
        timeouts.delete(oldest);
      }
    },
    /**
     * Hosts that have timed out three times since they answered, or again since then; each is returned once for that.
     */
    takeSilent(): string[] {
      const taken = [...silent];
      silent.clear();
      return taken;
    },
  };
};

/** The oldest that a step may send: two of a player, and two to a host that is not known. */
export const chooseFairly = <Due extends { player_id: bigint; host: string }>(
  due: readonly Due[],
  { max, isKnown }: { max: number; isKnown: boolean },
): Due[] => {
  const ofPlayer = new Map<bigint, number>();
  const toHost = new Map<string, number>();
  const chosen: Due[] = [];
  for (const each of due) {
    if (chosen.length === max) break;
    const ofSame = ofPlayer.get(each.player_id) ?? 0;
    const toSame = toHost.get(each.host) ?? 0;
    if (ofSame === maxPerPlayer || (!isKnown && toSame === maxPerHost)) continue;
    ofPlayer.set(each.player_id, ofSame + 1);
    toHost.set(each.host, toSame + 1);
    chosen.push(each);
  }
  return chosen;
};
