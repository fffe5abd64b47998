/** The game on About Us. */
import { defineGameAbout } from '@fairground/game-kit/web';
import type { AviatorConfig } from '../contract.ts';
import type texts from './messages/en/about.json';

export default defineGameAbout<typeof texts, AviatorConfig>({
  place: 3,
  as: 'section',
  title: 'about.aviator',
  text: 'about.aviatorText',
});
