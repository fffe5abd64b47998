/** Codes on paper that replace a second factor which was lost, each once. */
import { hashToken, type Entropy } from '../../platform/entropy.ts';

const codeCount = 10;
const codeBytes = 10;
/** Without I, L, O and U, which are taken for others (Crockford's base 32). */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `XXXX-XXXX-XXXX-XXXX`: 80 random bits. */
export const createRecoveryCode = (entropy: Entropy): string => {
  const bits = Array.from(entropy.randomBytes(codeBytes), (byte) => byte.toString(2).padStart(8, '0')).join(
    '',
  );
  const letters = (bits.match(/.{5}/g) ?? []).map((group) => digits[Number.parseInt(group, 2)] ?? '');
  return (letters.join('').match(/.{4}/g) ?? []).join('-');
};

export const createRecoveryCodes = (entropy: Entropy): string[] =>
  Array.from({ length: codeCount }, () => createRecoveryCode(entropy));

/** As it is hashed: in capitals, without spaces and hyphens. Null where it cannot be one. */
export const normalizeRecoveryCode = (entered: string): string | null => {
  const code = entered.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return code.length === 16 && Array.from(code).every((digit) => digits.includes(digit)) ? code : null;
};

export const hashRecoveryCode = (code: string): Buffer => hashToken(`recovery|${code.replaceAll('-', '')}`);
