/** The background of the fair, in one ink: coaster, swing ride, drop tower, hills. A group 1200 wide on (x, y). */
import './scene.css';

export type FarSilhouettesProps = { x: number; y: number; scale: number };

export function FarSilhouettes({ x, y, scale }: FarSilhouettesProps) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`} fill="var(--scene-far)" stroke="none">
      <path d="M-200 0V-46Q60 -76 300 -42T640 -40T980 -52T1400 -36V0Z" />
      <Coaster />
      <SwingRide />
      <g>
        <path d="M1066 -22V-262H1070V-22ZM1092 -22V-262H1096V-22Z" />
        <path d="M1081 -306L1104 -262H1058Z" />
        <path
          d="M1068 -60L1094 -90L1068 -120L1094 -150L1068 -180L1094 -210L1068 -240L1094 -262"
          fill="none"
          stroke="var(--scene-far)"
          strokeWidth={2.4}
        />
        <rect x={1052} y={-178} width={58} height={15} rx={4} />
      </g>
      <path d="M700 -34L742 -84L784 -34ZM740 -82V-104L760 -98L742 -92Z" />
    </g>
  );
}

function Coaster() {
  return (
    <g fill="none" stroke="var(--scene-far)" strokeWidth={4}>
      <path d="M70 -30C96 -40 108 -168 152 -168S202 -74 226 -70S262 -116 290 -116S330 -50 360 -38" />
      <path
        d="M70 -24C98 -34 112 -156 152 -156S200 -62 226 -59S264 -104 290 -104S326 -42 356 -30"
        strokeWidth={2}
      />
      <g strokeWidth={2}>
        <path
          d={
            'M104 -94V-28M120 -138V-28M136 -164V-28M152 -168V-28' +
            'M168 -162V-28M184 -132V-28M200 -96V-28M226 -70V-28'
          }
        />
        <path d="M258 -96V-28M274 -112V-28M290 -116V-28M306 -104V-28M322 -82V-28" />
        <path
          d={
            'M104 -94L136 -28M136 -90L104 -28M136 -130L168 -28M168 -130L136 -28' +
            'M168 -100L200 -28M258 -90L290 -28M290 -90L258 -28'
          }
          strokeWidth={1.3}
        />
      </g>
    </g>
  );
}

function SwingRide() {
  return (
    <g>
      <path d="M434 -178Q520 -232 606 -178Q584 -166 520 -166T434 -178Z" />
      <path d="M512 -170H528L534 -24H506Z" />
      <g fill="none" stroke="var(--scene-far)" strokeWidth={1.6}>
        <path d="M446 -172L420 -82M470 -168L454 -70M570 -168L586 -70M594 -172L620 -82" />
      </g>
      <path d="M412 -84H428V-72H412ZM446 -72H462V-60H446ZM578 -72H594V-60H578ZM612 -84H628V-72H612Z" />
    </g>
  );
}
