/** The card of High Striker: its tower at dusk, and the average return. */
import { defineGameCard } from '@fairground/game-kit/web';
import type { StrikerConfig } from '../contract.ts';

export default defineGameCard<StrikerConfig>({ Picture: StrikerPicture, returnsBp: ({ rtpBp }) => [rtpBp] });

function StrikerPicture() {
  return (
    <g>
      <rect width={288} height={132} fill="#33244f" />
      <circle cx={144} cy={36} r={118} fill="#4a2f51" />
      <circle cx={144} cy={36} r={72} fill="#6a3a55" />
      <path d="M0 108Q72 96 144 106T288 104V132H0Z" fill="#14352f" />
      <path d="M0 20Q64 34 128 22M160 22Q226 34 288 18" fill="none" stroke="#d9cba9" strokeWidth={1.2} />
      {[24, 56, 92, 196, 232, 264].map((x) => (
        <circle key={x} cx={x} cy={29} r={4} fill="#ffd166" />
      ))}
      <path d="M122 118L130 22H158L166 118Z" fill="#efdfb8" />
      <path d="M138 112V34H150V112Z" fill="#3a2340" />
      {[42, 58, 74, 90].map((y, index) => (
        <path
          key={y}
          d={`M128 ${y}H136M152 ${y}H160`}
          stroke={index % 2 === 0 ? '#d9575f' : '#2f7f86'}
          strokeWidth={4}
        />
      ))}
      <rect x={136} y={52} width={16} height={8} rx={3} fill="#d9575f" />
      <path d="M144 62V84" stroke="#ffd166" strokeWidth={3} strokeDasharray="3 5" />
      <path d="M130 22Q130 6 144 6T158 22Z" fill="#ffb627" />
      <circle cx={144} cy={24} r={4} fill="#b9770f" />
      <path d="M112 118H176V126H112Z" fill="#d9575f" />
      <g transform="rotate(-32 218 96)">
        <rect x={214} y={70} width={8} height={54} rx={3} fill="#b9770f" />
        <rect x={196} y={56} width={44} height={22} rx={5} fill="#efdfb8" />
        <path d="M204 56V78M232 56V78" stroke="#d9575f" strokeWidth={5} />
      </g>
    </g>
  );
}
