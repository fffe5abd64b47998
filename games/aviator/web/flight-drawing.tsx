/** The flight in the air, drawn outside of the game: in the sky of the home page, and at the game's stall. */
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { Burst, Rocket } from '@fairground/site-kit/art/rocket.tsx';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { curveAt, flightScale } from './stage/flight.ts';
import { createSeenFlight, type SeenDraw, type SeenMoment } from './watch-flight.ts';

interface FlightDrawingProps {
  flight: SeenDraw;
  width: number;
  height: number;
  /** How large the rocket and the lines are; 1 in the sky. */
  scale?: number;
  className: string;
  /** Behind the flight. */
  ground?: ReactNode;
  /** An element with `data-multiplier`, whose text is the multiplier of the moment. */
  children: ReactNode;
}

export function FlightDrawing({
  flight,
  width,
  height,
  scale = 1,
  className,
  ground,
  children,
}: FlightDrawingProps) {
  const svg = useRef<SVGSVGElement>(null);
  const seen = useRef(createSeenFlight());
  const { formatTwoDecimals } = useFormat();
  const paint = useEffectEvent((moment: SeenMoment) => {
    if (!svg.current) return;
    show(svg.current, moment, { width, height });
    const text = svg.current.querySelector('[data-multiplier]');
    if (text) text.textContent = `${formatTwoDecimals(moment.hundredths / 100)}x`;
  });
  useEffect(() => {
    let frame = 0;
    const draw = (): void => {
      const moment = seen.current.at(performance.now());
      if (moment === null) return;
      paint(moment);
      if (!moment.isOver) frame = requestAnimationFrame(draw);
    };
    seen.current.receive(flight, performance.now());
    draw();
    return () => cancelAnimationFrame(frame);
  }, [flight]);
  return (
    <svg ref={svg} aria-hidden viewBox={`0 0 ${width} ${height}`} className={className}>
      {ground}
      <path data-trail fill="none" stroke="var(--scene-gold)" strokeWidth={9 * scale} strokeLinecap="round" />
      <path
        data-trail
        fill="none"
        stroke="var(--scene-white)"
        strokeWidth={3 * scale}
        strokeLinecap="round"
      />
      <g data-end={false}>
        <Rocket scale={0.86 * scale} />
      </g>
      <g data-end>
        <Burst x={0} y={0} size={44 * scale} />
      </g>
      {children}
    </svg>
  );
}

interface FlightSignProps {
  isOver: boolean;
  /** In place of the multiplier: the seconds until the next flight. */
  countdown?: number | undefined;
}

export function FlightSign({ isOver, countdown }: FlightSignProps) {
  return (
    <>
      <rect
        x={2}
        y={2}
        width={212}
        height={72}
        rx={12}
        fill="var(--panel)"
        stroke="var(--edge)"
        strokeWidth={2}
      />
      {countdown === undefined ? (
        <text {...signText} data-multiplier fill={isOver ? 'var(--loss)' : 'currentColor'} />
      ) : (
        <text {...signText} fill="currentColor">
          {`${countdown} s`}
        </text>
      )}
    </>
  );
}

const signText = { x: 108, y: 54, textAnchor: 'middle', className: 'figures font-display text-44' } as const;

function show(
  svg: SVGSVGElement,
  moment: SeenMoment,
  { width, height }: { width: number; height: number },
): void {
  const { flightMs, growthPerMs, isOver } = moment;
  const scale = flightScale(flightMs, growthPerMs);
  const point = (ms: number) =>
    [
      scale.across(ms) * width * 0.92,
      height - 8 - scale.up(curveAt(ms, growthPerMs)) * height * 0.72,
    ] as const;
  const trail = Array.from({ length: 25 }, (_, at) =>
    point((flightMs * at) / 24)
      .map((value) => value.toFixed(1))
      .join(' '),
  );
  for (const path of svg.querySelectorAll('[data-trail]')) path.setAttribute('d', `M${trail.join('L')}`);
  const [x, y] = point(flightMs);
  const [ahead, above] = point(flightMs + 60);
  const turn = (Math.atan2(ahead - x, y - above) * 180) / Math.PI;
  for (const end of svg.querySelectorAll('[data-end]')) {
    const isBurst = end.getAttribute('data-end') === 'true';
    end.setAttribute('transform', `translate(${x} ${y})${isBurst ? '' : ` rotate(${turn})`}`);
    end.setAttribute('visibility', isBurst === isOver ? 'visible' : 'hidden');
  }
}
