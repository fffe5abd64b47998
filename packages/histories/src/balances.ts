/**
 * The balance of a player by its version: one for each, never older than what the same client was told before, and each
 * explained by the stakes, payouts, refunds and bonuses that are in it for certain, together
 * with some of those that may be.
 */
import type { RecordedCall, RecordedEvent } from './events.ts';
import { bodyOf, findBalance, type Balance } from './shapes.ts';

interface Reading extends Balance {
  /** All that was acknowledged before is in it. Undefined for what may be older: pushes, and repeats. */
  startMs: number | undefined;
  /** Nothing that was asked for later is in it. */
  endMs: number;
}

/** Coins that came or went. */
export interface Movement {
  amount: number;
  /** In no balance before it; 0 where that is unknown. */
  fromVersion: number;
  /** In no balance that was read before. */
  notBeforeMs: number;
  /**
   * In all balances from a version on, and in all that are asked for after a time; undefined where it may be in none.
   */
  certainVersion: number | undefined;
  certainMs: number | undefined;
}

const read = (event: RecordedEvent): Reading[] => {
  const balance = findBalance(event.kind === 'push' ? event.data : bodyOf(event));
  if (!balance) return [];
  if (event.kind === 'push') return [{ ...balance, startMs: undefined, endMs: event.atMs }];
  const { startMs, endMs, answer } = event;
  return [{ ...balance, startMs: answer?.isReplay === true ? undefined : startMs, endMs }];
};

const checkVersions = (player: string, readings: readonly Reading[]): string[] =>
  [...Map.groupBy(readings, ({ version }) => version)].flatMap(([version, each]) => {
    const shown = new Set(each.map(({ coins, winnings }) => `${coins} coins and ${winnings} winnings`));
    return shown.size > 1
      ? [`version ${version} of ${player} has two balances: ${[...shown].join('; ')}`]
      : [];
  });

/** What a client reads is never older than what it was told before it asked. */
const checkOrder = (player: string, calls: readonly RecordedCall[]): string[] =>
  [...Map.groupBy(calls, ({ client }) => client)].flatMap(([client, own]) => {
    const readings = own.flatMap(read);
    const byEnd = readings.toSorted((a, b) => a.endMs - b.endMs);
    const byStart = readings.filter(({ startMs }) => startMs !== undefined).toSorted(byStartMs);
    let told = 0;
    let next = 0;
    for (const { version, startMs = 0 } of byStart) {
      for (let ended = byEnd[next]; ended && ended.endMs <= startMs; ended = byEnd[++next])
        told = Math.max(told, ended.version);
      if (version < told)
        return [
          `${client} was told version ${told} of ${player} and then read version ${version}: a stale read`,
        ];
    }
    return [];
  });

const byStartMs = (a: Reading, b: Reading): number => (a.startMs ?? 0) - (b.startMs ?? 0);

/** With more of them only the least and the greatest sum are looked at. */
const mostCombined = 10;

const isSumOfSome = (wanted: number, amounts: readonly number[]): boolean => {
  const least = amounts.reduce((sum, amount) => sum + Math.min(0, amount), 0);
  const most = amounts.reduce((sum, amount) => sum + Math.max(0, amount), 0);
  if (wanted < least || wanted > most) return false;
  if (amounts.length > mostCombined || most === Infinity) return true;
  let sums = new Set([0]);
  for (const amount of amounts) sums = new Set([...sums].flatMap((sum) => [sum, sum + amount]));
  return sums.has(wanted);
};

const describe = (perhaps: readonly number[]): string =>
  perhaps.length === 0 ? '' : `, with perhaps some of ${perhaps.slice(0, mostCombined).join(', ')}`;

/** In the order of the versions. What is in one balance for certain is in all later ones. */
const checkSums = (player: string, readings: Reading[], movements: Movement[]): string[] => {
  const ordered = readings.toSorted((a, b) => a.version - b.version);
  const [first] = ordered;
  if (first === undefined) return [];
  /** When each balance, or a later one, had been read. */
  const knownMs = ordered.map(({ endMs }) => endMs);
  for (let at = ordered.length - 2; at >= 0; at--)
    knownMs[at] = Math.min(knownMs[at] ?? 0, knownMs[at + 1] ?? Infinity);
  let expected = first.coins + first.winnings;
  let certainUntilMs = -Infinity;
  const waiting = movements
    .filter(({ amount }) => amount !== 0)
    .toSorted((a, b) => b.fromVersion - a.fromVersion);
  let undecided: Movement[] = [];
  for (const [at, { version, startMs = -Infinity, ...balance }] of ordered.entries()) {
    certainUntilMs = Math.max(certainUntilMs, startMs);
    while ((waiting.at(-1)?.fromVersion ?? Infinity) <= version) undecided.push(...waiting.splice(-1));
    const isCertain = ({ certainVersion = Infinity, certainMs = Infinity }: Movement): boolean =>
      certainVersion <= version || certainMs <= certainUntilMs;
    for (const { amount } of undecided.filter(isCertain)) expected += amount;
    undecided = undecided.filter((movement) => !isCertain(movement));
    const isPossible = ({ notBeforeMs }: Movement): boolean => notBeforeMs < (knownMs[at] ?? Infinity);
    const perhaps = undecided.filter(isPossible).map(({ amount }) => amount);
    const total = balance.coins + balance.winnings;
    if (!isSumOfSome(total - expected, perhaps))
      return [
        `${player} has ${total} coins at version ${version}, and their calls explain ${expected}${describe(perhaps)}`,
      ];
  }
  return [];
};

/** Takes the events of one player. */
export const checkBalances = (player: string, events: RecordedEvent[], movements: Movement[]): string[] => {
  const calls = events.filter((event) => event.kind === 'call');
  const readings = events.flatMap(read);
  return [
    ...checkVersions(player, readings),
    ...checkOrder(player, calls),
    ...checkSums(player, readings, movements),
  ];
};
