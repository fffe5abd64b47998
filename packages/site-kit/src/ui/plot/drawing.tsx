/** What a plot draws on its canvas, with the library for it. */
import { useEffect, useEffectEvent, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

interface PlotSeries {
  name: string;
  /** One for each label; null where there is none. */
  values: readonly (number | null)[];
}

export interface PlottedFigures {
  kind: 'line' | 'bars';
  labels: readonly string[];
  series: readonly PlotSeries[];
  formatValue: (value: number) => string;
}

interface DrawingProps extends PlottedFigures {
  choose: (index: number) => void;
  /** Called with what is drawn, and with null once it is gone. */
  hold: (drawn: UPlot | null) => void;
}

const heightPx = 240;

export function Drawing({ kind, labels, series, formatValue, choose, hold }: DrawingProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot | null>(null);
  const drop = useEffectEvent((): void => {
    plot.current?.destroy();
    plot.current = null;
    hold(null);
  });
  const draw = useEffectEvent((): void => {
    const box = place.current;
    if (box === null) return;
    drop();
    plot.current = new UPlot(
      optionsOf({ kind, labels, seriesCount: series.length, formatValue, widthPx: box.clientWidth, choose }),
      [labels.map((_, at) => at), ...series.map(({ values }) => [...values])],
      box,
    );
    hold(plot.current);
  });
  useEffect(() => draw(), [kind, labels, series, formatValue]);
  useEffect(() => {
    const box = place.current;
    if (box === null) return;
    const sizes = new ResizeObserver(() =>
      plot.current?.setSize({ width: box.clientWidth, height: heightPx }),
    );
    sizes.observe(box);
    // The colors of a canvas do not follow the theme.
    const themes = new MutationObserver(() => draw());
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      sizes.disconnect();
      themes.disconnect();
      drop();
    };
  }, []);
  return <div ref={place} aria-hidden />;
}

/** Coins, bets and percentages are integers on an axis. */
const integerSteps = Array.from({ length: 12 }, (_, at) => [1, 2, 5].map((step) => step * 10 ** at)).flat();

type Look = Pick<DrawingProps, 'kind' | 'labels' | 'formatValue' | 'choose'> & {
  seriesCount: number;
  widthPx: number;
};

/** Several lines differ in their dashes, since color alone must not carry anything. */
const dashes = [[], [9, 4], [2, 4], [14, 4, 2, 4], [5, 7]];

function optionsOf({ kind, labels, seriesCount, formatValue, widthPx, choose }: Look): UPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string): string => style.getPropertyValue(name);
  // Like all text, that of the axes follows the browser's setting.
  const remPx = Number.parseFloat(style.fontSize);
  const axis = {
    stroke: color('--quiet'),
    grid: { stroke: color('--rule'), width: 1 },
    ticks: { stroke: color('--rule'), width: 1 },
    font: `500 ${0.8125 * remPx}px Figtree, sans-serif`,
  };
  const isLine = kind === 'line';
  // Each bar has its name: aslant where they would not fit next to each other.
  const longest = Math.max(...labels.map(({ length }) => length));
  const roomPx = (widthPx - 4.25 * remPx) / labels.length;
  const isAslant = !isLine && longest * 0.5 * remPx > roomPx;
  // Some names are left out where they would lie on each other; the last one may end beyond the bars.
  const every = isAslant ? Math.ceil((1.4 * remPx) / roomPx) : 1;
  const lastNamed = labels.length - 1 - ((labels.length - 1) % every);
  const beyondPx =
    0.36 * remPx * (labels[lastNamed]?.length ?? 0) - (labels.length - 0.5 - lastNamed) * roomPx;
  return {
    width: widthPx,
    height: heightPx,
    legend: { show: false },
    ...(isAslant ? { padding: [null, Math.max(beyondPx, 0), null, null] } : {}),
    cursor: { y: false, drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: (_, min, max) => (isLine && max > min ? [min, max] : [min - 0.6, max + 0.6]) },
      // Nought is always in sight, so that a bar is as long as its value.
      y: { range: (_, min, max) => UPlot.rangeNum(Math.min(min, 0), Math.max(max, 1), 0.1, true) },
    },
    axes: [
      {
        ...axis,
        ...(isAslant ? { rotate: -40, size: (1.5 + 0.27 * longest) * remPx } : {}),
        space: isLine ? 4 * remPx : 1,
        incrs: isLine ? [1, 2, 5, 10, 20, 30, 60, 90] : [1],
        values: (_, splits) =>
          splits.map((at) => (Number.isInteger(at) && at % every === 0 ? (labels[at] ?? '') : '')),
      },
      { ...axis, size: 4.25 * remPx, incrs: integerSteps, values: (_, splits) => splits.map(formatValue) },
    ],
    series: [
      {},
      ...Array.from({ length: seriesCount }, (_, at) => ({
        stroke: color('--info'),
        ...(isLine ? { dash: dashes[at % dashes.length] ?? [] } : { fill: color('--info') }),
        width: isLine ? 2.5 : 0,
        points: { show: isLine && seriesCount === 1 && labels.length <= 31, size: 6, fill: color('--info') },
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
