/**
 * The stage and its loop. React draws what does not move; sixty times a second the loop reads the model and
 * moves the rest: the canvas, the rocket, the multiplier and whatever else follows the flight. While nothing
 * moves it looks ten times a second, and whenever the model changes.
 */
import { useEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { Rocket } from '@fairground/site-kit/art/rocket.tsx';
import { useFormat, type Format } from '@fairground/site-kit/format/format.ts';
import { paintStage, readInks } from './paint-stage.ts';
import { layer, StageBackdrop } from './stage-backdrop.tsx';
import { momentOf, stageBox } from './stage-model.ts';
import type { Box, Moment, StageModel } from './stage-model.ts';
import styles from '../aviator.module.css';
import { cn } from '@fairground/site-kit/ui/cn.ts';

/** Where the loop reads the moment to draw: from the flight that is on, or from a recorded one. */
export type FlightSource = {
  /** Milliseconds since the take-off of a round in flight. */
  flightMs(model: StageModel): number;
  /** A recorded flight names the moment of its burst too, null before it, and draws every moment that it is set to. */
  burstMs?(): number | null;
};

export type AviatorStageProps = {
  model: StageModel;
  source: FlightSource;
  /** Called when the multiplier shown has changed, in integer hundredths. */
  onHundredths: (hundredths: number) => void;
  children: ReactNode;
};

export function AviatorStage({ model, source, onHundredths, children }: AviatorStageProps) {
  'use memo';
  const stage = useRef<HTMLDivElement>(null);
  const format = useFormat();
  const [size, setSize] = useState({ width: 0, height: 0 });
  const box = stageBox(size.width, size.height);
  useStageSize(stage, setSize);
  useStageLoop(stage, { model, source, box, onHundredths, format });
  return (
    <div ref={stage} className={styles.stage} data-part="stage" data-phase={model.phase}>
      {/* While the page is laid out the stage can be a pixel high: its drawings would get negative heights. */}
      {box.ground > box.top && <StageBackdrop box={box} />}
      <canvas className={layer} aria-hidden="true" />
      <svg
        className={cn(layer, styles.rocket)}
        data-part="rocket"
        width={1}
        height={1}

        aria-hidden="true"
      >
        <Rocket scale={box.unit < 0.6 ? 0.52 : 0.52 + 0.42 * box.unit} flame={model.phase === 'flying'} />
      </svg>
      {children}
    </div>
  );
}

function useStageSize(
  stage: RefObject<HTMLDivElement | null>,
  setSize: (size: { width: number; height: number }) => void,
): void {
  useEffect(() => {
    const element = stage.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width, height } = entry.contentRect;
      setSize({ width: Math.round(width), height: Math.round(height) });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [stage, setSize]);
}

interface LoopInput {
  model: StageModel;
  source: FlightSource;
  box: Box;
  onHundredths: (hundredths: number) => void;
  format: Format;
}

function useStageLoop(stage: RefObject<HTMLDivElement | null>, input: LoopInput): void {
  const latest = useRef(input);
  const wake = useRef<() => void>(undefined);
  useEffect(() => {
    latest.current = input;
    wake.current?.();
  });

  useEffect(() => {
    const element = stage.current;
    const canvas = element?.querySelector('canvas');
    const ctx = canvas?.getContext('2d');
    const rocket = element?.querySelector<SVGElement>('[data-part=rocket]') ?? null;
    if (!element || !canvas || !ctx) return;
    const reduced = matchMedia('(prefers-reduced-motion: reduce)');
    let inks = readInks(element);
    const themes = new MutationObserver(() => {
      inks = readInks(element);
      painted = '';
    });
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    // Labels painted before their font arrived are painted again.
    void document.fonts.ready.then(() => {
      painted = '';
    });
    let painted = '';
    let shown = 0;
    let burstAt: number | null = null;
    let seenFlying = false;
    let request = requestAnimationFrame(draw);
    let rest: ReturnType<typeof setTimeout> | undefined;
    const drawNext = (): void => {
      clearTimeout(rest);
      rest = undefined;
      request = requestAnimationFrame(draw);
    };
    wake.current = () => {
      if (rest !== undefined) drawNext();
    };

    function draw(nowMs: number): void {
      // A recorded flight may be set to any moment.
      if (paint(nowMs) || latest.current.source.burstMs) drawNext();
      else rest = setTimeout(drawNext, 100);
    }

    /** Whether there was anything to paint. */
    function paint(nowMs: number): boolean {
      const { model, source, box, onHundredths, format } = latest.current;
      if (box.width === 0 || !element || !canvas || !ctx) return false;
      if (model.phase === 'flying') seenFlying = true;
      // A burst that happened before the page was opened is shown open, not opening.
      if (model.phase !== 'crashed') burstAt = null;
      else if (burstAt === null) burstAt = seenFlying ? nowMs : nowMs - 60_000;
      const isRecorded = source.burstMs !== undefined;
      const burstMs = source.burstMs ? source.burstMs() : burstAt === null ? null : nowMs - burstAt;

      const flightMs = source.flightMs(model);
      // Without motion the picture is brought up to date twice a second, and the number ten times.
      const isStepped = reduced.matches && !isRecorded;
      const stepMs = isStepped ? 500 : 1;
      const moment = momentOf(model, box, Math.floor(flightMs / stepMs) * stepMs);
      const exact = isStepped ? momentOf(model, box, Math.floor(flightMs / 100) * 100) : moment;
      if (exact.hundredths !== shown) {
        shown = exact.hundredths;
        onHundredths(shown);
      }

      const still =
        model.phase === 'waiting' || (burstMs !== null && burstMs > 3000) || reduced.matches || isRecorded;
      const key = still
        ? `${model.phase} ${model.countdown} ${moment.flightMs} ${isRecorded ? burstMs : ''} ` +
          `${box.width} ${box.height} ${model.cashedOutAt.join()} ${model.autoCashOuts.join()} ` +
          `${model.marks.length} ${model.flags?.of.length ?? 0} ${model.presses?.length ?? 0} ${format.formatCoins(1000)}`
        : '';
      if (key !== '' && key === painted) return false;
      painted = key;
      fitCanvas(canvas, ctx, box);
      paintStage(ctx, {
        model,
        box,
        moment,
        inks,
        // The sparks of a recorded flight pause with it.
        nowMs: isRecorded ? flightMs : nowMs,
        burstMs,
        reducedMotion: reduced.matches,
        format,
      });
      moveRocket(rocket, model, moment);
      return true;
    }

    return () => {
      cancelAnimationFrame(request);
      clearTimeout(rest);
      themes.disconnect();
    };
  }, [stage]);
}

function fitCanvas(canvas: HTMLCanvasElement, ctx: CanvasRenderingContext2D, box: Box): void {
  const density = Math.min(2, window.devicePixelRatio || 1);
  const [width, height] = [Math.round(box.width * density), Math.round(box.height * density)];
  if (canvas.width === width && canvas.height === height) return;
  canvas.width = width;
  canvas.height = height;
  canvas.style.width = `${box.width}px`;
  canvas.style.height = `${box.height}px`;
  ctx.setTransform(density, 0, 0, density, 0, 0);
}

function moveRocket(rocket: SVGElement | null, model: StageModel, moment: Moment): void {
  if (rocket === null) return;
  const { x, y, turn } = moment.rocket;
  rocket.style.transform = `translate(${x}px, ${y}px) rotate(${turn}deg)`;
  rocket.style.opacity = model.phase === 'crashed' ? '0' : '1';
}
