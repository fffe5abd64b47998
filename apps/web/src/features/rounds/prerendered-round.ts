/**
 * The content of the prerendered page of a round, which is one for all rounds: marks that the server replaces for each
 * of them (its round-pages.ts has the same), and the place of the block of data.
 */
import type { AnyRound } from '@fairground/contract/rounds';
import type { PageData } from '@fairground/site-kit/page/page-data.ts';
import { roundKey } from './round-query.ts';

const texts = { title: 'round-title-mark', summary: 'round-summary-mark' };

const round: AnyRound = {
  game: 'round-mark',
  id: '0',
  endedAt: '1970-01-01T00:00:00.000Z',
  settled: false,
  texts: { en: texts, es: texts },
  round: null,
  proof: null,
};

export const prerenderedRoundPath = `/rounds/${round.game}/${round.id}`;
export const prerenderedEmbedPath = `/embed/${round.game}/${round.id}`;

export const prerenderedRound = {
  ...texts,
  answers: [[roundKey(round), round]] satisfies PageData,
  data: '<!--round-data-mark-->',
};
