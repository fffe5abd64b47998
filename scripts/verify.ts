/** `npm run verify -- GAME FROM [TO]`: recomputes results from a running site's published proofs; `receipt FILE` checks receipts. */
import { isSigned } from '@fairground/fairness/proof-beacon';
import { loadProofCheckers } from '@fairground/games/proof-checkers';
import { verifyReceipts } from './verify-receipts.ts';

const [named = '', from = '', to = from] = process.argv.slice(2);
/** By its id on the wire; its folder is understood too. */
const game = named.replaceAll(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase());
const site = process.env['SITE_URL'] ?? 'http://localhost:3000';

if (named === 'receipt' && from !== '') process.exit(await verifyReceipts(from, process.env['SITE_URL']));

/** The ids from one to the other; ids that are not numbers are single. */
const idsBetween = (): string[] | undefined => {
  if (from === to && from !== '') return [from];
  const [first, last] = [Number(from), Number(to)];
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last) || first < 1 || last < first)
    return undefined;
  return Array.from({ length: last - first + 1 }, (_, at) => String(first + at));
};

const ids = idsBetween();
const checkers = await loadProofCheckers();
const check = checkers.get(game);
if (check === undefined || ids === undefined) {
  console.error(
    `Usage: npm run verify -- GAME FROM [TO]   (ids; GAME is ${[...checkers.keys()].join(', ')};`,
  );
  console.error('the site is SITE_URL), or npm run verify -- receipt FILE');
  process.exit(2);
}

let passed = 0;
let failed = 0;
let sealed = 0;
for (const id of ids) {
  const response = await fetch(`${site}/api/fairness/${game}/${encodeURIComponent(id)}`).catch(
    () => undefined,
  );
  if (!response) {
    console.error(`${site} does not answer: is it running, and is SITE_URL its address?`);
    process.exit(1);
  }
  if (!response.ok) {
    console.log(`${id}: no such result`);
    failed += 1;
    continue;
  }
  let verdict = check(await response.json());
  if (verdict.ok && verdict.beacon && !(await isSigned(verdict.beacon))) {
    verdict = { ...verdict, ok: false, fault: 'beacon_mismatch' };
  }
  if (verdict.ok) {
    console.log(`${id}: ${verdict.computed}, as published`);
    passed += 1;
  } else if (verdict.fault === 'not_revealed') {
    console.log(`${id}: still sealed`);
    sealed += 1;
  } else {
    console.log(`${id}: NOT as published: ${JSON.stringify(verdict)}`);
    failed += 1;
  }
}
console.log(`${passed} passed, ${failed} failed, ${sealed} still sealed`);
process.exitCode = failed > 0 ? 1 : 0;
