/** The game on About Us. */
import { defineGameAbout } from '@fairground/game-kit/web';
import type { AviatorConfig } from '../contract.ts';
import type { Texts } from './texts.ts';

export default defineGameAbout<Texts['about'], AviatorConfig>({
  place: 3,
  as: 'section',
  title: 'about.aviator',
  text: 'about.aviatorText',
});
