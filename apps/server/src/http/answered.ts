/**
 * The end of a request, whoever waits for it. Fastify calls `onResponse` once an answer was written, and so never for a
 * client that has hung up in the meantime, although its call went on and did what it asked for.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export const onAnswered = (
  app: FastifyInstance,
  note: (request: FastifyRequest, reply: FastifyReply) => void,
): void => {
  app.addHook('onResponse', (request, reply, done) => {
    note(request, reply);
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    // The response learns last that the client has gone. Hooks that run after this one may change the status.
    if (request.raw.socket.destroyed || reply.raw.destroyed) process.nextTick(note, request, reply);
    done();
  });
};
