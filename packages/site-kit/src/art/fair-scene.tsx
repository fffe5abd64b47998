/** The complete fair as one backdrop: home, sign-in and empty pages lay their content over it. */
import { StillArt } from './still-art.tsx';

interface FairSceneProps {
  className: string;
  /** What a narrow or flat frame centers on: the wheel at the right, or the middle of the fair. */
  align?: 'right' | 'middle';
}

/** Fills its box (give the class a size); the ground stays at the bottom, whatever is cut. */
export const FairScene = ({ className, align = 'right' }: FairSceneProps) => (
  <StillArt
    name="fair"
    className={`scene-svg ${className}`}
    viewBox="0 0 1440 760"
    width="100%"
    height="100%"
    preserveAspectRatio={align === 'right' ? 'xMaxYMax slice' : 'xMidYMax slice'}
  />
);

/** The frame of the bulbs or bunting at the top of a page. */
export const lightsFrame = {
  className: 'scene-svg h-auto w-[max(1440px,100%)] max-w-none shrink-0',
  viewBox: '0 0 1440 48',
  width: 1440,
  height: 48,
  preserveAspectRatio: 'xMidYMin slice',
} as const;

export const StringLights = () => <StillArt name="lights" {...lightsFrame} />;
