/** The entries of the public log; docs/fairness.md says when each is added. */
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson, type CanonicalValue } from './canonical-json.ts';

/** Names one round or draw. */
interface OfRound {
  /** The game's wire id. */
  game: string;
  /** The round's wire id. */
  id: string;
}

/** What a result follows from besides seed, bets and beacon, as the proof has it. */
export interface LoggedTerms {
  /** How many numbers one is drawn from. */
  max?: number;
  /** The return, in hundredths of a percent. */
  rtpBp?: number;
}

/** Without the time at which it was added. Hashes, seeds and salts are hex; ids are text. */
export type LogFact =
  | {
      kind: 'chain';
      chain: string;
      game: string;
      links: number;
      salt: string;
      saltSource: string;
      terminalHash: string;
    }
  | (OfRound & {
      kind: 'opening';
      beaconRound: number | null;
      commitment: string;
      /** With the round's place in it, where the game has a chain. */
      chain?: string;
      round?: number;
    })
  | (OfRound &
      LoggedTerms & {
        kind: 'seal';
        beaconRound: number | null;
        betCount: number;
        betsRoot: string;
        staked: number;
      })
  | (OfRound & {
      kind: 'result';
      beacon: { randomness: string; round: number; signature: string } | null;
      outcome: CanonicalValue;
      seed: string;
    })
  | (OfRound & { kind: 'settlement'; bets: number; paid: number; staked: number; won: number })
  | (OfRound & {
      kind: 'void';
      beaconRound: number | null;
      betsRoot: string | null;
      reason: string;
      seed: string | null;
    })
  | { kind: 'restore'; previous: { checkpoint: string | null; origin: string }; reason: string }
  | { kind: 'playerSeeds'; count: number; day: string; root: string }
  | { kind: 'ledgerHead'; day: string; hash: string; transfers: number }
  | { kind: 'file'; name: string; sha256: string };

export type LogEntry = LogFact & { at: string };

/** The bytes of an entry are this text in UTF-8. */
export const entryText = (entry: LogEntry): string => canonicalJson({ ...entry });

export const entryBytes = (text: string): Uint8Array => utf8ToBytes(text);

/** `fairground/<key>/<n>`: the n-th log of the key whose SHA-256 begins with these 16 digits. */
export const formatOrigin = (keyHash: string, n: number): string => `fairground/${keyHash.slice(0, 16)}/${n}`;
