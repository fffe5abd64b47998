/** The game on About Us. */
import { defineGameAbout } from '@fairground/game-kit/web';
import type { WheelConfig } from '../contract.ts';
import type { Texts } from './texts.ts';

export default defineGameAbout<Texts['about'], WheelConfig>({
  place: 2,
  as: 'reward',
  title: 'about.rewardWheel',
  text: 'about.rewardWheelText',
});
