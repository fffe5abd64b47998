/**
 * The security log: one structured line for each call that concerns who may use an account, and a counter. A handler
 * notes what its call is; the line is written when the answer is ready, whose status and code say how the call ended,
 * and not when it was sent: nobody avoids the line by hanging up. Lines name players by id and callers by address, and
 * contain nothing that was sent.
 */
import type { Proof } from '@fairground/contract/reauthentication';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/logger.ts';
import { createSampledWarning } from '../platform/sampled-warning.ts';
import { problemCodeOf } from './problem.ts';

export const securityEvents = [
  'register',
  'guest',
  'keep',
  'sign_in',
  'sign_out',
  'password_reset_request',
  'password_change',
  'email_confirm',
  'email_change_begin',
  'email_change',
  'email_change_cancel',
  'export',
  'close',
  'long_break',
  'second_factor',
  'second_factor_begin',
  'second_factor_add',
  'second_factor_remove',
  'recovery_codes',
  'console',
  'token',
  'access_token_create',
  'access_token_end',
  'staff',
] as const;

export type SecurityEvent = (typeof securityEvents)[number];

export const securityResults = ['ok', 'refused', 'limited', 'failed'] as const;

export type SecurityResult = (typeof securityResults)[number];

interface Noted {
  event: SecurityEvent;
  /** The player's id, where it is known. */
  player: string | null;
  /** What the owner confirmed the call with, or tried to. */
  proof?: 'password' | 'passkey';
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the security log records of this request. */
    security: Noted | null;
  }
}

/** `player` is the caller where it is left out. */
export const noteSecurityEvent = (request: FastifyRequest, event: SecurityEvent, player?: string): void => {
  const callerId = request.identity === null ? null : String(request.identity.playerId);
  request.security = { event, player: player ?? callerId };
};

/** Adds to the event which of the two was given. A call without an event, or with neither of them, stays as it is. */
export const noteProof = (request: FastifyRequest, { password, passkey }: Proof): void => {
  if (request.security === null) return;
  if (passkey !== undefined) request.security.proof = 'passkey';
  else if (password !== undefined) request.security.proof = 'password';
};

export interface SecurityLogDeps {
  log: Pick<Log, 'info' | 'warn'>;
  clock: Pick<Clock, 'monotonic'>;
  record: (event: SecurityEvent, result: SecurityResult) => void;
}

export const securityLog =
  ({ log, clock, record }: SecurityLogDeps) =>
  (app: FastifyInstance): void => {
    const warnSampled = createSampledWarning(log, clock);
    const note = (request: FastifyRequest, reply: FastifyReply): void => {
      if (request.security === null) return;
      const { event, player, proof } = request.security;
      request.security = null;
      // A call that visitors may make succeeds with a token that is refused.
      const result = event === 'token' ? 'refused' : resultOf(reply.statusCode);
      record(event, result);
      const code = problemCodeOf(reply);
      const line = {
        security: event,
        result,
        ...(code === undefined ? {} : { code }),
        ...(player === null ? {} : { player }),
        ...(proof === undefined ? {} : { proof }),
        address: request.ip,
        request: request.id,
      };
      if (result === 'ok') log.info(line, 'security event');
      // Refusing these costs a caller nothing, so there may be thousands: the counter has them all.
      else if (event === 'token' || event === 'console' || result !== 'refused')
        warnSampled(line, `security event: ${event} ${result}`);
      else log.warn(line, 'security event');
    };
    app.addHook('onSend', (request, reply, _payload, done) => {
      // Hooks that run after this one may note an event, and change the status.
      process.nextTick(note, request, reply);
      done();
    });
  };

const resultOf = (status: number): SecurityResult => {
  if (status < 400) return 'ok';
  if (status === 429) return 'limited';
  return status < 500 ? 'refused' : 'failed';
};
