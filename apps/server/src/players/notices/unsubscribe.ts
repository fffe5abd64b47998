/** Tokens that end messages of a kind without a sign-in. They are sealed and not stored, and do not expire. */
import { createSeal, deriveKey } from '../../platform/secrets/seal.ts';

export interface Unsubscription {
  playerId: bigint;
  kind: string;
  channel: 'push' | 'mail';
}

const context = 'notices|unsubscribe';
const pattern = /^(\d{1,19})\|(push|mail)\|(\w{1,40})$/;

/** `secret` outlives a rotation of the seed key, so that links in old mails do too. */
export const createUnsubscribeTokens = (secret: Buffer) => {
  const seal = createSeal(deriveKey(secret, 'fairground/unsubscribe'));
  return {
    create: ({ playerId, kind, channel }: Unsubscription) =>
      seal.close(Buffer.from(`${playerId}|${channel}|${kind}`), context).toString('base64url'),
    /** Undefined for anything else than a token of this site. */
    read(token: string): Unsubscription | undefined {
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

export type UnsubscribeTokens = ReturnType<typeof createUnsubscribeTokens>;
