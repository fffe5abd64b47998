/** The complete fair as one backdrop: home, sign-in and empty pages lay their content over it. */
import { FarSilhouettes } from './far-silhouettes.tsx';
import { FerrisWheel } from './ferris-wheel.tsx';
import { Meadow, Tree } from './meadow.tsx';
import { SkyRings, StarField } from './sky.tsx';
import { Tent } from './tent.tsx';
import './scene.css';

export type FairSceneProps = {
  className?: string | undefined;
  /** What a narrow or flat frame centres on: the wheel at the right, or the middle of the fair. */
  align?: 'right' | 'middle';
  /** A band of ground only, for pages whose content is the point. */
  ground?: boolean;
};

/** Fills its box (give the class a size); the ground stays at the bottom, whatever is cut. */
export function FairScene({ className, align = 'right', ground = false }: FairSceneProps) {
  const box = ground ? '0 300 1440 460' : '0 0 1440 760';
  return (
    <svg
      className={className === undefined ? 'scene-svg' : `scene-svg ${className}`}
      viewBox={box}
      width="100%"
      height="100%"
      preserveAspectRatio={align === 'right' ? 'xMaxYMax slice' : 'xMidYMax slice'}
      aria-hidden="true"
    >
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
      <Tent x={684} y={586} scale={0.66} colour="amber" />
      <Tent x={834} y={590} scale={1.02} colour="teal" />
      <Tent x={1286} y={592} scale={1.22} colour="red" stripes={11} />
      <Tree x={1412} y={600} scale={1.2} />
    </svg>
  );
}
