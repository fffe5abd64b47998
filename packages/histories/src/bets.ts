/** What became of each bet of a player: acknowledged once, never lost, decided once, and asked for by a call. */
import type { Movement } from './balances.ts';
import { hasDefiniteAnswer, isExecuted, type RecordedCall, type RecordedEvent } from './events.ts';
import { matchTickets, refundedMs } from './ahead.ts';
import {
  aheadOf,
  findBalance,
  findBets,
  findBonus,
  findRequestedStakes,
  findTakenBack,
  gameOf,
  isBonusCall,
  isListAhead,
  isListOfBets,
  isStakeCall,
  type Bet,
  type Sighting,
} from './shapes.ts';

const nameOf = ({ game, id }: Bet): string => `${game} ${id}`;

/** An ended bet as sentences show it. */
const describe = ({ state, paid }: Bet): string =>
  state === 'open' ? 'open' : state === 'void' ? 'void' : `over with ${paid} coins`;

/** A bet that is over stays as it is, in everything that is read afterwards, and pays what its multiplier makes. */
const checkEnd = (title: string, sightings: readonly Sighting[]): string[] => {
  const current = sightings.filter(({ call }) => hasDefiniteAnswer(call) && !call.answer.isReplay);
  const ended = current.filter(({ bet }) => bet.state !== 'open');
  const [first] = ended;
  if (first === undefined) return [];
  const faults: string[] = [];
  const was = describe(first.bet);
  const other = ended.find(({ bet }) => describe(bet) !== was);
  if (other) faults.push(`${title} ended twice: ${was}, and ${describe(other.bet)}`);
  if (current.some(({ bet, call }) => bet.state === 'open' && call.startMs >= first.call.endMs))
    faults.push(`${title} was ${was}, and was open again afterwards`);
  const { stake, cashOut = 0, state, paid } = first.bet;
  const expected = Math.floor((stake * Math.round(cashOut * 100)) / 100);
  if (state === 'over' && cashOut > 0 && paid !== expected)
    faults.push(`${title} paid ${paid} coins, and ${stake} at ${cashOut}x are ${expected}`);
  return faults;
};

const smallestPage = 10;

/** Lists show the newest bets: each that was acknowledged before, and is not older than the oldest shown, is there. */
const findLost = (player: string, lists: readonly RecordedCall[], placed: readonly Sighting[]): string[] => {
  const lost = new Set<string>();
  for (const list of lists) {
    const shown = findBets(list);
    const ids = new Set(shown.map(nameOf));
    const oldestMs = Math.min(...shown.map(({ createdAt }) => Date.parse(createdAt)));
    for (const { bet, call } of placed) {
      if (bet.game !== gameOf(list) || call.endMs > list.startMs || ids.has(nameOf(bet))) continue;
      if (shown.length < smallestPage || Date.parse(bet.createdAt) > oldestMs + 1_000) lost.add(nameOf(bet));
    }
  }
  return [...lost].map(
    (name) => `bet ${name} of ${player} was acknowledged, and is missing in a later list: a lost write`,
  );
};

type Intent = ReturnType<typeof findRequestedStakes>[number] & { call: RecordedCall };

/**
 * Stakes that may have been placed once although no call was told so; a call and its repeats are one. A repeat that was
 * refused decides nothing where an earlier one has no answer: that one may have arrived after it, and was judged anew.
 */
const findUnanswered = (calls: readonly RecordedCall[]): Intent[] => {
  const byKey = Map.groupBy(calls.filter(isStakeCall), ({ request }) => request.key ?? request);
  const intents = [...byKey.values()].flatMap((repeats) => {
    const isDecided = repeats.some(({ answer }) => answer && answer.status < 300);
    const call = repeats.find((repeat) => !hasDefiniteAnswer(repeat));
    if (isDecided || !call) return [];
    return findRequestedStakes(call).map((requested) => ({ call, ...requested }));
  });
  // Stakes on a known round come first: the others fit any.
  return intents.toSorted((a, b) => Number(b.round !== undefined) - Number(a.round !== undefined));
};

/** A bet that a list does not show, although it goes back that far, can only have been placed afterwards. */
const earliestMs = ({ game, call }: Intent, lists: RecordedCall[], placed: Sighting[]): number => {
  const before = new Set(
    placed.filter((each) => each.call.endMs <= call.startMs).map(({ bet }) => nameOf(bet)),
  );
  const complete = lists.filter((list) => {
    const shown = findBets(list);
    const goesBack = shown.length < smallestPage || shown.some((bet) => before.has(nameOf(bet)));
    return gameOf(list) === game && goesBack;
  });
  return Math.max(call.startMs, ...complete.map(({ startMs }) => startMs));
};

/** The bet was asked for before it was seen. */
const findIntent = (intents: readonly Intent[], { bet, call }: Sighting): Intent | undefined =>
  intents.find(
    (intent) =>
      [bet.game, aheadOf(bet.game)].includes(intent.game) &&
      intent.stake === bet.stake &&
      (intent.round === undefined || intent.round === bet.round) &&
      intent.call.startMs < call.endMs,
  );

const versionOf = (call: RecordedCall | undefined): number | undefined =>
  findBalance(call?.answer?.body)?.version;

/** The version that the call made. A repeat has the player of its own time, who may be newer. */
const versionMade = (call: RecordedCall | undefined): number =>
  call && isExecuted(call) ? (versionOf(call) ?? 0) : 0;

