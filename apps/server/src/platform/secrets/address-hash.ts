/**
 * Keyed hashes of internet and mail addresses. Plain hashes of addresses can be reversed by trying them all,
 * so the key is derived from the secret that every process of a site shares and no backup of the database holds.
 */
import { createHmac, hkdfSync } from 'node:crypto';

/** Hashes of different purposes cannot be compared with each other. */
export type AddressHash = (
  purpose: 'sign-in' | 'mail' | 'break' | 'referral' | 'console',
  address: string,
) => Buffer;

export const createAddressHash = (secret: Buffer): AddressHash => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'fairground address hash', 32));
  return (purpose, address) => createHmac('sha256', key).update(`${purpose}|${address}`).digest();
};

/** The mailbox that mail to an address ends up in: `name+tag@host` is `name@host`, whatever its case. */
export const mailboxOf = (email: string): string => email.toLowerCase().replace(/\+[^@]*(?=@)/, '');
