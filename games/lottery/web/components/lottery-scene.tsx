/** Behind the ticket: sky, far rides, and the fair's tents low at both sides, where nothing covers them. */
import { FarSilhouettes } from '@fairground/site-kit/art/far-silhouettes.tsx';
import { Meadow, Tree } from '@fairground/site-kit/art/meadow.tsx';
import { SkyRings } from '@fairground/site-kit/art/sky.tsx';
import { StarField } from '@fairground/site-kit/art/stars.tsx';
import { Tent } from '@fairground/site-kit/art/tent.tsx';

export const LotteryScene = () => (
  <svg
    className="scene-svg h-full"
    viewBox="0 0 1440 900"
    width="100%"
    height="100%"
    preserveAspectRatio="xMidYMax slice"
    aria-hidden="true"
  >
    <SkyRings cx={720} cy={640} inner={330} step={150} />
    <g className="scene-night-only">
      <StarField width={1440} height={620} count={60} />
    </g>
    <FarSilhouettes x={-20} y={718} scale={1.24} />
    <Meadow width={1440} y={700} height={200} />
    <Tree x={28} y={738} scale={0.9} />
    <Tree x={1404} y={742} scale={1} />
    <Tent x={1400} y={764} scale={0.62} color="amber" />
    <Tent x={50} y={770} scale={0.7} color="teal" />
  </svg>
);
