/**
 * Players, bets and rounds as answers and pushes show them. They are found by the words that all games share, so that
 * a new game is checked as well: a bet has an `amount`, `bid` or `bidAmount`, and belongs to a `roundId` or `drawId`.
 */
import { hasDefiniteAnswer, type RecordedCall, type RecordedEvent } from './events.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const numberOf = (fields: Fields, ...names: readonly string[]): number | undefined => {
  for (const name of names) if (typeof fields[name] === 'number') return fields[name];
  return undefined;
};

const textOf = (fields: Fields, ...names: readonly string[]): string | undefined => {
  for (const name of names) if (typeof fields[name] === 'string') return fields[name];
  return undefined;
};

/** The body of the answer, if the call was accepted. */
export const bodyOf = (call: RecordedCall): unknown =>
  hasDefiniteAnswer(call) && call.answer.status < 300 ? call.answer.body : undefined;

export interface Balance {
  version: number;
  coins: number;
  winnings: number;
}

/** The player's own balance, in an answer to them or a push. */
export const findBalance = (body: unknown): Balance | undefined => {
  if (!isFields(body)) return undefined;
  const user = isFields(body['user']) ? body['user'] : body;
  const read = (name: string): number => numberOf(user, name) ?? NaN;
  const balance = { version: read('version'), coins: read('coins'), winnings: read('winningAmount') };
  return Object.values(balance).some(Number.isNaN) ? undefined : balance;
};

export interface Bet {
  game: string;
  id: string;
  round: string | undefined;
  stake: number;
  state: 'open' | 'over' | 'void';
  /** What the player got back in the end. */
  paid: number;
  autoCashOut: number | undefined;
  cashOut: number | undefined;
  createdAt: string;
  /** A ticket that waits for its draw. */
  isAhead: boolean;
  /** What a ticket has in common with the ticket ahead that it was. */
  ticket: { drawsAt: string; numbers: string } | undefined;
}

const stakeOf = (fields: Fields): number | undefined => numberOf(fields, 'amount', 'bid', 'bidAmount');

/** Tickets that wait for their draw have ids of their own. */
export const aheadOf = (game: string): string => `${game}/advance`;

const toBet = (game: string, fields: unknown): Bet | undefined => {
  if (!isFields(fields)) return undefined;
  const id = textOf(fields, 'id');
  const stake = stakeOf(fields);
  const isAhead = textOf(fields, 'closesAt') !== undefined;
  const paid = isAhead ? 0 : numberOf(fields, 'amountWon', 'coinsWon');
  if (id === undefined || stake === undefined || paid === undefined) return undefined;
  const drawsAt = textOf(fields, 'drawsAt');
  const outcome = isAhead
    ? 'pending'
    : (textOf(fields, 'outcome', 'status', 'result', 'gameState') ?? 'over');
  const isOpen = outcome === 'pending' || outcome === 'Playing';
  const state = isOpen ? 'open' : outcome === 'void' || fields['refunded'] === true ? 'void' : 'over';
  return {
    game: isAhead ? aheadOf(game) : game,
    id,
    round: textOf(fields, 'roundId', 'drawId'),
    stake,
    state,
    paid: state === 'void' ? stake : paid,
    autoCashOut: numberOf(fields, 'autoCashOut'),
    cashOut: numberOf(fields, 'cashOutMultiplier'),
    createdAt: textOf(fields, 'createdAt') ?? '',
    isAhead,
    ticket: drawsAt === undefined ? undefined : { drawsAt, numbers: JSON.stringify(fields['numbers']) },
  };
};

/** The id that the wire gives the game: of `/game/create`, `/fairness/game/id` and `gameSeal_response`. */
export const gameOf = (event: RecordedEvent): string => {
  if (event.kind === 'push')
    return event.type.replace(/(Countdown|DrawResult|Draw|Seal|Status)?_response$/, '');
  const [first = '', second = ''] = event.request.path.split('/').slice(1);
  return first === 'fairness' ? second : first;
};

const isOperation = (
  { request: { method, path } }: RecordedCall,
  wanted: string,
  ...ends: readonly string[]
) => method === wanted && ends.some((end) => path.endsWith(end));

export const isStakeCall = (call: RecordedCall): boolean => isOperation(call, 'POST', '/create', '/advance');
export const isCashOutCall = (call: RecordedCall): boolean => isOperation(call, 'POST', '/cashout');
/** It takes back a ticket that waits for its draw. */
export const isTakeBack = (call: RecordedCall): boolean => isOperation(call, 'POST', '/advance/cancel');
/** It shows all of the player's tickets that wait for their draw: fewer than a page holds. */
export const isListAhead = (call: RecordedCall): boolean => {
  const body = bodyOf(call);
  return isOperation(call, 'GET', '/advance') && Array.isArray(body) && body.length < 100;
};
/**
 * It gives coins without a stake: by HTTP, or by a message on the socket, whose answer is recorded as that of a call.
 */
export const isBonusCall = (call: RecordedCall): boolean =>
  call.request.method === 'SOCKET' || isOperation(call, 'POST', '/claim', '/complete');
/** It shows the newest bets of the player, as many as a page holds. */
export const isListOfBets = (call: RecordedCall): boolean =>
  Array.isArray(bodyOf(call)) && isOperation(call, 'GET', '/userHistory');

