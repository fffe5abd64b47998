/** Aviator for visitors: the stage, the recent crashes and the live table, with a way to play in place of the bet. */
import { GameLayout, HistoryFailed, ProofLine, useGameEvents, useGameLive } from '@fairground/game-kit/web';
import { WatchPanel } from '@fairground/game-kit/web/watch';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '@fairground/site-kit/api/request.ts';
import { useConnection, useReconnected } from '@fairground/site-kit/live/use-live.ts';
import { useMaintenance } from '@fairground/site-kit/maintenance/maintenance.ts';
import { aviatorGlobalHistory } from '../contract.ts';
import { crashesQuery, roundsQuery } from './api.ts';
import styles from './aviator.module.css';
import { Announcer } from './components/announcer.tsx';
import { FlightStage, stageModel } from './components/flight-stage.tsx';
import { CrashBadges } from './components/recent-crashes.tsx';
import { TablePart, useTable } from './components/table-part.tsx';
import { useCountdown, useFreshCrash } from './countdown.ts';
import { aviatorLive } from './live.ts';
import { aviatorCache } from './stage/cache.ts';
import { createFlightStore } from './stage/flight-text.tsx';
import { isFlying, noRounds, type Crash } from './stage/state.ts';
import { usePace } from './use-pace.ts';
import { useTexts } from './texts.ts';

/** The crashes of `crashesQuery`, by the call that takes no player. */
const recentQuery = queryOptions({
  ...crashesQuery,
  queryFn: async ({ signal }): Promise<readonly Crash[]> => {
    const crashes = await request('/aviator/recent', { answer: aviatorGlobalHistory, signal });
    return aviatorCache.dispatch({ type: 'crashesLoaded', crashes }).crashes ?? crashes;
  },
});

export function WatchAviator() {
  'use memo';
  const t = useTexts('page');
  const { data: rounds = noRounds } = useQuery(roundsQuery);
  useGameLive(aviatorLive, usePace({ isFlying: isFlying(rounds), hasBet: false }));
  const { table, isUsed } = useTable();
  const [store] = useState(createFlightStore);
  const { away } = useConnection();
  const countdown = useCountdown(rounds.next);
  const isPaused = useMaintenance() !== null && countdown === 0;
  const isFresh = useFreshCrash();
  const model = stageModel(rounds, { countdown, isPaused, isFresh }, table, {
    cashedOutAt: [],
    autoCashOuts: [],
  });
  const isUnknown = rounds.draw === null && rounds.next === null;
  const atHand = rounds.next?.roundId ?? rounds.draw?.roundId;
  const over = rounds.draw?.status === 'finished' ? rounds.draw.roundId : null;
  return (
    <GameLayout
      title={t('nav.aviator')}
      front={
        <>
          <FlightStage
            rounds={rounds}
            model={model}
            store={store}
            ended={[]}
            // Until a round is known there is no countdown.
            away={away || isUnknown}
            isUsed={isUsed}
          />
          <ProofLine
            className={styles.fairness}
            text={atHand === undefined ? null : t('aviator.sealed', { n: atHand })}
            link={t('aviator.proof')}
            of={over === null ? null : { game: 'aviator', id: over }}
          />
        </>
      }
      history={
        <>
          <RecentCrashes />
          <TablePart table={table} isUsed={isUsed} draw={rounds.draw} />
        </>
      }
      controls={<WatchPanel path="/games/aviator" name={t('nav.aviator')} />}
    >
      <Announcer phase={model.phase} crash={model.crashMultiplier} lost={[]} />
    </GameLayout>
  );
}

function RecentCrashes() {
  'use memo';
  const t = useTexts('page');
  const { data: crashes, isError, refetch } = useQuery(recentQuery);
  useReconnected(() => void refetch());
  useGameEvents(aviatorCache.events, ({ type }) => {
    if (type === 'roundMissed') void refetch();
  });
  return (
    <section aria-labelledby="recent">
      <h2 id="recent" className="mb-1.5 text-14 leading-5 font-bold lg:mb-3 lg:text-17 lg:leading-6">
        {t('aviator.crashes')}
      </h2>
      {isError && crashes === undefined ? (
        <HistoryFailed
          className="min-h-15"
          text={t('aviator.crashesFailed')}
          onRetry={() => void refetch()}
        />
      ) : (
        <ul
          // A list that scrolls must be reachable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          aria-labelledby="recent"
          className="flex min-h-15 flex-wrap content-start gap-1 overflow-y-auto max-lg:max-h-15 lg:h-23"
        >
          {crashes?.length === 0 && (
            <li className="text-14 leading-7 text-quiet">{t('aviator.noCrashes')}</li>
          )}
          <CrashBadges crashes={crashes} />
        </ul>
      )}
    </section>
  );
}
