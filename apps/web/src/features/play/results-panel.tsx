/** The last thirty days for one's own profile, and the way to every bet. Loaded when it is near. */
import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '@fairground/site-kit/ui/button.tsx';
import { LoadFailed } from '@fairground/site-kit/ui/load-failed.tsx';
import { Panel } from '@fairground/site-kit/ui/panel.tsx';
import { OverTimePlot } from './over-time-plot.tsx';
import { summaryQuery } from './queries.ts';
import { totalsOf } from './sums.ts';
import { useTexts } from '../../texts.ts';

const days = 30;

export function ResultsPanel() {
  'use memo';
  const t = useTexts('play');
  const { data, isError, refetch } = useQuery(summaryQuery(days));
  return (
    <Panel title={t('play.results')}>
      <div className="grid min-h-96 content-between gap-3">
        {data === undefined ? (
          isError && <LoadFailed text={t('play.failed')} retry={refetch} />
        ) : totalsOf(data).bets === 0 ? (
          <p className="text-quiet">{t('play.noBets', { n: days })}</p>
        ) : (
          <OverTimePlot summary={data} />
        )}
        <ButtonLink to="/profile/play" variant="secondary" className="justify-self-start">
          {t('play.allBets')}
        </ButtonLink>
      </div>
    </Panel>
  );
}
