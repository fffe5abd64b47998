/**
 * What became of tickets that were bought ahead of their draws. One that is no longer listed was taken back, or is a
 * ticket of its draw, or was refunded: its ticket has another id, and is found by its draw and numbers.
 */
import type { RecordedCall } from './events.ts';
import { aheadOf, findBets, gameOf, isListAhead, isListOfBets, type Bet, type Sighting } from './shapes.ts';

const isTicketOf = (ahead: Bet, { game, stake, ticket }: Bet): boolean =>
  ahead.game === aheadOf(game) &&
  ahead.stake === stake &&
  ahead.ticket?.drawsAt === ticket?.drawsAt &&
  ahead.ticket?.numbers === ticket?.numbers;

/** The tickets ahead that tickets were which no call bought, by the tickets. */
export const matchTickets = (ahead: readonly Bet[], tickets: readonly Bet[]): ReadonlyMap<Bet, Bet> => {
  const waiting = [...ahead];
  return new Map(
    tickets.flatMap((ticket) => {
      const at = waiting.findIndex((each) => isTicketOf(each, ticket));
      return at === -1 ? [] : waiting.splice(at, 1).map((found) => [ticket, found] as const);
    }),
  );
};

/** A full page of tickets. */
const ticketsPerPage = 10;

const isLaterList = (list: RecordedCall, { game }: Bet, afterMs: number): boolean =>
  aheadOf(gameOf(list)) === game && list.startMs >= afterMs;

/** From when on it is certain that a ticket ahead without a ticket was refunded. */
export const refundedMs = (calls: readonly RecordedCall[], { bet, call }: Sighting): number | undefined => {
  const isGone = (list: RecordedCall) => findBets(list).every(({ id }) => id !== bet.id);
  const gone = calls.find((list) => isListAhead(list) && isLaterList(list, bet, call.endMs) && isGone(list));
  // The ticket would be newer than those of draws before.
  const goesBack = (shown: readonly Bet[]) =>
    shown.length < ticketsPerPage ||
    shown.some(({ ticket }) => ticket && ticket.drawsAt < (bet.ticket?.drawsAt ?? ''));
  return calls.find(
    (list) => gone && isListOfBets(list) && isLaterList(list, bet, gone.endMs) && goesBack(findBets(list)),
  )?.endMs;
};
