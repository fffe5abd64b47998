/** Tokens that end messages of a kind without a sign-in. They are sealed and not stored, and do not expire. */
import { createSeal, deriveKey } from '../../platform/secrets/seal.ts';

export interface Unsubscription {
  playerId: bigint;
  kind: string;
  channel: 'push' | 'mail';
}

export interface UnsubscribeTokens {
  create(unsubscription: Unsubscription): string;
  /** Undefined for anything else than a token of this site. */
  read(token: string): Unsubscription | undefined;
}

const context = 'notices|unsubscribe';
const pattern = /^(\d{1,19})\|(push|mail)\|(\w{1,40})$/;

/** `secret` outlives a rotation of the seed key, so that links in old mails do too. */
export const createUnsubscribeTokens = (secret: Buffer): UnsubscribeTokens => {
  const seal = createSeal(deriveKey(secret, 'fairground/unsubscribe'));
  return {
    create: ({ playerId, kind, channel }) =>
      seal.close(Buffer.from(`${playerId}|${channel}|${kind}`), context).toString('base64url'),
    read(token) {
      let text: string;
      try {
        text = seal.open(Buffer.from(token, 'base64url'), context).toString();
      } catch {
        return undefined;
      }
      const [, playerId, channel, kind] = pattern.exec(text) ?? [];
      if (playerId === undefined || kind === undefined) return undefined;
      return { playerId: BigInt(playerId), kind, channel: channel === 'push' ? 'push' : 'mail' };
    },
  };
};
