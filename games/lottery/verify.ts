/**
 * Recomputes a lottery draw from its proof alone, and whether a ticket was among those that were closed
 * before it: what the page and the command both run.
 */
import { opensCommitment, seedBytes } from '@fairground/fairness/chain';
import { parseHex } from '@fairground/fairness/hex';
import type { LoggedOutcome } from '@fairground/fairness/log-check';
import {
  emptyRoot,
  provesInclusion,
  ticketLeaf,
  type LottoTicket,
  type PathStep,
} from '@fairground/fairness/merkle';
import type { ProofFault, ProofVerdict } from '@fairground/fairness/proof';
import { beaconOf, type BeaconFields, type SignedBeacon } from '@fairground/fairness/proof-beacon';
import { lottoNumbers } from './draw.ts';

/** The part of a draw's proof that determines whether it is valid. */
export interface LotteryProofInput extends Pick<BeaconFields, 'entropy' | 'beaconChain'> {
  game: string;
  algorithm: string;
  commitment: string;
  /** These four are null until the draw. */
  seed: string | null;
  rootHex: string | null;
  beacon: string | null;
  beaconRound?: number | null | undefined;
  beaconSignature?: string | null | undefined;
  outcome: { winningNumbers: readonly number[] } | null;
  date: string;
}

export type LotteryVerdict =
  | { ok: true; winningNumbers: number[]; beacon?: SignedBeacon }
  | { ok: false; fault: ProofFault; winningNumbers: number[] | null };

export function verifyLotteryProof(proof: LotteryProofInput): LotteryVerdict {
  if (proof.game !== 'lottery' || proof.algorithm !== 'lotto/v2') return fault('unknown_algorithm');
  if (proof.seed === null || proof.rootHex === null || proof.beacon === null || proof.outcome === null) {
    return fault('not_revealed');
  }
  const seed = parseHex(proof.seed, seedBytes);
  const commitment = parseHex(proof.commitment, 32);
  const betsRoot = parseHex(proof.rootHex, 32);
  const beacon = parseHex(proof.beacon, 32);
  if (!seed || !commitment || !betsRoot || !beacon || proof.date === '') return fault('malformed');
  if (!opensCommitment(seed, commitment)) return fault('commitment_mismatch');
  const computed = lottoNumbers({ beacon, betsRoot, date: proof.date, seed });
  const published = proof.outcome.winningNumbers;
  if (published.length !== computed.length || computed.some((number, at) => number !== published[at])) {
    return fault('outcome_mismatch', computed);
  }
  const signed = beaconOf({ ...proof, beacon: valueOf(proof) });
  if (signed === undefined) return fault('beacon_mismatch', computed);
  return { ok: true, winningNumbers: computed, ...(signed && { beacon: signed }) };
}

/** Null for the zeros of a draw without a beacon. */
const valueOf = ({ beacon, beaconRound, beaconSignature }: LotteryProofInput): BeaconFields['beacon'] =>
  beacon === null || beacon === emptyRoot
    ? null
    : { randomness: beacon, round: beaconRound ?? 0, signature: beaconSignature ?? '' };

export const loggedOutcome: LoggedOutcome = ({ id: date, seed, betsRoot, beacon }) => ({
  winningNumbers: lottoNumbers({ date, seed, betsRoot, beacon }),
});

export interface TicketProofInput {
  leaf: string;
  /** The ticket's place among all, counted from 0. */
  index: number;
  path: readonly PathStep[];
  root: string;
  ticketCount: number;
}

export type TicketFault = 'other_ticket' | 'malformed' | 'other_root' | 'not_included';

export type TicketVerdict = { ok: true } | { ok: false; fault: TicketFault };

/**
 * Whether this very ticket is in the tree that `rootHex`, the root of the draw's own proof, was made of.
 * The path's turns are compared with the ticket's place, so that a path is valid for one place only.
 */
export function verifyTicketProof(
  proof: TicketProofInput,
  ticket: Omit<LottoTicket, 'clientSeed'>,
  rootHex: string,
): TicketVerdict {
  const { leaf, index, path, root, ticketCount } = proof;
  if (leaf !== ticketLeaf({ ...ticket, clientSeed: readSeed(leaf) }))
    return { ok: false, fault: 'other_ticket' };
  if (root !== rootHex) return { ok: false, fault: 'other_root' };
  const isPlace = Number.isSafeInteger(index) && index >= 0 && Number.isSafeInteger(ticketCount);
  if (!isPlace || index >= ticketCount || !turnsAt(path, index, ticketCount)) {
    return { ok: false, fault: 'malformed' };
  }
  return provesInclusion(leaf, path, root) ? { ok: true } : { ok: false, fault: 'not_included' };
}

/** The buyer's seed is known from the leaf alone. */
const readSeed = (leaf: string): string =>
  /^\{"bid":\d+,"clientSeed":"([A-Za-z0-9_-]{0,64})"/.exec(leaf)?.[1] ?? '';

/** Whether the path turns as the place demands; an odd node at a level's end moves up without a step. */
function turnsAt(path: readonly PathStep[], index: number, count: number): boolean {
  let steps = 0;
  let place = index;
  for (let left = count; left > 1; left = Math.ceil(left / 2)) {
    const side = place % 2 === 1 ? 'left' : place + 1 < left ? 'right' : null;
    if (side !== null && path[steps++]?.side !== side) return false;
    place = Math.floor(place / 2);
  }
  return steps === path.length;
}

const fault = (name: ProofFault, winningNumbers: number[] | null = null): LotteryVerdict => ({
  ok: false,
  fault: name,
  winningNumbers,
});

/** The verdict in the shape that all games share. */
export function verifyProof(proof: LotteryProofInput): ProofVerdict {
  const verdict = verifyLotteryProof(proof);
  return {
    ok: verdict.ok,
    fault: verdict.ok ? null : verdict.fault,
    computed: verdict.winningNumbers && verdict.winningNumbers.join(', '),
    published: proof.outcome && proof.outcome.winningNumbers.join(', '),
    beacon: verdict.ok ? (verdict.beacon ?? null) : null,
  };
}
