/**
 * What the site knows of a game's pages before any of them is opened. It is part of every page's first load, so it
 * contains names, addresses and loaders only. What a single page of the site needs to know of a game is in a file
 * of its own next to `index.ts` (see parts.ts), and is loaded with that page.
 */
import type { ComponentType } from 'react';
import type { GameMessageKey } from '@fairground/site-kit/i18n/i18n.ts';

export type CardColor = 'sky' | 'mint' | 'ticket' | 'bulb';

interface Page<Key> {
  path: string;
  title: Key;
  description: Key;
  load: () => Promise<ComponentType>;
}

interface Card<Key> {
  color: CardColor;
  /** What the game is called wherever games with a card are listed, except on All Games. */
  gameName: Key;
  /** On All Games. */
  name: Key;
  text: Key;
}

/** The game without its controls, which visitors see at /watch/FOLDER. */
interface Watch<Key> {
  title: Key;
  description: Key;
  load: () => Promise<ComponentType>;
  /**
   * What happens now, in the sky of the home page: the first game that has one is shown.
   * Decoration, from what the game's stall shows.
   */
  loadPreview?: () => Promise<ComponentType>;
}

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

interface Dialog<Key> {
  /** In the menus; the dialog's title. */
  title: Key;
  load: () => Promise<ComponentType<DialogProps>>;
}

/**
 * `place` counts from 1; each page has its own order of games (docs/product.md 2.6). Games
 * without a place follow as listed.
 */
interface Pages<Key> {
  /** As on the wire: in proofs, topics and GET /games/config. */
  id: string;
  page?: Page<Key>;
  watch?: Watch<Key>;
  /** In the order of the list of games, wherever games are listed; `gameName` labels the links. */
  card?: Card<Key>;
  /** A game that is played in a dialog, which any page can open. */
  dialog?: Dialog<Key>;
  /** Named to a player without coins: stakes of before may pay at its next draw. */
  laterPay?: { label: Key };
  /** Among the links of the 404 page. */
  notFoundLink?: { place: number };
  /** On /how-to-play, where `anchor` is the fragment of the address. */
  guide?: { place?: number; anchor: string };
  /** Among the games of the strategy lab, which `lab.ts` describes. */
  lab?: { place?: number };
  /** In the form that checks results. Its `label` names the game wherever results are spoken of. */
  proof: { place?: number; label: Key };
}

export type GamePages = Pages<GameMessageKey>;

/** `Catalogue` is the type of the part `shell` of the game's texts, which contains every key that is named here. */
export const defineGamePages = <Catalogue>(pages: Pages<keyof Catalogue & string>): GamePages =>
  pages as Pages<string> as GamePages;
