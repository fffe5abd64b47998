/** The four stalls in the order of the specification: where they stand, their colour and their picture. */
import type { MessageKey } from '../i18n/i18n.ts';
import type { Stall } from '../scene/stall-pictures.tsx';
import type { StallColour } from './stall-card.tsx';

export interface StallOfFair {
  id: Stall;
  to: string;
  colour: StallColour;
  /** On the sign of the entrance page. */
  sign: MessageKey;
  /** On the sign of All Games. */
  name: MessageKey;
  text: MessageKey;
}

export const stalls: readonly StallOfFair[] = [
  {
    id: 'lottery',
    to: '/games/play-lottery',
    colour: 'bulb',
    sign: 'nav.lottery',
    name: 'games.lotteryName',
    text: 'games.lotteryText',
  },
  {
    id: 'doubleTrouble',
    to: '/games/double-trouble',
    colour: 'ticket',
    sign: 'nav.doubleTrouble',
    name: 'nav.doubleTrouble',
    text: 'games.doubleTroubleText',
  },
  {
    id: 'aviator',
    to: '/games/aviator',
    colour: 'sky',
    sign: 'nav.aviator',
    name: 'nav.aviator',
    text: 'games.aviatorText',
  },
  {
    id: 'minefield',
    to: '/games/minefield',
    colour: 'mint',
    sign: 'nav.minefield',
    name: 'nav.minefield',
    text: 'games.minefieldText',
  },
];
