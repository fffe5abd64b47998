/** The game on About Us. */
import { defineGameAbout } from '@fairground/game-kit/web';
import type { WheelConfig } from '../contract.ts';
import type texts from './messages/en/about.json';

export default defineGameAbout<typeof texts, WheelConfig>({
  place: 2,
  as: 'reward',
  title: 'about.rewardWheel',
  text: 'about.rewardWheelText',
});
