/** The flight in the air, drawn in the sky of the home page from what the game's stall shows. */
import { useStall } from '@fairground/site-kit/stalls/shown-stalls.ts';
import type { AviatorStall } from '../contract.ts';
import { FlightDrawing, FlightSign } from './flight-drawing.tsx';

export function FlightPreview() {
  const { flight } = (useStall('aviator')?.shows ?? {}) as AviatorStall;
  if (!flight) return null;
  return (
    <FlightDrawing flight={flight} width={600} height={380} className="size-full">
      <FlightSign isOver={flight.isOver} />
    </FlightDrawing>
  );
}
