/** The shapes of the art that never changes, see still-art.tsx. */
import type { ComponentType } from 'react';
import { FarSilhouettes } from './far-silhouettes.tsx';
import { FerrisWheel } from './ferris-wheel.tsx';
import { Lights } from './lights.tsx';
import { Meadow, Tree } from './meadow.tsx';
import { SkyRings } from './sky.tsx';
import { StarField } from './stars.tsx';
import { Tent } from './tent.tsx';
import './scene.css';

export type ArtName = 'fair' | 'lights';

const Fair = () => (
  <>
    <SkyRings cx={1064} cy={372} inner={300} step={104} />
    <g className="scene-night-only">
      <StarField width={1440} height={420} count={52} />
    </g>
    <FarSilhouettes x={-20} y={566} scale={1.24} />
    <FerrisWheel x={1064} y={336} scale={2.3} />
    <Meadow width={1440} y={556} height={204} />
    <Tree x={574} y={578} scale={0.86} />
    <Tree x={952} y={584} scale={0.92} />
    <Tree x={1140} y={584} scale={0.8} wide />
    <Tent x={684} y={586} scale={0.66} color="amber" />
    <Tent x={834} y={590} scale={1.02} color="teal" />
    <Tent x={1286} y={592} scale={1.22} color="red" stripes={11} />
    <Tree x={1412} y={600} scale={1.2} />
  </>
);

export const shapes: Record<ArtName, ComponentType> = { fair: Fair, lights: Lights };
