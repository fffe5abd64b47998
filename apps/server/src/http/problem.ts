/** Every answer that is not a success is a problem document (RFC 9457), made here and nowhere else. */
import { errorStatus, type ErrorCode } from '@fairground/contract/errors';
import type { Problem } from '@fairground/contract/problem';
import type { FastifyReply } from 'fastify';

/** One sentence for each code that a player can read. */
const sentences: Record<ErrorCode, readonly [title: string, detail: string]> = {
  invalid_request: ['Invalid request', 'This request is not valid.'],
  not_signed_in: ['Not signed in', 'Please sign in first.'],
  wrong_credentials: ['Wrong credentials', 'The name or the password is not right.'],
  forbidden_origin: ['Forbidden origin', 'This request came from another site.'],
  limit_reached: ['Limit reached', 'This would pass the daily limit you set.'],
  on_a_break: ['On a break', 'You are taking a break from playing.'],
  reauthentication_required: ['Please confirm', 'Please give your current password.'],
  not_found: ['Not found', 'There is nothing here.'],
  method_not_allowed: ['Method not allowed', 'This address does not support that method.'],
  registration_closed: ['Registration is closed', 'No new accounts are opened here.'],
  invitation_required: ['Invitation required', 'New accounts need an invitation, which works once.'],
  insufficient_coins: ['Not enough coins', 'You do not have enough coins for this.'],
  betting_closed: ['Betting is closed', 'Betting for this round is closed.'],
  bet_already_active: ['Bet already active', 'You already have a bet in this round.'],
  no_active_bet: ['No active bet', 'You have no active bet in this round.'],
  not_connected: [
    'Not connected',
    'A parachute needs an open page: none of yours is connected to the site now.',
  ],
  too_early: ['Too early', 'You can cash out from 1.01x on.'],
  too_late: ['Too late', 'The round was over before your cash-out arrived.'],
  game_not_playing: ['Game is over', 'This game is over.'],
  game_already_active: ['Game in play', 'You already have a game in play.'],
  game_open: ['Game in play', 'Finish your game first.'],
  seed_in_use: ['Seed in use', 'A game was drawn from this seed pair already. Reveal it to start a new one.'],
  gems_mismatch: ['Gems do not match', 'The number of gems is not what the server counted.'],
  already_taken: ['Already taken', 'That name or email address is already taken.'],
  ad_not_finished: ['Ad not finished', 'The ad has not been watched to its end.'],
  idempotency_mismatch: ['Key used before', 'This idempotency key was used before for another request.'],
  game_closed: ['Game is closed', 'This game is closed for the moment. Stakes are not taken.'],
  club_full: ['Club is full', 'This club has all the members it can have.'],
  club_limit: ['Too many clubs', 'You belong to as many clubs as you can.'],
  card_not_full: ['Card not full', 'The card does not have seven stamps yet.'],
  session_changed: ['Session changed', 'Another player is signed in here now. Nothing was changed.'],
  already_spun: ['Already spun', 'You have already spun the wheel today.'],
  payload_too_large: ['Too large', 'This request is too large.'],
  unsupported_media_type: ['Unsupported media type', 'Send JSON.'],
  rate_limited: ['Too many requests', 'Too many requests. Please wait a moment.'],
  internal_error: ['Something went wrong', 'Something went wrong on our side.'],
  unavailable: ['Unavailable', 'The fair is catching its breath. Please try again in a moment.'],
};

export const toProblem = (
  code: ErrorCode,
  detail = sentences[code][1],
  errors = code === 'invalid_request' ? [ofWhole(detail)] : undefined,
): Problem => ({
  type: 'about:blank',
  title: sentences[code][0],
  status: errorStatus[code],
  detail,
  code,
  ...(errors ? { errors } : {}),
});

/** For bad input that no single field explains, such as a body that is not JSON: programs always find a list. */
const ofWhole = (message: string): NonNullable<Problem['errors']>[number] => ({ path: '', message });

/** What makes the site unavailable passes within seconds: a restart, a failover, a queue that is full. */
export const unavailableSeconds = 1;

const problemCodes = new WeakMap<object, ErrorCode>();

/** The code of the refusal that was sent; undefined after a success. */
export const problemCodeOf = (reply: FastifyReply): ErrorCode | undefined => problemCodes.get(reply.raw);

/**
 * Sends the problem document of a code; it is stored nowhere, since most refusals depend on who is calling or when.
 * Returns the reply, as Fastify's async handlers want it.
 */
export const sendProblem = (
  reply: FastifyReply,
  code: ErrorCode,
  detail?: string,
  errors?: Problem['errors'],
  challenge?: Problem['challenge'],
): FastifyReply => {
  const problem = { ...toProblem(code, detail, errors), ...(challenge ? { challenge } : {}) };
  problemCodes.set(reply.raw, code);
  if (code === 'unavailable' && !reply.hasHeader('retry-after'))
    reply.header('retry-after', unavailableSeconds);
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .send(JSON.stringify(problem));
};
