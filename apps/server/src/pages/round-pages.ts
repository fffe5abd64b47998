/**
 * The pages of rounds. The build prerenders one page in each language with marks in place of what a round is called and
 * how it ended; a request fills them in, so that the HTML names the result before any script runs. The page's answer
 * from the API is sent with it, as for other prerendered pages (see page-data.ts of the application).
 */
import type { AnyRound, RoundLanguage, RoundTexts } from '@fairground/contract/rounds';

/** As in packages/site-kit/src/page/head.ts. */
export const pictureOfSite = '/icons/og.png';

/** As in apps/web/src/features/rounds/prerendered-round.ts. */
const marks = {
  path: '/rounds/round-mark/0',
  title: 'round-title-mark',
  summary: 'round-summary-mark',
  data: '<!--round-data-mark-->',
  /** The picture of the site, which the game's own replaces. */
  picture: pictureOfSite,
};

export const roundPath = ({ game, id }: Pick<AnyRound, 'game' | 'id'>): string => `/rounds/${game}/${id}`;

export const fillRoundPage = (
  html: string,
  round: AnyRound,
  { language, hasPicture }: { language: RoundLanguage; hasPicture: boolean },
): string => {
  const texts: RoundTexts = round.texts[language];
  return html
    .replace(marks.picture, () => (hasPicture ? `/pictures/${round.game}.png` : marks.picture))
    .replaceAll(marks.path, () => roundPath(round))
    .replaceAll(marks.title, () => escapeHtml(texts.title))
    .replaceAll(marks.summary, () => escapeHtml(texts.summary))
    .replace(marks.data, () => dataBlock(round));
};

const dataBlock = (round: AnyRound): string => {
  const data = [[['round', round.game, round.id], round]];
  return `<script type="application/json" id="page-data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
};

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
