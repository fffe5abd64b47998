/** A41, F28 and others: without any of its guards a model breaks the invariant that the guard is for, and with all of them none. */
import { expect, it } from 'vitest';
import { isExpected, models, simulate } from './models.ts';

it.each(models)('$name: each guard is needed, and together they suffice', async (model) => {
  const findings = await Array.fromAsync(simulate(model, { samples: 150 }));
  expect(findings).toHaveLength(model.guards.length + 1);
  expect(findings.filter((finding) => !isExpected(finding))).toEqual([]);
});