/** Coins that may have come or gone. */
const possible = (amount: number, notBeforeMs: number): Movement => ({
  amount,
  fromVersion: 0,
  notBeforeMs,
  certainVersion: undefined,
  certainMs: undefined,
});

/** A call and its repeats are one. Without an answer it may have given anything. */
const bonusesOf = (calls: readonly RecordedCall[]): Movement[] =>
  [...Map.groupBy(calls.filter(isBonusCall), ({ request }) => request.key ?? request).values()].flatMap(
    (repeats) => {
      const told = repeats.find((call) => findBonus(call) !== undefined);
      const bonus = possible(told ? (findBonus(told) ?? 0) : Infinity, startOf(repeats));
      if (told === undefined) return repeats.every(hasDefiniteAnswer) ? [] : [bonus];
      return [
        {
          ...bonus,
          fromVersion: versionMade(told),
          certainVersion: versionOf(told),
          certainMs: told.endMs,
        },
      ];
    },
  );

const startOf = (calls: readonly RecordedCall[]): number => Math.min(...calls.map(({ startMs }) => startMs));

/** When each key was used first: a bet may be over before a repeat of its call is answered. */
const findStarts = (calls: readonly RecordedCall[]): ReadonlyMap<string | undefined, number> =>
  new Map(
    [...Map.groupBy(calls, ({ request }) => request.key)].map(([key, repeats]) => [key, startOf(repeats)]),
  );

const isOpen = ({ bet }: Sighting): boolean => bet.state === 'open';

/** Each bet with the answers that show it; a ticket ahead that was taken back is over in that answer. */
const findEach = (calls: readonly RecordedCall[], sightings: readonly Sighting[]) => {
  const takenBack = Map.groupBy(calls, findTakenBack);
  return [...Map.groupBy(sightings, ({ bet }) => nameOf(bet))].flatMap(([name, shown]) => {
    const [first] = shown;
    if (first === undefined) return [];
    const bet: Bet = { ...first.bet, state: 'void', paid: first.bet.stake };
    const ends = (takenBack.get(name) ?? []).map((call) => ({ bet, call }));
    return [{ name, first, seen: [...shown, ...ends] }];
  });
};

/** Takes the events of one player. */
export const readBets = (player: string, events: readonly RecordedEvent[]) => {
  const calls = events.filter((event) => event.kind === 'call').toSorted((a, b) => a.endMs - b.endMs);
  const sightings = calls.flatMap((call) => findBets(call).map((bet) => ({ bet, call })));
  const placed = sightings.filter(({ call }) => isStakeCall(call));
  const lists = calls.filter(isListOfBets);
  const faults = findLost(player, lists, placed);
  const movements = bonusesOf(calls);
  const starts = findStarts(calls.filter(({ request }) => request.key !== undefined));
  let intents = findUnanswered(calls);
  const bets = findEach(calls, sightings);
  const wasAhead = matchTickets(
    bets.filter(({ first, seen }) => first.bet.isAhead && seen.every(isOpen)).map(({ first }) => first.bet),
    bets
      .filter(({ first, seen }) => !first.bet.isAhead && !seen.some(({ call }) => isStakeCall(call)))
      .map(({ first }) => first.bet),
  );
  const placedAhead = new Set(wasAhead.values());
  for (const { name, first, seen } of bets) {
    const title = `bet ${name} of ${player}`;
    faults.push(...checkEnd(title, seen));
    let asked = seen.map(({ call }) => call).filter(isStakeCall);
    if (asked.filter(isExecuted).length > 1)
      faults.push(`${title} is the answer to two calls that were executed`);
    const version = versionOf(asked[0]);
    if (asked.length === 0 && !wasAhead.has(first.bet)) {
      const intent = findIntent(intents, first);
      if (intent) asked = [intent.call];
      else faults.push(`${title} is shown, and no call is left that can have placed it`);
      intents = intents.filter((each) => each !== intent);
    }
    const sentMs = wasAhead.has(first.bet)
      ? -Infinity
      : Math.min(...asked.map(({ request, startMs }) => starts.get(request.key) ?? startMs));
    const stake = { ...possible(-first.bet.stake, sentMs), fromVersion: versionMade(asked[0]) };
    if (!wasAhead.has(first.bet))
      movements.push({ ...stake, certainVersion: version, certainMs: first.call.endMs });
    const ends = seen.filter((each) => !isOpen(each));
    if (first.bet.isAhead && ends.length === 0) {
      movements.push({
        amount: placedAhead.has(first.bet) ? 0 : first.bet.stake,
        fromVersion: stake.fromVersion,
        // It waited when it was listed.
        notBeforeMs: Math.max(
          sentMs,
          ...seen.filter(({ call }) => isListAhead(call)).map(({ call }) => call.startMs),
        ),
        certainVersion: undefined,
        certainMs: refundedMs(calls, first),
      });
      continue;
    }
    movements.push({
      ...stake,
      // A bet whose end was never shown may have paid anything.
      amount: ends[0]?.bet.paid ?? Infinity,
      certainVersion: ends.map(({ call }) => versionOf(call)).find((each) => each !== undefined),
      certainMs: ends[0]?.call.endMs,
    });
  }
  for (const intent of intents) {
    const fromMs = earliestMs(intent, lists, placed);
    movements.push(possible(-intent.stake, fromMs));
    // A game that is over at once may have paid as well, if no list says that it was not played.
    if (fromMs === intent.call.startMs) movements.push(possible(Infinity, fromMs));
  }
  return { movements, faults };
};
