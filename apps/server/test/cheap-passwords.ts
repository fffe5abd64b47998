/** Real argon2id with the minimum memory, for tests that are not about its cost. */
import { createPasswords, type Passwords } from '../src/platform/secrets/passwords.ts';

export const cheapPasswords = (): Passwords => createPasswords({ memoryKib: 8 });