const readBets = (call: RecordedCall): Bet[] => {
  const body = bodyOf(call);
  if (
    call.request.method === 'GET' &&
    !isListOfBets(call) &&
    !isOperation(call, 'GET', '/current', '/advance')
  )
    return [];
  const candidates = Array.isArray(body) ? body : isFields(body) ? [body, ...Object.values(body).flat()] : [];
  const game = gameOf(call);
  return candidates.flatMap((candidate) => toBet(game, candidate) ?? []);
};

const known = new WeakMap<RecordedCall, Bet[]>();

/** The player's own bets in an answer. Lists of all players' games are not theirs. */
export const findBets = (call: RecordedCall): Bet[] => {
  const bets = known.get(call) ?? readBets(call);
  if (call.answer) known.set(call, bets);
  return bets;
};

/** A bet in an answer. */
export interface Sighting {
  bet: Bet;
  call: RecordedCall;
}

/** The stakes and the round that a call asks for; tickets ahead are one stake for each draw. */
export const findRequestedStakes = (call: RecordedCall) => {
  const { body } = call.request;
  if (!isStakeCall(call) || !isFields(body)) return [];
  const stake = stakeOf(body);
  if (stake === undefined) return [];
  const draws = numberOf(body, 'draws');
  if (draws === undefined) return [{ game: gameOf(call), stake, round: textOf(body, 'roundId', 'drawId') }];
  return Array.from({ length: draws }, () => ({ game: aheadOf(gameOf(call)), stake, round: undefined }));
};

/** The ticket ahead that was taken back, by its name. */
export const findTakenBack = (call: RecordedCall): string | undefined => {
  const body = bodyOf(call);
  return isTakeBack(call) && isFields(body) ? `${aheadOf(gameOf(call))} ${textOf(body, 'id')}` : undefined;
};

const idOf = (event: RecordedEvent): string | undefined => {
  const body = event.kind === 'push' ? event.data : bodyOf(event);
  if (!isFields(body) || !findBalance(body)) return undefined;
  return textOf(isFields(body['user']) ? body['user'] : body, 'id');
};

/**
 * Tickets are listed under `/ticket/userTickets/ID`: those of the player become the list of
 * bets of the game that sold them.
 */
export const nameTicketLists = (events: readonly RecordedEvent[]): readonly RecordedEvent[] => {
  const sale = events.find(
    (event) => event.kind === 'call' && isStakeCall(event) && findBets(event).some(({ ticket }) => ticket),
  );
  if (!sale) return events;
  const own = new Set(events.map((event) => `${event.player} ${idOf(event)}`));
  return events.map((event) => {
    if (event.kind === 'push') return event;
    const [, id] = /^\/ticket\/userTickets\/([^/]+)$/.exec(event.request.path) ?? [];
    if (id === undefined || !own.has(`${event.player} ${id}`)) return event;
    return { ...event, request: { ...event.request, path: `/${gameOf(sale)}/userHistory` } };
  });
};

export const findBonus = (call: RecordedCall): number | undefined =>
  [bodyOf(call)].filter(isFields).map((body) => numberOf(body, 'coins', 'amount'))[0];

/** What one client was shown of one round or draw. */
export interface RoundView {
  game: string;
  round: string;
  /** What never changes once it is shown, by name. */
  facts: Map<string, string>;
  isClosed: boolean;
  isVoid: boolean;
  isFinished: boolean;
  flight: { startedAtMs: number; growthPerMs: number } | undefined;
  crash: number | undefined;
}

const resultOf = (fields: Fields): unknown => {
  const source = isFields(fields['outcome']) ? fields['outcome'] : fields;
  if (Array.isArray(source['winningNumbers'])) return source['winningNumbers'];
  return fields['status'] === 'ongoing' ? undefined : numberOf(source, 'crashMultiplier');
};

/** `isById`: the object's own id is that of the round. */
const toRoundView = (game: string, isById: boolean, fields: Fields): RoundView | undefined => {
  const round = textOf(fields, 'roundId', 'drawId') ?? (isById ? textOf(fields, 'id') : undefined);
  if (round === undefined) return undefined;
  const facts = new Map<string, string>();
  const result = resultOf(fields);
  if (result !== undefined) facts.set('result', JSON.stringify(result));
  for (const name of ['betsRoot', 'commitment', 'seed', 'startedAt']) {
    const text = textOf(fields, name);
    if (text !== undefined) facts.set(name, text);
  }
  const growthPerMs = numberOf(fields, 'growthPerMs');
  const startedAt = textOf(fields, 'startedAt');
  return {
    game,
    round,
    facts,
    isClosed: result !== undefined || startedAt !== undefined || facts.has('betsRoot'),
    isVoid: [fields['status'], fields['outcome']].includes('void'),
    isFinished: !isById && fields['status'] === 'finished',
    flight:
      growthPerMs === undefined || startedAt === undefined
        ? undefined
        : { startedAtMs: Date.parse(startedAt), growthPerMs },
    crash: typeof result === 'number' ? result : undefined,
  };
};

/** Every round and draw that an event shows, also within its bets and lists. */
export const findRounds = (event: RecordedEvent): RoundView[] => {
  const views: RoundView[] = [];
  const game = gameOf(event);
  const isById =
    event.kind === 'call' && /^\/fairness\/[^/]+\/[^/]+$|\/globalHistory$/.test(event.request.path);
  const look = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(look);
    else if (isFields(value)) {
      const view = toRoundView(game, isById, value);
      if (view !== undefined) views.push(view);
      Object.values(value).forEach(look);
    }
  };
  look(event.kind === 'push' ? event.data : bodyOf(event));
  return views;
};
