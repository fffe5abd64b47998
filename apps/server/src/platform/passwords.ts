/**
 * Hashing passwords with argon2id on the thread pool, a few at a time, so that a rush of sign-ins
 * takes neither the event loop nor the memory of the process. Hashes are PHC strings.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { normalizePassword } from './password-policy.ts';

/** More sign-ins wait than could be answered in time; the caller answers `unavailable`. */
export class PasswordsBusy extends Error {}

export interface Passwords {
  /** A PHC string with a fresh salt. */
  hash(password: string): Promise<string>;
  /** False for a wrong password, and, in the same time, where there is no account to compare with. */
  verify(password: string, phc: string | undefined): Promise<boolean>;
}

export interface PasswordsOptions {
  inFlight?: number;
  maxWaiting?: number;
  /** KiB; lower in tests alone. */
  memoryKib?: number;
}

interface Cost {
  memory: number;
  passes: number;
  parallelism: number;
}

const tagBytes = 32;
const saltBytes = 16;

export const createPasswords = ({
  inFlight = Math.min(2, availableParallelism()),
  maxWaiting = 1_024,
  memoryKib = 19_456,
}: PasswordsOptions = {}): Passwords => {
  const cost: Cost = { memory: memoryKib, passes: 2, parallelism: 1 };
  const inTurn = createQueue(inFlight, maxWaiting);
  const nobody = formatPhc(cost, randomBytes(saltBytes), randomBytes(tagBytes));

  return {
    hash: (password) =>
      inTurn(async () => {
        const salt = randomBytes(saltBytes);
        return formatPhc(cost, salt, await derive(password, salt, cost));
      }),
    verify: (password, phc) =>
      inTurn(async () => {
        const kept = parsePhc(phc ?? nobody) ?? parsePhc(nobody);
        if (!kept) throw new Error('a password hash cannot be read');
        const tag = await derive(password, kept.salt, kept.cost);
        return timingSafeEqual(tag, kept.tag) && phc !== undefined;
      }),
  };
};

const derive = (password: string, salt: Buffer, { memory, passes, parallelism }: Cost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    argon2(
      'argon2id',
      { message: normalizePassword(password), nonce: salt, memory, passes, parallelism, tagLength: tagBytes },
      (error, tag) => (error ? reject(error) : resolve(tag)),
    );
  });

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

const formatPhc = ({ memory, passes, parallelism }: Cost, salt: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;

const phcPattern =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]{43})$/;

const parsePhc = (phc: string): { cost: Cost; salt: Buffer; tag: Buffer } | undefined => {
  const [, memory, passes, parallelism, salt, tag] = phcPattern.exec(phc) ?? [];
  if (!salt || !tag) return undefined;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
};

type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

const createQueue = (inFlight: number, maxWaiting: number): InTurn => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= inFlight) {
      if (waiting.length >= maxWaiting) throw new PasswordsBusy('too many passwords wait to be hashed');
      // Whoever ends hands its place over, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};
