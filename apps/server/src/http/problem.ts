/** Every answer that is not a success is a problem document (RFC 9457), made here and nowhere else. */
import { errorStatus, type ErrorCode } from '@fairground/contract/errors';
import type { Problem } from '@fairground/contract/problem';
import type { FastifyReply } from 'fastify';

/** One sentence for each code that a player can read. */
const sentences: Record<ErrorCode, { title: string; detail: string }> = {
  invalid_request: { title: 'Invalid request', detail: 'This request is not valid.' },
  not_signed_in: { title: 'Not signed in', detail: 'Please sign in first.' },
  wrong_credentials: { title: 'Wrong credentials', detail: 'The name or the password is not right.' },
  forbidden_origin: { title: 'Forbidden origin', detail: 'This request came from another site.' },
  limit_reached: { title: 'Limit reached', detail: 'This would pass the daily limit you set.' },
  on_a_break: { title: 'On a break', detail: 'You are taking a break from playing.' },
  reauthentication_required: { title: 'Please confirm', detail: 'Please give your current password.' },
  not_found: { title: 'Not found', detail: 'There is nothing here.' },
  method_not_allowed: {
    title: 'Method not allowed',
    detail: 'This address does not support that method.',
  },
  registration_closed: { title: 'Registration is closed', detail: 'No new accounts are opened here.' },
  invitation_required: {
    title: 'Invitation required',
    detail: 'New accounts need an invitation, which works once.',
  },
  insufficient_coins: { title: 'Not enough coins', detail: 'You do not have enough coins for this.' },
  betting_closed: { title: 'Betting is closed', detail: 'Betting for this round is closed.' },
  bet_already_active: { title: 'Bet already active', detail: 'You already have a bet in this round.' },
  no_active_bet: { title: 'No active bet', detail: 'You have no active bet in this round.' },
  too_early: { title: 'Too early', detail: 'You can cash out from 1.01x on.' },
  too_late: { title: 'Too late', detail: 'The round was over before your cash-out arrived.' },
  game_not_playing: { title: 'Game is over', detail: 'This game is over.' },
  game_already_active: { title: 'Game in play', detail: 'You already have a game in play.' },
  game_open: { title: 'Game in play', detail: 'Finish your game first.' },
  seed_in_use: {
    title: 'Seed in use',
    detail: 'A game was drawn from this seed pair already. Reveal it to start a new one.',
  },
  gems_mismatch: { title: 'Gems do not match', detail: 'The number of gems is not what the server counted.' },
  already_taken: { title: 'Already taken', detail: 'That name or email address is already taken.' },
  ad_not_finished: { title: 'Ad not finished', detail: 'The ad has not been watched to its end.' },
  idempotency_mismatch: {
    title: 'Key used before',
    detail: 'This idempotency key was used before for another request.',
  },
  game_closed: {
    title: 'Game is closed',
    detail: 'This game is closed for the moment. Stakes are not taken.',
  },
  card_not_full: { title: 'Card not full', detail: 'The card does not have seven stamps yet.' },
  session_changed: {
    title: 'Session changed',
    detail: 'Another player is signed in here now. Nothing was changed.',
  },
  already_spun: { title: 'Already spun', detail: 'You have already spun the wheel today.' },
  payload_too_large: { title: 'Too large', detail: 'This request is too large.' },
  unsupported_media_type: { title: 'Unsupported media type', detail: 'Send JSON.' },
  rate_limited: { title: 'Too many requests', detail: 'Too many requests. Please wait a moment.' },
  internal_error: { title: 'Something went wrong', detail: 'Something went wrong on our side.' },
  unavailable: {
    title: 'Unavailable',
    detail: 'The fair is catching its breath. Please try again in a moment.',
  },
};

export const toProblem = (code: ErrorCode, detail?: string, errors?: Problem['errors']): Problem => ({
  type: 'about:blank',
  title: sentences[code].title,
  status: errorStatus[code],
  detail: detail ?? sentences[code].detail,
  code,
  ...(errors ? { errors } : {}),
});

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
