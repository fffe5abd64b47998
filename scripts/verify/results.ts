/** Results by their proofs, and bets under the seals of their rounds. */
import { isBeaconValue, quicknet, type BeaconChain, type BeaconValue } from '@fairground/fairness/beacon';
import { canonicalJson, type CanonicalValue } from '@fairground/fairness/canonical-json';
import { followChain, seedBytes } from '@fairground/fairness/chain';
import { parseHex } from '@fairground/fairness/hex';
import type { LogFindings } from '@fairground/fairness/log-check';
import { provesInclusion, type PathStep } from '@fairground/fairness/merkle';
import { isCount, type ProofFault } from '@fairground/fairness/proof';
import type { ProofChecker } from '@fairground/games/proof-checkers';
import { bad, good, type Finding } from './report.ts';

/** What the verifier reads of a proof apart from the check of its game. */
export interface PublishedProof {
  game: string;
  id: string;
  commitment: string;
  seed: string | null;
  outcome: object | null;
  round?: number;
  max?: number;
  rtpBp?: number;
  terminalHash?: string;
  entropy?: string | null;
  betsRoot?: string | null;
  rootHex?: string | null;
  betCount?: number | null;
  ticketCount?: number | null;
  beacon?: BeaconValue | string | null;
  beaconRound?: number | null;
  beaconSignature?: string | null;
  log?: { origin: string | null; seal: number | null; result: number | null } | null;
}

const sentences: Readonly<Record<ProofFault, string>> = {
  unknown_algorithm: 'its algorithm is unknown',
  not_revealed: 'still sealed',
  malformed: 'it is malformed',
  commitment_mismatch: 'the seed does not match the commitment',
  outcome_mismatch: 'the seed gives another outcome',
  beacon_mismatch: 'its level, the value of the beacon and its signature do not belong together',
};

/** The chain of the log, which names none: quicknet, or that of a site with another one. */
const chainOfLog = { ...quicknet, publicKey: process.env['BEACON_PUBLIC_KEY'] ?? quicknet.publicKey };

/** A signature takes a tenth of a second, and games wait for the same values. */
const checkedValues = new Map<string, boolean>();

export const isPublishedValue = (value: BeaconValue, chain: BeaconChain = chainOfLog): boolean => {
  const { round, randomness, signature } = value;
  const name = [chain.publicKey, round, randomness, signature].join(' ');
  const isValue = checkedValues.get(name) ?? isBeaconValue(chain, value);
  checkedValues.set(name, isValue);
  return isValue;
};

export const checkProof = (proof: PublishedProof, check: ProofChecker): Finding => {
  const verdict = check(proof);
  if (verdict.fault === 'not_revealed') return { is: 'pending', text: sentences.not_revealed };
  if (verdict.fault === 'outcome_mismatch')
    return bad(`the seed gives ${verdict.computed ?? '?'} and the site showed ${verdict.published ?? '?'}`);
  if (verdict.fault !== null) return bad(sentences[verdict.fault]);
  if (!isLinkOfChain(proof))
    return bad('the seed is not a link of its chain: its hashes do not lead to the terminal hash');
  const { beacon } = verdict;
  if (beacon && !isPublishedValue(beacon.value, beacon.chain))
    return bad(`the value of beacon round ${beacon.value.round} has not the signature of the beacon`);
  return good(`${verdict.computed ?? ''}, as published`);
};

/** By the terminal hash. */
const chains = new Map<string, ReturnType<typeof followChain>>();

const isLinkOfChain = ({ seed, round, terminalHash }: PublishedProof): boolean => {
  if (terminalHash === undefined) return true;
  const terminal = parseHex(terminalHash, seedBytes);
  const link = parseHex(seed ?? '', seedBytes);
  if (terminal === null || link === null || round === undefined || !isCount(round)) return false;
  const isLink = chains.get(terminalHash) ?? followChain(terminal);
  chains.set(terminalHash, isLink);
  return isLink(link, round);
};

export interface PublishedInclusion {
  leaf: string;
  index: number;
  path: readonly PathStep[];
  root: string;
  betCount?: number;
  ticketCount?: number;
}

/** A bet under the seal of the round whose proof is given. */
export const checkInclusion = (inclusion: PublishedInclusion, proof: PublishedProof): Finding => {
  const { leaf, index, path, root } = inclusion;
  const count = inclusion.betCount ?? inclusion.ticketCount ?? 0;
  if (typeof leaf !== 'string' || !Array.isArray(path)) return bad('its proof is malformed');
  const bet = parseLeaf(leaf);
  if (bet === undefined) return bad('the leaf is not canonical JSON');
  if (!(index >= 0 && index < count)) return bad("the bet's place is not among those that were sealed");
  if (turnsOf(index, count) !== sidesOf(path)) return bad("the path is not that of the bet's place");
  if (!provesInclusion(leaf, path, root))
    return bad('the bet is not under the root: its path leads elsewhere');
  if ((bet['roundId'] ?? bet['drawId']) !== proof.id) return bad('the bet is one of another round');
  if (root !== (proof.betsRoot ?? proof.rootHex))
    return bad("the root is not the one that the round's proof shows");
  if (count !== (proof.betCount ?? proof.ticketCount))
    return bad("the number of bets is not the one that the round's proof shows");
  if (typeof bet['clientSeed'] === 'string' && bet['clientSeed'] !== '' && proof.entropy === 'install')
    return bad('the bet has a client seed, the level is install');
  return good(leaf);
};

/** Undefined where the text is not canonical. */
const parseLeaf = (leaf: string): Readonly<Record<string, CanonicalValue>> | undefined => {
  try {
    const bet = JSON.parse(leaf) as Readonly<Record<string, CanonicalValue>> | null;
    return bet !== null && canonicalJson(bet) === leaf ? bet : undefined;
  } catch {
    return undefined;
  }
};

export interface PublishedSeedPlace {
  commitment: string;
  day: string;
  index: number;
  path: readonly PathStep[];
}

export const parseSeedPlace = (value: unknown): PublishedSeedPlace => {
  const place = value as PublishedSeedPlace | null;
  if (typeof place?.commitment !== 'string' || typeof place.day !== 'string' || !Array.isArray(place.path))
    throw new Error('it is not what the site says of a seed');
  return place;
};

/** A player's seed under the root that the log has of its day. */
export const checkSeedPlace = (place: PublishedSeedPlace, { seedDays }: LogFindings): Finding => {
  const { commitment, day, index, path } = place;
  const logged = seedDays.get(day);
  const leaf = parseHex(commitment, 32);
  if (logged === undefined) return bad(`the log has no seeds of ${day}`);
  if (!(index >= 0 && index < logged.count) || turnsOf(index, logged.count) !== sidesOf(path))
    return bad("the path is not that of the seed's place");
  if (leaf === null || !provesInclusion(leaf, path, logged.root))
    return bad('the seed is not under the root of its day: its path leads elsewhere');
  return good(`number ${index + 1} of ${logged.count} seeds that were made on ${day}`);
};

const sidesOf = (path: readonly PathStep[]): string => path.map(({ side }) => side).join(' ');

/** The sides of the path from a place; where a node is the odd one of its level, there is no step. */
const turnsOf = (index: number, count: number): string => {
  const sides: string[] = [];
  for (
    let [place, left] = [index, count];
    left > 1;
    place = Math.floor(place / 2), left = Math.ceil(left / 2)
  ) {
    if (place % 2 === 1) sides.push('left');
    else if (place + 1 < left) sides.push('right');
  }
  return sides.join(' ');
};
