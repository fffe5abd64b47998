/**
 * Hashing passwords with argon2id on the thread pool, a few at a time, so that a rush of sign-ins
 * takes neither the event loop nor the memory of the process. Callers take turns: however many one of them
 * sends, another waits for one hash of each. Hashes are PHC strings.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { accept, refuse, type Result } from '@fairground/contract/errors';
import { normalizePassword } from './password-policy.ts';

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
  maxWaitingPerCaller = maxWaiting,
  memoryKib = 19_456,
}: {
  inFlight?: number;
  maxWaiting?: number;
  /** How many of `maxWaiting` one caller may take up; without it, all. */
  maxWaitingPerCaller?: number | undefined;
  /** KiB; lower in tests alone. */
  memoryKib?: number;
} = {}) => {
  const cost: Cost = { memory: memoryKib, passes: 2, parallelism: 1 };
  const inTurn = createQueue({ inFlight, maxWaiting, maxWaitingPerCaller });
  const nobody = formatPhc(cost, randomBytes(saltBytes), randomBytes(tagBytes));

  return {
    /** A PHC string with a fresh salt. `caller` is the address that the request came from. */
    hash: (password: string, caller: string): Promise<Result<string>> =>
      inTurn(caller, async () => {
        const salt = randomBytes(saltBytes);
        return formatPhc(cost, salt, await derive(password, salt, cost));
      }),
    /** False for a wrong password, and, in the same time, where there is no account to compare with. */
    verify: (password: string, phc: string | undefined, caller: string): Promise<Result<boolean>> =>
      inTurn(caller, async () => {
        const stored = parsePhc(phc ?? nobody) ?? parsePhc(nobody);
        if (!stored) throw new Error('a password hash cannot be read');
        const tag = await derive(password, stored.salt, stored.cost);
        return timingSafeEqual(tag, stored.tag) && phc !== undefined;
      }),
  };
};

/** Both refuse with `unavailable` where more is waiting than could be answered in time. */
export type Passwords = ReturnType<typeof createPasswords>;

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

type InTurn = <Value>(caller: string, work: () => Promise<Value>) => Promise<Result<Value>>;

const createQueue = ({
  inFlight,
  maxWaiting,
  maxWaitingPerCaller,
}: Required<Record<'inFlight' | 'maxWaiting' | 'maxWaitingPerCaller', number>>): InTurn => {
  /** Callers in the order of their turns, each with at least one piece of work. */
  const waiting = new Map<string, (() => void)[]>();
  let waitingCount = 0;
  let running = 0;

  const takeNext = (): (() => void) | undefined => {
    const [first] = waiting;
    if (!first) return undefined;
    const [caller, starts] = first;
    const next = starts.shift();
    waitingCount -= 1;
    // An address with more requests goes to the end of the queue.
    waiting.delete(caller);
    if (starts.length > 0) waiting.set(caller, starts);
    return next;
  };

  return async (caller, work) => {
    if (running >= inFlight) {
      const own = waiting.get(caller) ?? [];
      if (waitingCount >= maxWaiting || own.length >= maxWaitingPerCaller) return refuse('unavailable');
      waitingCount += 1;
      waiting.set(caller, own);
      // A hash that ends passes its place on, so `running` does not change.
      await new Promise<void>((resolve) => own.push(resolve));
    } else running += 1;
    try {
      return accept(await work());
    } finally {
      const next = takeNext();
      if (next) next();
      else running -= 1;
    }
  };
};
