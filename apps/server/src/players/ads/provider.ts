/**
 * The source of ads. House ads are the site's own posters and need no confirmation; an ad network is configured by its
 * callback secret: its views are paid only after its signed callback has arrived.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { gameFolders } from '@fairground/games';
import type { AdCallbackBody, AdCreative } from '@fairground/contract/ads';

export interface AdProvider {
  /** Stored with each view; 'house' is paid without a callback. */
  name: 'house' | 'network';
  /** What the player gets to see; `turn` counts their rewards of the day. */
  choose(turn: number): AdCreative;
  /** Whether the callback is the provider's own; absent where there are no callbacks. */
  isSigned?(callback: AdCallbackBody): boolean;
}

/** Names of the posters that the page can draw: one for each game. */
const posters = gameFolders.toReversed();

export const houseAds = (): AdProvider => ({
  name: 'house',
  choose: (turn) => ({ kind: 'house', name: posters[turn % posters.length] ?? '' }),
});

export const networkAds = (secret: string): AdProvider => ({
  name: 'network',
  choose: (turn) => ({ ...houseAds().choose(turn), kind: 'network' }),
  isSigned(callback) {
    const expected = createHmac('sha256', secret).update(callbackText(callback)).digest();
    return timingSafeEqual(expected, Buffer.from(callback.signature, 'hex'));
  },
});

/** The signed text. No part can contain the separator, so different callbacks have different texts. */
export const callbackText = ({ viewId, transactionId, sentAt }: Omit<AdCallbackBody, 'signature'>): string =>
  ['ads/v1', viewId, transactionId, sentAt].join('\n');
