/** The player's own rank, below the board: a place, or a share of all players where the board does not list it. */
import { listedPlaces, type Rank } from '@fairground/contract/leaderboard';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import type { TranslateWith } from '@fairground/site-kit/i18n/texts-of.ts';
import { useTexts, type Texts } from '../../texts.ts';

export function OwnRank({ rank, game }: { rank: Rank | undefined; game: string | null }) {
  const t = useTexts('leaderboard');
  const { formatCoins } = useFormat();
  return (
    <p className="figures mt-5 min-h-6 border-t-[1.5px] border-rule pt-4 text-17 leading-6">
      {rank !== undefined && <span>{textOf(t, rank, { won: formatCoins(rank.totalWon), game })}</span>}
      {rank?.of === undefined ? null : (
        <span className="block text-15 text-quiet">
          {t('leaderboard.placesBeyond', { listed: listedPlaces })}
        </span>
      )}
    </p>
  );
}

function textOf(
  t: TranslateWith<Texts['leaderboard']>,
  { rank, of, bot, beyond }: Rank,
  { won, game }: { won: string; game: string | null },
): string {
  if (game !== null) {
    if (beyond !== undefined) return t('board.beyond', { beyond, won });
    return rank === null ? t('board.noGameRank') : t('board.gameRank', { rank, won });
  }
  if (rank === null) return t('leaderboard.guest', { won });
  // Rounded up: nobody is among the first 0 %.
  if (of !== undefined) return t('leaderboard.ownShare', { share: Math.ceil((100 * rank) / of) / 100, won });
  return t(bot === true ? 'board.botRank' : 'leaderboard.ownRank', { rank, won });
}
