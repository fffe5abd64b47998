/** The texts of the site. A part that a page shows for all games, such as `guide`, brings those of the games. */
import type { Texts as GameKitTexts } from '@fairground/game-kit/web/texts';
import { textsOf, type KeyOf } from '@fairground/site-kit/i18n/texts-of.ts';
import type { Texts as SiteKitTexts } from '@fairground/site-kit/texts.ts';
import type english from './messages/en.json';
import type spanish from './messages/es.json';

declare module '@fairground/site-kit/i18n/i18n.ts' {
  interface Register {
    site: Record<KeyOf<Texts[keyof Texts]>, string>;
    /** Pages that show the form of the newsletter name it above the form. */
    kit: SiteKitTexts['shell'] & SiteKitTexts['mailing-form'];
    /** Pages with tables of games load `facts`. */
    gameKit: GameKitTexts['shell'] & GameKitTexts['facts'];
  }
}

type FromKit = Pick<GameKitTexts, 'badges' | 'facts'>;

export type Texts = typeof english & FromKit;

export const { useTexts, getTexts } = textsOf<Texts, typeof spanish & FromKit>();

// What header, menus and cards show is loaded with the application.
getTexts('shell');
