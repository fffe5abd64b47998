/** The card of the lottery: its picture, lit from within, so the same by night and by day, and the average return. */
import { defineGameCard } from '@fairground/game-kit/web';
import { Star } from '@fairground/site-kit/art/star.tsx';
import type { LotteryConfig } from '../contract.ts';

export default defineGameCard<LotteryConfig>({
  Picture: LotteryPicture,
  returnsBp: ({ rtpBp }) => [rtpBp],
});

function LotteryPicture() {
  const punched = new Set([3, 9, 12, 13, 18, 24]);
  return (
    <g>
      <rect width={288} height={132} fill="#4d2f1c" />
      <path d="M0 96Q140 70 288 92V132H0Z" fill="#5f3d22" />
      <g transform="translate(144 68) rotate(-7)">
        <path d={ticketEdge} fill="#1d1210" opacity={0.35} transform="translate(4 6)" />
        <path d={ticketEdge} fill="#fff3da" />
        {Array.from({ length: 28 }, (_, index) => {
          const x = -92 + (index % 7) * 18.4;
          const y = -30 + Math.floor(index / 7) * 20;
          return punched.has(index) ? (
            <circle key={index} cx={x} cy={y} r={7} fill="#3a2219" />
          ) : (
            <circle key={index} cx={x} cy={y} r={6.2} fill="none" stroke="#c9454f" strokeWidth={1.5} />
          );
        })}
        <path d="M46 -42V42" stroke="#b98f4f" strokeWidth={2} strokeDasharray="2 5" strokeLinecap="round" />
        <Star x={78} y={-22} size={10} fill="#f0625f" />
        <path d="M62 4H94M62 14H94M62 24H84" stroke="#b98f4f" strokeWidth={3} />
      </g>
    </g>
  );
}

const ticketEdge =
  'M-110 -48H40A6 6 0 0 0 52 -48H110V-10A10 10 0 0 0 110 10V48H52A6 6 0 0 0 40 48H-110V10A10 10 0 0 0 -110 -10Z';
