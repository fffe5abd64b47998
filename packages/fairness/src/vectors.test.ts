/** Known answers: the published vectors, which scripts/verify_fairground.py checks without any of this code. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ed25519 } from '@noble/curves/ed25519.js';
import { isBeaconValue, quicknet } from './beacon.ts';
import { canonicalJson, type CanonicalValue } from './canonical-json.ts';
import { chainFrom, commitmentOf, seedBefore } from './chain.ts';
import { formatHex, parseHex } from './hex.ts';
import { merkleRoot } from './merkle.ts';
import { openStream } from './stream.ts';
import vectors from '../vectors.json' with { type: 'json' };

const bytes = (hex: string): Uint8Array => parseHex(hex) ?? expect.fail(`${hex} is not hex`);

describe('published vectors', () => {
  test('chains end in their terminal hash', () => {
    for (const { last, links, terminal } of vectors.chain) {
      expect(formatHex(seedBefore(bytes(last), links))).toBe(terminal);
      expect(chainFrom(bytes(last), links).map(formatHex)).toMatchObject({ 0: terminal, [links]: last });
    }
  });

  test('canonical JSON, and what has none', () => {
    for (const { json, canonical } of vectors.canonical) {
      const write = () => canonicalJson(JSON.parse(json) as CanonicalValue);
      if (canonical === null) expect(write, json).toThrow();
      else expect(write()).toBe(canonical);
    }
    for (const number of [Number.NaN, Infinity, -Infinity])
      expect(() => canonicalJson({ number })).toThrow('is not in JSON');
  });

  test('commitments', () => {
    for (const { seed, commitment } of vectors.commitment) {
      expect(formatHex(commitmentOf(bytes(seed)))).toBe(commitment);
    }
  });

  test('streams, skipped words included', () => {
    for (const { key, context, below, numbers } of vectors.stream) {
      const stream = openStream(bytes(key), context);
      expect(numbers.map(() => stream.below(below))).toEqual(numbers);
    }
  });

  test('Merkle roots, of no leaves too', () => {
    for (const { leaves, root } of vectors.merkle) expect(merkleRoot(leaves)).toBe(root);
  });

  test('values of a beacon', () => {
    for (const value of vectors.beacon) expect(isBeaconValue(quicknet, value)).toBe(true);
  });

  test('signatures, of RFC 8032 and wrong ones', () => {
    for (const { publicKey, message, signature, holds } of vectors.ed25519) {
      expect(ed25519.verify(bytes(signature), bytes(message), bytes(publicKey))).toBe(holds);
    }
  });
});

const python = spawnSync('python3', ['--version']);

test.skipIf(python.status !== 0)('a second implementation finds the same values', () => {
  const script = fileURLToPath(new URL('../../../scripts/verify_fairground.py', import.meta.url));
  const run = spawnSync('python3', ['-B', script, 'vectors'], { encoding: 'utf8' });
  expect(run.stderr).toBe('');
  expect(run.stdout).toMatch(/^vectors: \d+ published values recomputed, all the same\n1 hold/);
});
