/** Whether a site kept what a receipt says: the bet is under the seal of its round, or was drawn from the seeds it names. */
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
  | 'left_out';

export const compareWithSeal = async (
  { bet, kind }: Pick<Receipt, 'bet' | 'kind'>,
  read: ReadFairness,
): Promise<SealVerdict> => {
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
  // First, so that a seal that is made meanwhile accuses nobody.
  const proof = await read(pathOf(kind, round));
  // Where bets are tickets, both have another name.
  const root = asFields(proof)?.['betsRoot'] ?? asFields(proof)?.['rootHex'];
  if (proof === null) return 'left_out';
  if (typeof root !== 'string') return 'not_sealed';
  const shown =
    asFields(await read(pathOf(kind, round, 'bets', id))) ??
    asFields(await read(pathOf(kind, round, 'tickets', id)));
  if (shown === null) return 'left_out';
  const { leaf, path } = shown as { leaf: string; path: readonly PathStep[] };
  return leaf === leafText(bet) && provesInclusion(leaf, path, root) ? 'kept' : 'altered';
};

const pathOf = (...parts: readonly string[]): string => `/${parts.map(encodeURIComponent).join('/')}`;

const asFields = (input: unknown): Readonly<Record<string, unknown>> | null =>
  typeof input === 'object' && input !== null ? (input as Readonly<Record<string, unknown>>) : null;
