/**
 * A plot with its text, its points by keyboard, and the same figures as a table. The plot itself is drawn on a canvas,
 * which screen readers do not see: they have a slider over its points.
 */
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { FactTable } from '../fact-table.tsx';
import { usePlotTexts } from './texts.ts';

export interface PlotSeries {
  name: string;
  /** One for each label; null where there is none. */
  values: readonly (number | null)[];
}

interface PlotProps {
  title: string;
  /** What the plot shows, in a sentence. */
  text: string;
  kind: 'line' | 'bars';
  labels: readonly string[];
  series: readonly PlotSeries[];
  formatValue: (value: number) => string;
  /** Of the table: what a point is. */
  pointHead: string;
}

const heightPx = 240;

export function Plot({ title, text, kind, labels, series, formatValue, pointHead }: PlotProps) {
  const t = usePlotTexts();
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
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

  const draw = useEffectEvent((): void => {
    const box = place.current;
    if (box === null) return;
    plot.current?.destroy();
    plot.current = new UPlot(
      optionsOf({
        kind,
        labels,
        seriesCount: series.length,
        formatValue,
        widthPx: box.clientWidth,
        choose: setChosen,
      }),
      [labels.map((_, at) => at), ...series.map(({ values }) => [...values])],
      box,
    );
  });
  useEffect(() => draw(), [kind, labels, series, formatValue]);
  useEffect(() => {
    const box = place.current;
    if (box === null) return;
    const sizes = new ResizeObserver(() =>
      plot.current?.setSize({ width: box.clientWidth, height: heightPx }),
    );
    sizes.observe(box);
    // The colours of a canvas do not follow the theme.
    const themes = new MutationObserver(() => draw());
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      sizes.disconnect();
      themes.disconnect();
      plot.current?.destroy();
      plot.current = null;
    };
  }, []);

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
    <figure className="grid gap-2" aria-labelledby={`${id}-title`}>
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
        <div ref={place} aria-hidden />
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

/** Coins, bets and percentages are integers on an axis. */
const integerSteps = Array.from({ length: 12 }, (_, at) => [1, 2, 5].map((step) => step * 10 ** at)).flat();

interface Drawing {
  kind: 'line' | 'bars';
  labels: readonly string[];
  seriesCount: number;
  formatValue: (value: number) => string;
  widthPx: number;
  choose: (index: number) => void;
}

/** Several lines differ in their dashes, since colour alone must not carry anything. */
const dashes = [[], [9, 4], [2, 4], [14, 4, 2, 4], [5, 7]];

function optionsOf({ kind, labels, seriesCount, formatValue, widthPx, choose }: Drawing): UPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name);
  // Like all text, that of the axes follows the browser's setting.
  const remPx = Number.parseFloat(style.fontSize);
  const axis = {
    stroke: colour('--quiet'),
    grid: { stroke: colour('--rule'), width: 1 },
    ticks: { stroke: colour('--rule'), width: 1 },
    font: `500 ${0.8125 * remPx}px Figtree, sans-serif`,
  };
  const isLine = kind === 'line';
  return {
    width: widthPx,
    height: heightPx,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: (_, min, max) => (isLine && max > min ? [min, max] : [min - 0.6, max + 0.6]) },
      // Nought is always in sight, so that a bar is as long as its value.
      y: { range: (_, min, max) => UPlot.rangeNum(Math.min(min, 0), Math.max(max, 1), 0.1, true) },
    },
    axes: [
      {
        ...axis,
        space: (isLine ? 4 : 6.25) * remPx,
        incrs: [1, 2, 5, 10, 20, 30, 60, 90],
        values: (_, splits) => splits.map((at) => (Number.isInteger(at) ? (labels[at] ?? '') : '')),
      },
      { ...axis, size: 4.25 * remPx, incrs: integerSteps, values: (_, splits) => splits.map(formatValue) },
    ],
    series: [
      {},
      ...Array.from({ length: seriesCount }, (_, at) => ({
        stroke: colour('--info'),
        ...(isLine ? { dash: dashes[at % dashes.length] ?? [] } : { fill: colour('--info') }),
        width: isLine ? 2.5 : 0,
        points: { show: isLine && seriesCount === 1 && labels.length <= 31, size: 6, fill: colour('--info') },
        ...(isLine || !UPlot.paths.bars ? {} : { paths: UPlot.paths.bars({ size: [0.6, 72] }) }),
      })),
    ],
    hooks: {
      setCursor: [
        ({ cursor }) => {
          if (typeof cursor.idx === 'number') choose(cursor.idx);
        },
      ],
    },
  };
}
