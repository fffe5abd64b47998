/** The sign over the pegs: in one line where the stall is small, so that it hides no peg. */
import { paperSign } from '@fairground/game-kit/web';

export const sign =
  `${paperSign} top-[19%] left-1/2 flex min-h-8 w-max max-w-[94%] -translate-x-1/2 flex-wrap ` +
  'items-center justify-center gap-x-2.5 px-3 py-px text-14 leading-4.5 lg:top-[18.5%] lg:min-h-[20%] ' +
  'lg:w-[min(300px,46svh)] lg:flex-col lg:text-17 lg:leading-6';
export const signFigure =
  'figures font-display text-22 leading-[1.1] font-[400] lg:text-[length:clamp(1.25rem,4.2svh,2.75rem)]';
