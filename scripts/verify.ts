/** `npm run verify -- aviator FROM [TO]`: recomputes a range of rounds from a running site's published proofs. */
import { aviatorProofSchema } from '@fairground/contract/aviator';
import { verifyAviatorProof } from '@fairground/fairness/verify';

const [game, from = '', to = from] = process.argv.slice(2);
const first = Number(from);
const last = Number(to);
const site = process.env['SITE_URL'] ?? 'http://localhost:3000';

if (
  game !== 'aviator' ||
  !Number.isSafeInteger(first) ||
  !Number.isSafeInteger(last) ||
  first < 1 ||
  last < first
) {
  console.error('Usage: npm run verify -- aviator FROM [TO]   (round ids; the site is SITE_URL)');
  process.exit(2);
}

let passed = 0;
let failed = 0;
let sealed = 0;
for (let id = first; id <= last; id++) {
  const response = await fetch(`${site}/api/fairness/aviator/${id}`);
  if (!response.ok) {
    console.log(`${id}: no such round`);
    failed += 1;
    continue;
  }
  const proof = aviatorProofSchema.parse(await response.json());
  if (proof.seed === null) {
    console.log(`${id}: still sealed`);
    sealed += 1;
    continue;
  }
  const verdict = verifyAviatorProof(proof);
  if (verdict.ok) {
    console.log(`${id}: ${(verdict.crashHundredths / 100).toFixed(2)}x, as published`);
    passed += 1;
  } else {
    console.log(`${id}: NOT as published: ${JSON.stringify(verdict)}`);
    failed += 1;
  }
}
console.log(`${passed} passed, ${failed} failed, ${sealed} still sealed`);
process.exitCode = failed > 0 ? 1 : 0;
