import { validatorCompiler } from 'fastify-type-provider-zod';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import striker from '@fairground/game-high-striker/game';
import { aviatorCreateBody } from '@fairground/game-aviator/contract';
import { doubleTroubleCreateBody } from '@fairground/game-double-trouble/contract';
import { lotteryCreateBody } from '@fairground/game-lottery/contract';
import { minefieldCreateBody } from '@fairground/game-minefield/contract';
import { limitErrors, toFieldErrors, type SchemaIssue } from '../../apps/server/src/http/field-errors.ts';

/** The detail of an invalid body. */
const detail = (schema: z.ZodMiniType, body: unknown): string => {
  const validate = validatorCompiler({ schema, method: 'POST', url: '/', httpPart: 'body' } as never);
  const { error } = validate(body) as unknown as { error: SchemaIssue[] };
  return limitErrors(toFieldErrors(error)).detail;
};

describe('the detail of an invalid request', () => {
  it.each([
    [aviatorCreateBody, 'amount', {}, 10, 1_000_000_000],
    [doubleTroubleCreateBody, 'amount', { drawType: 'Under' }, 10, 10_000],
    [lotteryCreateBody, 'bid', { numbers: [1, 2, 3, 4, 5, 6] }, 10, 10_000],
    [minefieldCreateBody, 'bidAmount', { difficulty: 'Easy' }, 100, 1_000_000_000],
    [striker.bodySchema, 'amount', { target: 2 }, 100, 10_000],
  ] as const)(
    'names a stake and its bounds, once, whatever is wrong with it',
    (schema, field, rest, step, max) => {
      const bounds = `${field} must be a multiple of ${step} from ${step} to ${max.toLocaleString('en-US')}.`;
      for (const stake of [
        0,
        -1,
        1.5,
        step + 1,
        step / 2,
        max + step,
        1e21,
        Number.NaN,
        '10',
        null,
        [],
        undefined,
      ]) {
        expect(detail(schema, { ...rest, [field]: stake }), String(stake)).toBe(bounds);
      }
    },
  );

  it('names every field once, and the bound that it breaks', () => {
    const schema = z.strictObject({
      name: z.string().check(z.minLength(3), z.regex(/^a/)),
      title: z.optional(z.string().check(z.maxLength(5))),
      list: z.optional(z.array(z.number()).check(z.length(2))),
      kind: z.optional(z.enum(['one', 'two'])),
      adult: z.optional(z.literal(true)),
      limit: z.optional(z.number().check(z.int(), z.gte(1), z.lte(50))),
      email: z.optional(z.email()),
      deep: z.optional(z.object({ at: z.iso.datetime() })),
    });
    expect(detail(schema, { name: 'b', extra: 1 })).toBe(
      'name must have at least 3 characters. extra is not a field of this call.',
    );
    for (const [rest, text] of [
      [{ title: 'too long' }, 'title must have at most 5 characters.'],
      [{ title: 4 }, 'title must be text.'],
      [{ list: [1] }, 'list must have at least 2 entries.'],
      [{ list: [1, 'b'] }, 'list.1 must be a number.'],
      [{ kind: 'three' }, 'kind must be one of one, two.'],
      [{ adult: false }, 'adult must be true.'],
      [{ limit: 51 }, 'limit must be at most 50.'],
      [{ limit: 2.5 }, 'limit must be a whole number.'],
      [{ email: 'x' }, 'email must be an email address.'],
      [{ deep: { at: 'x' } }, 'deep.at must be a time such as 2030-01-31T12:00:00Z.'],
    ] as const) {
      expect(detail(schema, { name: 'abc', ...rest })).toBe(text);
    }
    expect(detail(schema, [])).toBe('The body must be an object.');
  });

  it("uses the schema's own sentence", () => {
    expect(detail(lotteryCreateBody, { numbers: [1, 1, 2, 3, 4, 5], bid: 10 })).toBe(
      'The six numbers must differ.',
    );
    expect(detail(aviatorCreateBody, { amount: 10, autoCashOut: 1 })).toBe(
      'autoCashOut must be from 1.01 to 10,000.',
    );
    expect(detail(striker.bodySchema, { amount: 100, target: 1.015 })).toBe(
      'target must have at most two decimals.',
    );
    expect(detail(striker.bodySchema, { amount: 100, target: 1_001 })).toBe(
      'target must be from 1.01 to 1,000, with at most two decimals.',
    );
    expect(detail(doubleTroubleCreateBody, { drawType: 'Number', number: 51, amount: 10 })).toBe(
      'number must be a whole number from 1 to 50.',
    );
  });
});
