/** The way to the daily wheel from header and menus. */
import type { GameHeaderPart } from '@fairground/game-kit/web';
import { WheelButton } from './components/wheel-button.tsx';
import { WheelMark } from './components/wheel-mark.tsx';

export default { Button: WheelButton, Icon: WheelMark } satisfies GameHeaderPart;
