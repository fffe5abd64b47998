/**
 * Whether a site kept what a receipt says: the bet is under the seal of its round, or was drawn from the seeds it
 * names.
 */
import { provesInclusion, type PathStep } from './merkle.ts';
import type { Receipt } from './receipt.ts';
import { leafText } from './sealed.ts';

/** GET of a path below /api/fairness; null where it is not found. */
export type ReadFairness = (path: string) => Promise<unknown>;

export type SealVerdict =
  /** The bet is where it was promised. */
  | 'kept'
  /** The seal of the round is not published, or the round ended without one. */
  | 'not_sealed'
  /** The site has another bet under this id. */
  | 'altered'
  /** The site has no such bet. */
  | 'left_out'
  /** The key is not the one that signs the site's log: anyone can make a receipt with a key of their own. */
  | 'other_site';

export const compareWithSeal = async (
  { bet, kind, site }: Pick<Receipt, 'bet' | 'kind' | 'site'>,
  read: ReadFairness,
): Promise<SealVerdict> => {
  const origin = asFields(await read('/log'))?.['origin'];
  if (typeof origin !== 'string' || !origin.startsWith(`${site}/`)) return 'other_site';
  const id = String(bet['id']);
  const round = bet['roundId'] ?? bet['drawId'];
  // Games without rounds draw from the player's own seeds.
  if (typeof round !== 'string') {
    const proof = asFields(await read(pathOf(kind, id)));
    if (proof === null) return 'left_out';
    return Object.entries(bet).every(([name, value]) => !(name in proof) || proof[name] === value)
      ? 'kept'
      : 'altered';
  }
  return accuseTwice(async () => {
    const shown = await readSealed({ kind, round, id }, read);
    if (typeof shown === 'string') return shown === 'no_round' ? 'left_out' : shown;
    return shown.leaf === leafText(bet) && shown.isIncluded ? 'kept' : 'altered';
  });
};

/**
 * The verdict rests on two answers, of the round and of the bet, and the round may be sealed between them. So
 * a site is only accused if it says the same once more.
 */
const accuseTwice = async <Verdict extends SealVerdict>(judge: () => Promise<Verdict>): Promise<Verdict> => {
  const verdict = await judge();
  return verdict === 'left_out' || verdict === 'altered' ? judge() : verdict;
};

export interface Stake {
  /** The wire id of the game. */
  kind: string;
  round: string;
  /** The bet's id. */
  id: string;
  coins: number;
}

/** Judges a stake that is known without a receipt: whether its bet, with its id and its coins, is under the seal. */
export const findUnderSeal = async (
  { coins, ...of }: Stake,
  read: ReadFairness,
): Promise<Exclude<SealVerdict, 'other_site'>> =>
  accuseTwice(async () => {
    const shown = await readSealed(of, read);
    if (typeof shown === 'string') return shown === 'no_round' ? 'not_sealed' : shown;
    const { id, amount, bid } = JSON.parse(shown.leaf) as { id?: string; amount?: number; bid?: number };
    return shown.isIncluded && id === of.id && (amount ?? bid) === coins ? 'kept' : 'altered';
  });

const readSealed = async (
  { kind, round, id }: Omit<Stake, 'coins'>,
  read: ReadFairness,
): Promise<'left_out' | 'not_sealed' | 'no_round' | { leaf: string; isIncluded: boolean }> => {
  // First, so that a seal that is made meanwhile accuses nobody.
  const proof = asFields(await read(pathOf(kind, round)));
  if (proof === null) return 'no_round';
  // Where bets are tickets, the root has another name, and their places too.
  const { betsRoot, rootHex, betCount, ticketCount } = proof;
  const [root, bets] = rootHex === undefined ? [betsRoot, 'bets'] : [rootHex, 'tickets'];
  if (typeof root !== 'string') return 'not_sealed';
  const shown = asFields(await read(pathOf(kind, round, bets, id)));
  if (shown === null) return 'left_out';
  const { leaf, path } = shown as { leaf: string; path: readonly PathStep[] };
  const isOfSeal = (shown['betCount'] ?? shown['ticketCount']) === (betCount ?? ticketCount);
  return { leaf, isIncluded: isOfSeal && provesInclusion(leaf, path, root) };
};

const pathOf = (...parts: readonly string[]): string => `/${parts.map(encodeURIComponent).join('/')}`;

const asFields = (input: unknown): Readonly<Record<string, unknown>> | null =>
  typeof input === 'object' && input !== null ? (input as Readonly<Record<string, unknown>>) : null;
