/** The public log: whose it is, how long it is, and who watches it. */
import type { LogInfo } from '@fairground/contract/fairness';
import { request } from '@fairground/site-kit/api/request.ts';
import { useResource } from '@fairground/site-kit/api/resource.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { Link } from '@fairground/site-kit/router/router.tsx';
import { logAnswer } from './log-answer.ts';
import { Row } from './row.tsx';
import { useTexts } from '../../texts.ts';

export function LogPanel() {
  'use memo';
  const t = useTexts('fairness');
  const { formatCoins: formatCount } = useFormat();
  const { data: log } = useResource({
    key: 'fairness log',
    load: () => request('/fairness/log', { answer: logAnswer }),
  });
  if (!log) return null;
  return (
    <section aria-labelledby="fairness-log" className="grid gap-4">
      <h2 id="fairness-log" className="text-20 leading-7 font-bold">
        {t('fairness.log')}
      </h2>
      <p className="max-w-[60ch] text-quiet">{t('fairness.logLead')}</p>
      <dl className="grid gap-3 rounded-panel bg-panel p-5">
        <Row name={t('fairness.logOrigin')} mono>
          {log.origin}
        </Row>
        <Row name={t('fairness.logKey')} mono>
          {log.verifierKey}
        </Row>
        <Row name={t('fairness.logSize')}>{formatCount(log.size)}</Row>
        <Row name={t('fairness.logWitnesses')}>
          <Witnesses witnesses={log.witnesses} />
        </Row>
      </dl>
      <Link
        to="/fairness/monitor"
        className="inline-flex min-h-11 items-center justify-self-start text-info underline underline-offset-3"
      >
        {t('fairness.monitor')}
      </Link>
    </section>
  );
}

function Witnesses({ witnesses }: Pick<LogInfo, 'witnesses'>) {
  const t = useTexts('fairness');
  const { formatCoins: formatCount, formatMoment } = useFormat();
  if (witnesses.length === 0) return <p>{t('fairness.logUnwitnessed')}</p>;
  return (
    <ul className="grid gap-2">
      {witnesses.map(({ name, verifierKey, size, at }) => (
        <li key={verifierKey}>
          {size === null || at === null
            ? t('fairness.logUnsigned', { name })
            : t('fairness.logSigned', { name, size: formatCount(size), at: formatMoment(at) })}
        </li>
      ))}
    </ul>
  );
}
