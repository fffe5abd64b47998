import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createContractFormControl } from './form-control.ts';

it('gives a field the sentence of the page, also where the contract has one of its own', async () => {
  const schema = z.object({
    username: z.string().check(z.regex(/^.{3,}$/, 'Must have 3 letters.')),
    email: z.string().check(z.minLength(3)),
  });
  const form = createContractFormControl<z.input<typeof schema>, z.output<typeof schema>>({
    defaultValues: { username: 'x', email: 'y' },
    onErrors: () => undefined,
  });
  const found = new Promise((resolve) => {
    void form.submit(
      { schema, messageOf: (field, entered) => `${field} ${String(entered)}` },
      () => Promise.reject(new Error('it was sent')),
      (errors) => resolve([errors.username?.message, errors.email?.message]),
    );
  });
  expect(await found).toEqual(['username x', 'email y']);
});
