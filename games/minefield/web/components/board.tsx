/**
 * The field: one grid of buttons with arrow keys within it. All of the meadow gets lighter with every gem, in
 * the same measure everywhere, so that light never hints at a place.
 */
import type { MinefieldTile } from '../../contract.ts';
import { useRef, useState } from 'react';
import type { CSSProperties, KeyboardEvent } from 'react';
import { Dug, Turf, type PlotFace } from './plot.tsx';
import styles from '../minefield.module.css';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { useTexts, type TextKey } from '../texts.ts';

export type BoardProps = {
  tiles: number;
  columns: number;
  known: ReadonlyMap<number, MinefieldTile>;
  /** Turned by the player, as against shown at the end. */
  turned: readonly number[];
  requested: ReadonlySet<number>;
  playing: boolean;
  onTurn: (tileId: number) => void;
};

const moves: Record<string, (columns: number) => number> = {
  ArrowLeft: () => -1,
  ArrowRight: () => 1,
  ArrowUp: (columns) => -columns,
  ArrowDown: (columns) => columns,
};

export function Board({ tiles, columns, known, turned, requested, playing, onTurn }: BoardProps) {
  'use memo';
  const t = useTexts('page');
  const grid = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(0);
  const current = Math.min(focused, tiles - 1);

  function move(event: KeyboardEvent, from: number): void {
    const step = moves[event.key]?.(columns);
    if (step === undefined) return;
    event.preventDefault();
    const to = from + step;
    const leavesRow = Math.abs(step) === 1 && Math.floor(to / columns) !== Math.floor(from / columns);
    if (to < 0 || to >= tiles || leavesRow) return;
    setFocused(to);
    grid.current?.querySelector<HTMLButtonElement>(`[data-tile="${to}"]`)?.focus();
  }

  const rows = Array.from({ length: Math.ceil(tiles / columns) }, (_, row) =>
    Array.from({ length: Math.min(columns, tiles - row * columns) }, (__, column) => row * columns + column),
  );
  return (
    <div
      ref={grid}
      role="grid"
      aria-label={t('minefield.meadow')}
      className={styles.meadow}
      style={{ '--mf-columns': columns } as CSSProperties}
    >
      {rows.map((row, rowIndex) => (
        <div
          key={rowIndex}
          role="row"
          className={cn(
            'grid min-h-0 grid-cols-[repeat(var(--mf-columns),minmax(0,1fr))]',
            'gap-[calc(2%*5/var(--mf-columns))]',
          )}
        >
          {row.map((tileId) => {
            const face = plotFaceOf(known.get(tileId), turned.includes(tileId));
            const open = playing && face === 'turf' && !requested.has(tileId);
            return (
              <div key={tileId} role="gridcell" className="grid min-h-0">
                <button
                  type="button"
                  data-tile={tileId}
                  data-face={face}
                  data-requested={requested.has(tileId) || undefined}
                  className={styles.plot}
                  tabIndex={tileId === current ? 0 : -1}
                  // Not `disabled`: the keyboard must not lose its place when a plot has been turned.
                  aria-disabled={!open}
                  aria-label={t(faceText[face], { row: rowIndex + 1, column: (tileId % columns) + 1 })}
                  onFocus={() => setFocused(tileId)}
                  onKeyDown={(event) => move(event, tileId)}
                  onClick={() => {
                    if (open) onTurn(tileId);
                  }}
                >
                  <span className={styles.turn}>
                    <span className={styles.side}>
                      <Turf tileId={tileId} />
                    </span>
                    <span className={cn(styles.side, styles.under)}>
                      {face !== 'turf' && <Dug face={face} />}
                    </span>
                  </span>
                </button>
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

const faceText: Record<PlotFace, TextKey> = {
  turf: 'minefield.plot',
  gem: 'minefield.plotGem',
  left: 'minefield.plotLeft',
  mine: 'minefield.plotMine',
  hit: 'minefield.plotMine',
};

export function plotFaceOf(tile: MinefieldTile | undefined, turned: boolean): PlotFace {
  if (!tile?.isRevealed) return 'turf';
  if (tile.isTrap) return turned ? 'hit' : 'mine';
  return turned ? 'gem' : 'left';
}
