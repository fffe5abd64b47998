/** The flight over the picture of the stall, and the countdown to the next one. */
import type { AviatorStall } from '../contract.ts';
import { AviatorGround } from './card.tsx';
import { FlightDrawing, FlightSign } from './flight-drawing.tsx';

/** Below this many seconds the game itself shows its countdown; the last flight stays in view until then. */
const countdownShownBelow = 8;

export function StallFlight({ shows: { flight, countdown = Infinity } }: { shows: AviatorStall }) {
  if (!flight) return null;
  return (
    <FlightDrawing
      flight={flight}
      width={288}
      height={132}
      scale={0.5}
      className="absolute inset-x-0 bottom-0 w-full text-text"
      ground={<AviatorGround />}
    >
      <g data-part="flight" transform="translate(16 30) scale(0.5)">
        <FlightSign
          isOver={flight.isOver}
          countdown={countdown < countdownShownBelow ? countdown : undefined}
        />
      </g>
    </FlightDrawing>
  );
}
