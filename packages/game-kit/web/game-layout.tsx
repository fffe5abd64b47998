/**
 * A game's page: on a phone one column with the controls docked at its foot, from 1024 px the stage with a stub
 * next to it.
 */
import type { ReactNode } from 'react';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { Perforation } from '@fairground/site-kit/ui/stub-panel.tsx';
import { KeepOffer } from './keep-offer.tsx';
import styles from './game-layout.module.css';

interface GameLayoutProps {
  /** The text of the page's one heading, which only screen readers have. */
  title: string;
  className?: string | undefined;
  /** The game's own measures for parts of the layout. */
  frontClass?: string | undefined;
  historyClass?: string | undefined;
  controlsClass?: string | undefined;
  front: ReactNode;
  history: ReactNode;
  controls: ReactNode;
  /** Switches that a player seldom uses: below the stage on a phone, below the controls next to it. */
  tools?: ReactNode;
  /** Whether a bet of the player is not settled yet. */
  isAtStake?: boolean;
  /** Content without a fixed place, such as announcements. */
  children?: ReactNode;
}

export const GameLayout = (props: GameLayoutProps) => (
  <div className={cn(styles.page, props.className)}>
    <h1 className="sr-only">{props.title}</h1>
    <div className={cn(styles.front, props.frontClass)}>{props.front}</div>
    <div className={cn('bites-top bg-panel text-text lg:bites-left', styles.stub)}>
      <div className={cn(styles.controls, props.controlsClass)}>{props.controls}</div>
      {props.tools !== undefined && (
        <div className={styles.tools}>
          <KeepOffer isAtStake={props.isAtStake} />
          {props.tools}
        </div>
      )}
      <Perforation className="hidden lg:order-2 lg:block" />
      <div className={cn('order-3 bg-panel px-4 py-3 lg:px-8 lg:py-6', props.historyClass)}>
        {props.history}
      </div>
    </div>
    {props.children}
  </div>
);
