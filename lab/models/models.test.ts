/**
 * A41, F28 and others: without any of its guards a model breaks the invariant that the guard is
 * for, and with all of them none.
 */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isExpected, models, simulate } from './models.ts';

const samples = Number(process.env['MODEL_SAMPLES'] ?? 50);

it.each(models)('$name: each guard is needed, and together they suffice', async (model) => {
  const findings = await Array.fromAsync(simulate(model, { samples }));
  expect(findings).toHaveLength(model.guards.length + 1);
  expect(findings.filter((finding) => !isExpected(finding))).toEqual([]);
});

it.each(models)('the guards of $name are those of its text', ({ name, guards }) => {
  const text = readFileSync(new URL(`./${name}.qnt`, import.meta.url), 'utf8');
  const used = [...text.matchAll(/has\("([^"]+)"\)/g)].map(([, guard]) => guard);
  expect(new Set(guards.map(({ guard }) => guard))).toEqual(new Set(used));
});
