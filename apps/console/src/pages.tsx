/** Every page of the console, by its address. */
import type { ComponentType } from 'react';
import { HomePage } from './pages/home-page.tsx';
import { LogPage } from './pages/log-page.tsx';
import { NowPage } from './pages/now-page.tsx';

export const pages: readonly { path: string; Component: ComponentType }[] = [
  { path: '/now', Component: NowPage },
  { path: '/log', Component: LogPage },
  { path: '*', Component: HomePage },
];
