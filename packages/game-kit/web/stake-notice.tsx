/**
 * One line with the reason why no stake can be placed, and the remedy. Few players need it, so
 * it is loaded when it is due.
 */
import { LazyBoundary, lazyPart } from '@fairground/site-kit/faults/lazy-part.tsx';
import type { StakeNoticeProps } from './stake-notice/reason.tsx';

const Reason = lazyPart(async () => (await import('./stake-notice/reason.tsx')).Reason);

export const StakeNotice = (props: StakeNoticeProps) =>
  props.gameClosed.closed || (props.balance ?? props.minCoins) < props.minCoins ? (
    <LazyBoundary>
      <Reason {...props} />
    </LazyBoundary>
  ) : null;
