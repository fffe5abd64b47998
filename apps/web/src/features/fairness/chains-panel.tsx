/** The seed chains that were published, and which of them were ended before their last link. */
import type { Chains } from '@fairground/contract/fairness';
import { gamesByPlace } from '../../game-parts/list.ts';
import { request } from '@fairground/site-kit/api/request.ts';
import { useResource } from '@fairground/site-kit/api/resource.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { chainsAnswer } from './chains-answer.ts';
import { Row } from './row.tsx';
import { useTexts } from '../../texts.ts';

export function ChainsPanel() {
  'use memo';
  const t = useTexts('fairness');
  const { data: chains = [] } = useResource({
    key: 'fairness chains',
    load: () => request('/fairness/chains', { answer: chainsAnswer }),
  });
  if (chains.length === 0) return null;
  return (
    <section aria-labelledby="fairness-chains" className="grid gap-4">
      <h2 id="fairness-chains" className="text-20 leading-7 font-bold">
        {t('fairness.chains')}
      </h2>
      <p className="max-w-[60ch] text-quiet">{t('fairness.chainsLead')}</p>
      {chains.map((chain) => (
        <ChainFacts key={chain.id} chain={chain} />
      ))}
    </section>
  );
}

const games = gamesByPlace('proof');

function ChainFacts({ chain }: { chain: Chains[number] }) {
  const t = useTexts('fairness');
  const { formatMoment } = useFormat();
  const game = games.find(({ id }) => id === chain.game);
  return (
    <dl className="grid gap-3 rounded-panel bg-panel p-5">
      <Row name={t('fairness.game')}>{`${game ? t(game.proof.label) : chain.game} · ${chain.id}`}</Row>
      <Row name={t('fairness.terminalHash')} mono>
        {chain.terminalHash}
      </Row>
      <Row name={t('fairness.chainPublished')}>{formatMoment(chain.publishedAt)}</Row>
      {chain.ended && (
        <Row name={t('fairness.chainEnd')}>
          {t(`fairness.chainEnded.${chain.ended.reason}`, { at: formatMoment(chain.ended.at) })}
        </Row>
      )}
    </dl>
  );
}
