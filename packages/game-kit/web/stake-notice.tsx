/** One line with the reason why no stake can be placed, and the remedy. Few players need it, so it is loaded when it is due. */
import { LazyBoundary, lazyPart } from '@fairground/web/shared/faults/lazy-part.tsx';
import { loadCatalogues } from '@fairground/web/shared/i18n/catalogues.ts';
import { activeLanguage } from '@fairground/web/shared/i18n/language.ts';
import type { GameClosed } from './use-game-closed.ts';

export interface StakeNoticeProps {
  gameClosed: GameClosed;
  /** Undefined until the player is known. */
  balance: number | undefined;
  minCoins: number;
}

const Reason = lazyPart(async () => {
  const loaded = await import('./stake-notice/reason.tsx');
  await loadCatalogues(activeLanguage());
  return loaded.Reason;
});

export const StakeNotice = (props: StakeNoticeProps) =>
  props.gameClosed.closed || (props.balance ?? props.minCoins) < props.minCoins ? (
    <LazyBoundary>
      <Reason {...props} />
    </LazyBoundary>
  ) : null;
