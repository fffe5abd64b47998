/** The newsletter, for those who write it. */
import {
  createLetterAnswer,
  createLetterBody,
  deleteLetterBody,
  letterAnswer,
  letterParams,
  lettersAnswer,
  saveLetterAnswer,
  saveLetterBody,
  sendLetterBody,
  testLetterBody,
} from '@fairground/contract/console/letters';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { sendRefusal } from '../../http/refusals.ts';
import { staffOf } from '../console-hook.ts';
import type { LettersService } from './service.ts';

/** A letter in both languages, in characters of up to four bytes. */
const bodyLimit = 200_000;

export const lettersRoutes =
  (service: LettersService): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/letters',
      { schema: { summary: 'Letters and subscribers', response: { 200: lettersAnswer } } },
      () => service.list(),
    );

    app.get(
      '/letters/:id',
      { schema: { summary: 'One letter', params: letterParams, response: { 200: letterAnswer } } },
      async (request, reply) => {
        const result = await service.find(BigInt(request.params.id));
        return result.ok ? reply.send(result.value) : sendRefusal(reply, result);
      },
    );

    app.post(
      '/letters',
      {
        bodyLimit,
        schema: { summary: 'Begin a letter', body: createLetterBody, response: { 201: createLetterAnswer } },
      },
      async (request, reply) =>
        reply.code(201).send(await service.create(staffOf(request), request.body.letter)),
    );

    app.post(
      '/letters/:id/save',
      {
        bodyLimit,
        schema: {
          summary: 'Save a letter, unless there is a newer version',
          params: letterParams,
          body: saveLetterBody,
          response: { 200: saveLetterAnswer },
        },
      },
      async (request, reply) => {
        const result = await service.save(staffOf(request), BigInt(request.params.id), request.body);
        return result.ok ? reply.send(result.value) : sendRefusal(reply, result);
      },
    );

    app.post(
      '/letters/:id/test',
      {
        schema: {
          summary: 'Mail the saved text to one address',
          params: letterParams,
          body: testLetterBody,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const result = await service.test(staffOf(request), BigInt(request.params.id), request.body);
        return result.ok ? reply.code(204).send(null) : sendRefusal(reply, result);
      },
    );

    app.post(
      '/letters/:id/send',
      {
        schema: {
          summary: 'Send it to every confirmed address, once',
          params: letterParams,
          body: sendLetterBody,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const { params, body } = request;
        const result = await service.start(staffOf(request), BigInt(params.id), body.version);
        return result.ok ? reply.code(204).send(null) : sendRefusal(reply, result);
      },
    );

    app.post(
      '/letters/:id/delete',
      {
        schema: {
          summary: 'Delete a draft that was never sent',
          params: letterParams,
          body: deleteLetterBody,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const { params, body } = request;
        const result = await service.remove(staffOf(request), BigInt(params.id), body.version);
        return result.ok ? reply.code(204).send(null) : sendRefusal(reply, result);
      },
    );

    for (const act of ['stop', 'resume'] as const) {
      app.post(
        `/letters/:id/${act}`,
        {
          schema: {
            summary: act === 'stop' ? 'Send no more of it' : 'Send the rest of it',
            params: letterParams,
            response: { 204: z.null() },
          },
        },
        async (request, reply) => {
          const result = await service[act](staffOf(request), BigInt(request.params.id));
          return result.ok ? reply.code(204).send(null) : sendRefusal(reply, result);
        },
      );
    }
  };
