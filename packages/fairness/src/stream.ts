/**
 * Unbiased numbers out of a key: the stream under every draw but the crash point.
 * block_i = HMAC-SHA256(key, context, 0x00, u32be(i)), read as 32-bit big-endian words.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

const wordsPerBlock = 8;
const wordValues = 2 ** 32;

export function openStream(key: Uint8Array, context: string) {
  const prefix = concatBytes(utf8ToBytes(context), Uint8Array.of(0));
  let block = new Uint8Array(0);
  let wordsRead = 0;

  function nextWord(): number {
    const place = wordsRead % wordsPerBlock;
    if (place === 0) block = hmac(sha256, key, concatBytes(prefix, u32be(wordsRead / wordsPerBlock)));
    wordsRead += 1;
    return new DataView(block.buffer, block.byteOffset).getUint32(place * 4);
  }

  function below(n: number): number {
    requireCount(n, 1, wordValues);
    // Words past the last whole multiple of n would favor the small remainders, so they are skipped.
    const limit = wordValues - (wordValues % n);
    let word = nextWord();
    while (word >= limit) word = nextWord();
    return word % n;
  }

  function sample(n: number, k: number): number[] {
    requireCount(k, 0, n);
    const deck = Array.from({ length: n }, (_, value) => value);
    for (let place = 0; place < k; place++) {
      const pick = place + below(n - place);
      const held = deck[place] as number;
      deck[place] = deck[pick] as number;
      deck[pick] = held;
    }
    return deck.slice(0, k);
  }

  return {
    /** The next whole number from 0 to n - 1, each exactly as likely; n from 1 to 2^32. */
    below,
    /** k different numbers from 0 to n - 1 in the order drawn: the start of a Fisher-Yates shuffle. */
    sample,
  };
}

/** One plain HMAC of a text, without a block number. */
export const digestOf = (key: Uint8Array, text: string): Uint8Array => hmac(sha256, key, utf8ToBytes(text));

function u32be(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

function requireCount(value: number, min: number, max: number): void {
  if (!Number.isSafeInteger(value) || value < min || value > max) {
    throw new RangeError(`${value} is not a whole number from ${min} to ${max}`);
  }
}
