/** The card of Ring Toss: three pegs and a ring at dusk, and the average returns. */
import { defineGameCard } from '@fairground/game-kit/web';

export default defineGameCard<{ rtpBp: number }>({
  Picture: PegsPicture,
  returnsBp: ({ rtpBp }) => [rtpBp, 9_800],
});

const pegs = [
  [86, '#2f7f86'],
  [144, '#d9575f'],
  [202, '#9b5de5'],
] as const;

function PegsPicture() {
  return (
    <g>
      <rect width={288} height={132} fill="#1f2350" />
      <circle cx={144} cy={132} r={128} fill="#273066" />
      <circle cx={144} cy={132} r={82} fill="#33407c" />
      <path d="M0 0H288V14H0Z" fill="#a63d52" />
      {Array.from({ length: 12 }, (_, at) => (
        <path
          key={at}
          d={`M${at * 24} 0H${at * 24 + 24}V18A12 11 0 0 1 ${at * 24} 18Z`}
          fill={at % 2 === 0 ? '#d9575f' : '#fff3da'}
        />
      ))}
      <path d="M34 92H254L288 132H0Z" fill="#b9774a" />
      <path d="M34 92H254L258 97H30Z" fill="#d79a66" />
      {pegs.map(([x, fill]) => (
        <g key={x}>
          <ellipse cx={x} cy={112} rx={17} ry={6} fill="#7a4a2c" />
          <path d={`M${x - 6} 112V58A6 6 0 0 1 ${x + 6} 58V112Z`} fill={fill} />
          <circle cx={x} cy={56} r={8} fill="#ffd166" />
        </g>
      ))}
      <path d="M124 96A20 8 0 0 1 164 96" fill="none" stroke="#b97d08" strokeWidth={6} />
      <path d="M138 112V80H150V112Z" fill="#d9575f" />
      <path
        d="M124 96A20 8 0 0 0 164 96"
        fill="none"
        stroke="#ffd166"
        strokeWidth={7}
        strokeLinecap="round"
      />
      <g transform="rotate(-18 232 50)" fill="none">
        <ellipse cx={232} cy={50} rx={22} ry={10} stroke="#b97d08" strokeWidth={7} />
        <ellipse cx={232} cy={48} rx={22} ry={10} stroke="#ffd166" strokeWidth={6} />
      </g>
    </g>
  );
}
