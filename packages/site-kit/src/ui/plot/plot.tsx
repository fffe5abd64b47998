/**
 * A plot with its text, its points by keyboard, and the same figures as a table. The plot itself is drawn on a canvas,
 * which screen readers do not see: they have a slider over its points.
 */
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import type UPlot from 'uplot';
import { LazyBoundary, lazyPart } from '../../faults/lazy-part.tsx';
import { FactTable } from '../fact-table.tsx';
import type { PlottedFigures } from './drawing.tsx';
import { useTexts } from '../../texts.ts';

export interface PlotProps extends PlottedFigures {
  title: string;
  /** What the plot shows, in a sentence. */
  text: string;
  /** What a point is, as the head of the table's first column. */
  pointHead: string;
}

/** With the library that draws. Without it the text and the table remain. */
const Drawing = lazyPart(async () => (await import('./drawing.tsx')).Drawing);

export function Plot({ title, text, kind, labels, series, formatValue, pointHead }: PlotProps) {
  'use memo';
  const t = useTexts('plot');
  const id = useId();
  const plot = useRef<UPlot | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const last = labels.length - 1;
  const index = Math.min(chosen ?? last, last);
  const pointText = (at: number): string =>
    t('plot.point', { label: labels[at] ?? '', value: valuesText(at) });
  const valuesText = (at: number): string =>
    series
      .flatMap(({ name, values }) => {
        const value = values[at] ?? null;
        if (value === null) return [];
        const shown = formatValue(value);
        return [series.length === 1 ? shown : t('plot.ofSeries', { name, value: shown })];
      })
      .join('; ');

  function move(event: KeyboardEvent): void {
    const to = targetOf(event.key, index, last);
    if (to === undefined) return;
    event.preventDefault();
    setChosen(to);
    const drawn = plot.current;
    drawn?.setCursor(
      { left: drawn.valToPos(to, 'x'), top: drawn.valToPos(series[0]?.values[to] ?? 0, 'y') },
      false,
    );
  }

  return (
    <figure className="grid grid-cols-1 gap-2" aria-labelledby={`${id}-title`}>
      <figcaption className="grid gap-1">
        <span id={`${id}-title`} className="text-18 leading-6 font-bold">
          {title}
        </span>
        <span id={`${id}-text`} className="text-quiet">
          {text}
        </span>
      </figcaption>
      <div
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-describedby={`${id}-text ${id}-hint`}
        aria-valuemin={0}
        aria-valuemax={Math.max(last, 0)}
        aria-valuenow={index}
        aria-valuetext={pointText(index)}
        className="min-h-60 rounded-control"
        onKeyDown={move}
      >
        <LazyBoundary>
          <Drawing
            kind={kind}
            labels={labels}
            series={series}
            formatValue={formatValue}
            choose={setChosen}
            hold={(drawn) => {
              plot.current = drawn;
            }}
          />
        </LazyBoundary>
      </div>
      <p aria-hidden className="figures min-h-5.5 text-14 leading-5 font-bold">
        {pointText(index)}
      </p>
      <span id={`${id}-hint`} className="sr-only">
        {t('plot.explore')}
      </span>
      <details>
        <summary className="min-h-11 content-center font-bold">{t('plot.table')}</summary>
        <FactTable
          caption={title}
          heads={[pointHead, ...series.map(({ name }) => name)]}
          rows={labels.map((label, at) => [
            label,
            ...series.map(({ values }) => {
              const value = values[at] ?? null;
              return value === null ? '–' : formatValue(value);
            }),
          ])}
        />
      </details>
    </figure>
  );
}

function targetOf(key: string, index: number, last: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(index - 1, 0);
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(index + 1, last);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
