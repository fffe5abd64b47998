/**
 * The closed list of error codes a client can meet, each with the HTTP status it travels under.
 * Services answer with a code; only the edge of the server turns it into a response.
 */
export const errorStatus = {
  invalid_request: 400,
  not_signed_in: 401,
  wrong_credentials: 401,
  forbidden_origin: 403,
  limit_reached: 403,
  on_a_break: 403,
  registration_closed: 403,
  invitation_required: 403,
  reauthentication_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  insufficient_coins: 409,
  betting_closed: 409,
  bet_already_active: 409,
  no_active_bet: 409,
  not_connected: 409,
  too_early: 409,
  too_late: 409,
  game_not_playing: 409,
  game_already_active: 409,
  game_open: 409,
  seed_in_use: 409,
  gems_mismatch: 409,
  already_taken: 409,
  ad_not_finished: 409,
  session_changed: 409,
  idempotency_mismatch: 409,
  already_spun: 409,
  card_not_full: 409,
  game_closed: 409,
  club_full: 409,
  club_limit: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

export const errorCodes = Object.keys(errorStatus) as ErrorCode[];

/** Why a password is refused. */
export const passwordReasons = [
  'too_short',
  'too_long',
  'too_common',
  'own_word',
  'keyboard_walk',
  'pattern',
] as const;

/** Why a field is refused: what was chosen is not free. */
export const fieldReasons = [
  ...passwordReasons,
  'name_taken',
  'name_reserved',
  'email_taken',
  'passkey_unknown',
] as const;

export type PasswordReason = (typeof passwordReasons)[number];

export type FieldReason = (typeof fieldReasons)[number];

/** A sign-in whose password was right, and that waits for the second factor. */
export interface SignInChallenge {
  token: string;
  /** ISO 8601. */
  expiresAt: string;
}

/** An expected outcome that is not a success: a value, never thrown. */
export interface Refusal {
  ok: false;
  code: ErrorCode;
  /** A sentence a player can read; the code's own sentence when absent. */
  detail?: string;
  /** With `invalid_request`, `wrong_credentials` or `already_taken`: the field that is not right. */
  path?: string;
  /** With `path`: why, where there is a word for it. */
  reason?: FieldReason;
  /** With `reauthentication_required` of a sign-in: what its second step is sent with. */
  challenge?: SignInChallenge;
  /** With `rate_limited`. */
  retryAfterSeconds?: number;
}

/** What every service answers to an intent: the value, or why not. */
export type Result<Value = null> = { ok: true; value: Value } | Refusal;

export const accept = <Value>(value: Value): { ok: true; value: Value } => ({ ok: true, value });

/** For intents that succeed without a value. */
export const accepted: Result = { ok: true, value: null };

/** `more` is the message, or further members of the problem. */
export const refuse = (code: ErrorCode, more: string | Omit<Refusal, 'ok' | 'code'> = {}): Refusal => ({
  ok: false,
  code,
  ...(typeof more === 'string' ? { detail: more } : more),
});
